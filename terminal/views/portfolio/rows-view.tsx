// Rows of the portfolio: a table where there is room, cards where there is not. Columns are declared once, as data.

import { memo, type ReactNode, useMemo, useState } from "react";
import { RowsPager } from "../../parts/table/pager.tsx";
import { PAGE_ROWS, pageOfRows } from "../../parts/table/pages.ts";
import { nextSorting, type Sorting, type SortValue, sorted } from "../../parts/table/sorting.ts";
import { TableFrame } from "../../parts/table/table.tsx";
import { Cards } from "./row-cards.tsx";
import { useNarrow } from "./use-narrow.ts";

export interface RowColumn<Row> {
  readonly id: string;
  readonly name: string;
  readonly isFigure?: boolean | undefined;
  readonly cell: (row: Row) => ReactNode;
  /** Sorted by it when its name is pressed. */
  readonly sortBy?: ((row: Row) => SortValue | null) | undefined;
  /** A card leaves out what has no value; a table shows that there is none. */
  readonly hasValue?: ((row: Row) => boolean) | undefined;
  /** Where it stands on a card; default among the figures. */
  readonly onCard?: "head" | "foot" | undefined;
}

interface RowsViewProps<Row> {
  readonly caption: string;
  readonly columns: readonly RowColumn<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string | number;
  readonly empty: string;
  /** Rows that belong together stay together: few enough, and on one page. */
  readonly isWhole?: boolean | undefined;
  /** A word for rows that look otherwise. */
  readonly toneOf?: ((row: Row) => string | undefined) | undefined;
}

export function RowsView<Row>({ rows, columns, empty, isWhole, ...rest }: RowsViewProps<Row>) {
  const [isNarrow, measured] = useNarrow();
  const [sorting, setSorting] = useState<Sorting | null>(null);
  const [wanted, setWanted] = useState(1);
  const inOrder = useMemo(() => {
    const by = columns.find(({ id }) => id === sorting?.column)?.sortBy;
    return sorted(rows, by, sorting?.isDown ?? false);
  }, [rows, columns, sorting]);
  if (rows.length === 0) return <p className="empty">{empty}</p>;
  const shown = pageOfRows(inOrder, wanted, isWhole ? rows.length : PAGE_ROWS);
  const props = { ...rest, columns, rows: shown.rows, sorting, onSort: setSorting };
  return (
    <div className="portfolio-rows" ref={measured}>
      {isNarrow ? <Cards {...props} /> : <Rows {...props} />}
      <RowsPager shown={shown} total={rows.length} onPage={setWanted} />
    </div>
  );
}

export interface ShownProps<Row> extends Omit<RowsViewProps<Row>, "empty" | "isWhole"> {
  readonly sorting: Sorting | null;
  readonly onSort: (sorting: Sorting | null) => void;
}

function Rows<Row>({ caption, columns, rows, keyOf, toneOf, sorting, onSort }: ShownProps<Row>) {
  return (
    <TableFrame caption={caption} table="portfolio-table">
      <thead>
        <tr>
          {columns.map((column) => (
            <HeadCell key={column.id} {...{ column, sorting, onSort }} />
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <BodyRow key={keyOf(row)} row={row} columns={columns} tone={toneOf?.(row)} />
        ))}
      </tbody>
    </TableFrame>
  );
}

interface BodyRowProps<Row> {
  readonly row: Row;
  readonly columns: readonly RowColumn<Row>[];
  readonly tone: string | undefined;
}

/** Of many rows a report changes one: the others are not drawn again. */
const BodyRow = memo(function BodyRow<Row>({ row, columns, tone }: BodyRowProps<Row>) {
  return (
    <tr data-tone={tone}>
      {columns.map(({ id, cell, ...column }) => (
        <td key={id} className={classOf(column)}>
          {cell(row)}
        </td>
      ))}
    </tr>
  );
}) as <Row>(props: BodyRowProps<Row>) => ReactNode;

interface HeadCellProps<Row> {
  readonly column: RowColumn<Row>;
  readonly sorting: Sorting | null;
  readonly onSort: (sorting: Sorting | null) => void;
}

function HeadCell<Row>({ column, sorting, onSort }: HeadCellProps<Row>) {
  const { id, name, sortBy, onCard } = column;
  const isChosen = sorting?.column === id;
  const way = isChosen ? (sorting.isDown ? "descending" : "ascending") : undefined;
  return (
    <th scope="col" className={classOf(column)} aria-sort={way}>
      {sortBy === undefined ? (
        <span className={onCard === "foot" ? "unseen" : undefined}>{name}</span>
      ) : (
        <button type="button" className="portfolio-sort" onClick={() => onSort(nextSorting(sorting, id))}>
          {name}
          <span aria-hidden>{way === undefined ? "" : way === "descending" ? " ↓" : " ↑"}</span>
        </button>
      )}
    </th>
  );
}

/** What can be done to a row stays in sight, however wide the table is. */
function classOf({ isFigure, onCard }: Pick<RowColumn<never>, "isFigure" | "onCard">): string | undefined {
  if (onCard === "foot") return "table-end";
  return isFigure ? "figure" : undefined;
}
