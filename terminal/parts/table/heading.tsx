// Sorting controls of a table: the column names, which can be pressed, and a select for cards, which have no column names.

import { words } from "../../texts/words.ts";
import { nextSorting, type Sorting } from "./sorting.ts";
import type { Column } from "./table-column.ts";

interface HeadingProps<Row> {
  readonly column: Column<Row>;
  readonly sorting: Sorting | null;
  readonly onSort: (sorting: Sorting | null) => void;
}

export function Heading<Row>({ column, sorting, onSort }: HeadingProps<Row>) {
  const { id, name, isFigure, sortBy, onCard } = column;
  const order = sorting?.column === id ? orderOf(sorting.isDown) : undefined;
  return (
    <th scope="col" className={isFigure ? "figure" : undefined} data-column={id} data-place={onCard} aria-sort={order}>
      {sortBy === undefined ? (
        <span className={onCard === "foot" ? "unseen" : undefined}>{name}</span>
      ) : (
        <SortButton name={name} order={order} onPress={() => onSort(nextSorting(sorting, id))} />
      )}
    </th>
  );
}

export type Order = "ascending" | "descending";

export function orderOf(isDown: boolean): Order {
  return isDown ? "descending" : "ascending";
}

interface SortButtonProps {
  readonly name: string;
  readonly order: Order | undefined;
  readonly onPress: () => void;
}

/** The name of a column, with an arrow for its order, which takes up no space. */
export function SortButton({ name, order, onPress }: SortButtonProps) {
  return (
    <button type="button" className="table-sort" onClick={onPress}>
      {name}
      <span aria-hidden>{order && (order === "descending" ? "↓" : "↑")}</span>
    </button>
  );
}

interface SortChoiceProps<Row> extends Omit<HeadingProps<Row>, "column"> {
  readonly columns: readonly Column<Row>[];
}

export function SortChoice<Row>({ columns, sorting, onSort }: SortChoiceProps<Row>) {
  const choices = columns.filter(({ sortBy }) => sortBy !== undefined);
  if (choices.length === 0) return null;
  return (
    <label className="table-sort-choice">
      {words.common.sortBy}
      <select
        value={sorting?.column ?? ""}
        onChange={({ target }) => onSort(target.value === "" ? null : { column: target.value, isDown: true })}
      >
        <option value="">–</option>
        {choices.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}
