// One panel: a named view with its own error boundary, marked when its data is old.

import type { ReactNode } from "react";
import { words } from "../../texts/words.ts";
import type { Area } from "./arrangement.ts";
import { PanelBoundary } from "./panel-boundary.tsx";

interface PanelProps {
  readonly area: Area;
  readonly children: ReactNode;
  /** Content over the view, outside its error boundary. */
  readonly over?: ReactNode;
}

export function Panel({ area, children, over }: PanelProps) {
  const name = words.shell.areas[area];
  return (
    <section className="panel" id={`panel-${area}`} data-area={area} aria-label={name}>
      {/* Shown by the style sheet while the root element is marked as having old data. */}
      <p className="panel-old">{words.shell.oldData}</p>
      <div className="panel-view">
        <PanelBoundary name={name}>{children}</PanelBoundary>
      </div>
      {over}
    </section>
  );
}
