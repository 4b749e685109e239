// A table of rows: columns declared as data.

import type { ReactNode } from "react";
import { useBeneath } from "./use-beneath.ts";

export interface Column<Row> {
  readonly id: string;
  readonly name: ReactNode;
  /** Figures stand at the right. */
  readonly isFigure?: boolean | undefined;
  readonly cell: (row: Row) => ReactNode;
}

interface TableProps<Row> {
  /** For those who can't see it. */
  readonly caption: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string | number;
  /** What stands there without rows. */
  readonly empty: ReactNode;
}

export function Table<Row>({ caption, columns, rows, keyOf, empty }: TableProps<Row>) {
  if (rows.length === 0) return <p className="empty">{empty}</p>;
  return (
    <TableFrame caption={caption}>
      <thead>
        <tr>
          {columns.map(({ id, name, isFigure }) => (
            <th key={id} scope="col" className={isFigure ? "figure" : undefined}>
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={keyOf(row)}>
            {columns.map(({ id, cell, isFigure }) => (
              <td key={id} className={isFigure ? "figure" : undefined}>
                {cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </TableFrame>
  );
}

interface TableFrameProps {
  /** For those who can't see it. */
  readonly caption: string;
  /** Classes of what scrolls, and of the table in it beside its own. */
  readonly scroll?: string | undefined;
  readonly table?: string | undefined;
  /** Head and body. */
  readonly children: ReactNode;
}

/** What every table stands in. */
export function TableFrame({ caption, scroll = "table-scroll", table = "", children }: TableFrameProps) {
  const [measured, onScroll] = useBeneath();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keyboard
    <section className={scroll} tabIndex={0} aria-label={caption} ref={measured} onScroll={onScroll}>
      <table className={`table ${table}`}>
        <caption className="unseen">{caption}</caption>
        {children}
      </table>
    </section>
  );
}
