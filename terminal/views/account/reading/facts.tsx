// A vertical list of names and figures.

import type { ReactNode } from "react";

export type FactRow = readonly [name: string, value: ReactNode];

export function Facts({ rows }: { readonly rows: readonly FactRow[] }) {
  return (
    <dl className="facts account-facts">
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
