// A table: columns declared as data, sorted by their names, in pages where there are many rows. Where there is no room for
// it, each row is a card, by the style sheet alone.

import { memo, type ReactNode, useMemo, useState } from "react";
import type { Column } from "./column.ts";
import { Heading, SortChoice } from "./heading.tsx";
import { Pager } from "./pager.tsx";
import { PAGE_ROWS, pageOfRows, textOfPage } from "./pages.ts";
import { type Sorting, sorted } from "./sorting.ts";
import { useBeneath } from "./use-beneath.ts";

interface TableProps<Row> {
  /** For readers who can't see it. */
  readonly caption: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string | number;
  /** What stands there without rows. */
  readonly empty: ReactNode;
  /** How a card looks: figures below their names, or beside them. Without cards, it scrolls. */
  readonly cards?: "roomy" | "dense" | undefined;
  /** On one page, however many: a page already, or rows that belong together. */
  readonly isWhole?: boolean | undefined;
  /** A word for rows that look otherwise. */
  readonly toneOf?: ((row: Row) => string | undefined) | undefined;
  /** How far below the row that it belongs to; 0 for one that stands by itself. */
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

/** Of many rows a report changes one: the others are not drawn again. */
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
