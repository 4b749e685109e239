// Shows a view's data: current, or from the latest answer along with the reason why no newer one came.

import type { OperatorView, ViewOf } from "@evermark/client/operator.ts";
import type { ReactNode } from "react";
import { timeOfDay } from "../../format/time.ts";
import { useView } from "./use-console.ts";

interface ShownViewProps<View extends OperatorView> {
  readonly view: View;
  readonly children: (data: ViewOf<View>) => ReactNode;
}

export function ShownView<View extends OperatorView>({ view, children }: ShownViewProps<View>) {
  const { data, at, trouble } = useView(view);
  if (data === undefined) {
    if (trouble === "") return <p className="empty">Loading…</p>;
    return (
      <p className="note" data-tone="bad" role="alert">
        {trouble}
      </p>
    );
  }
  return (
    <>
      {trouble !== "" && (
        <p className="note" data-tone="bad" role="alert">
          As of {timeOfDay(at)}. No answer since then: {trouble}
        </p>
      )}
      {children(data)}
    </>
  );
}

interface SectionProps {
  readonly title: string;
  readonly acts?: ReactNode;
  readonly children: ReactNode;
}

/** A section of a view, with the acts that belong to it. */
export function Section({ title, acts, children }: SectionProps) {
  return (
    <section className="console-section">
      <header className="console-section-head">
        <h2>{title}</h2>
        {acts !== undefined && <div className="console-acts">{acts}</div>}
      </header>
      {children}
    </section>
  );
}

/** A list of names and figures. */
export function Facts({ rows }: { readonly rows: readonly (readonly [name: string, figure: ReactNode])[] }) {
  return (
    <dl className="console-facts">
      {rows.map(([name, figure]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{figure}</dd>
        </div>
      ))}
    </dl>
  );
}

/** A state as a coloured word. */
export function Mark({ tone, children }: { readonly tone: "good" | "bad" | "warn"; readonly children: ReactNode }) {
  return (
    <span className="console-mark" data-tone={tone}>
      {children}
    </span>
  );
}
