// A table: columns declared as data, sorted by pressing their names, in pages when there are many rows. Where there is no
// room for a table, the style sheet turns each row into a card.

import { memo, type ReactNode, useMemo, useState } from "react";
import { Heading, SortChoice } from "./heading.tsx";
import { Pager } from "./pager.tsx";
import { PAGE_ROWS, pageOfRows, textOfPage } from "./pages.ts";
import { type Sorting, sorted } from "./sorting.ts";
import type { Column } from "./table-column.ts";
import { useBeneath } from "./use-beneath.ts";

interface TableProps<Row> {
  /** For screen readers. */
  readonly caption: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string | number;
  /** Shown when there are no rows. */
  readonly empty: ReactNode;
  /** How cards look: figures below their names, or next to them. When absent, the table scrolls instead. */
  readonly cards?: "roomy" | "dense" | undefined;
  /** Shows all rows on one page: they are a page already, or belong together. */
  readonly isWhole?: boolean | undefined;
  /** The `data-tone` of a row that looks different. */
  readonly toneOf?: ((row: Row) => string | undefined) | undefined;
  /** How deep the row is nested below the row that it belongs to; 0 for a row of its own. */
  readonly depthOf?: ((row: Row) => number | undefined) | undefined;
}

export function Table<Row>({ caption, columns, rows, keyOf, empty, cards, isWhole, toneOf, depthOf }: TableProps<Row>) {
  const [sorting, setSorting] = useState<Sorting | null>(null);
  const [wanted, setWanted] = useState(1);
  const [measured, onScroll] = useBeneath();
  const inOrder = useMemo(() => {
    const by = columns.find(({ id }) => id === sorting?.column)?.sortBy;
    return sorted(rows, by, sorting?.isDown ?? false);
  }, [rows, columns, sorting]);
  if (rows.length === 0) return <p className="empty">{empty}</p>;
  const shown = pageOfRows(inOrder, wanted, isWhole ? rows.length : PAGE_ROWS);
  return (
    <div className="table-rows">
      {cards !== undefined && rows.length > 1 && <SortChoice {...{ columns, sorting }} onSort={setSorting} />}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keyboard */}
      <section className="table-scroll" tabIndex={0} aria-label={caption} ref={measured} onScroll={onScroll}>
        <table className="table" data-cards={cards}>
          <caption className="unseen">{caption}</caption>
          <thead>
            <tr>
              {columns.map((column) => (
                <Heading key={column.id} {...{ column, sorting }} onSort={setSorting} />
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.rows.map((row) => (
              <BodyRow
                key={keyOf(row)}
                {...{ row, columns }}
                tone={toneOf?.(row)}
                depth={depthOf?.(row) || undefined}
              />
            ))}
          </tbody>
        </table>
      </section>
      <Pager page={shown.page} pages={shown.pages} at={textOfPage(shown, rows.length)} onPage={setWanted} />
    </div>
  );
}

interface BodyRowProps<Row> {
  readonly row: Row;
  readonly columns: readonly Column<Row>[];
  readonly tone: string | undefined;
  readonly depth: number | undefined;
}

/** A report changes one of many rows: the others are not rendered again. */
const BodyRow = memo(function BodyRow<Row>({ row, columns, tone, depth }: BodyRowProps<Row>) {
  return (
    <tr data-tone={tone} data-depth={depth}>
      {columns.map(({ id, name, cell, isFigure, hasValue, onCard, isIndented }) => (
        <td
          key={id}
          className={isFigure ? "figure" : undefined}
          data-name={name}
          data-column={id}
          data-place={onCard}
          data-indented={isIndented}
          data-empty={hasValue?.(row) === false || undefined}
        >
          {cell(row)}
        </td>
      ))}
    </tr>
  );
}) as <Row>(props: BodyRowProps<Row>) => ReactNode;
