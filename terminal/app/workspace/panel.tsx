// One panel: a view with a name, on its own when it fails, and marked when what it shows is old.

import type { ReactNode } from "react";
import { words } from "../../texts/words.ts";
import type { Area } from "./arrangement.ts";
import { PanelBoundary } from "./panel-boundary.tsx";

interface PanelProps {
  readonly area: Area;
  readonly children: ReactNode;
  /** What lies over the view, whatever becomes of that. */
  readonly over?: ReactNode;
}

export function Panel({ area, children, over }: PanelProps) {
  const name = words.shell.areas[area];
  return (
    <section className="panel" id={`panel-${area}`} data-area={area} aria-label={name}>
      {/* Shown by the style sheet while the root element says that the data is old. */}
      <p className="panel-old">{words.shell.oldData}</p>
      <div className="panel-view">
        <PanelBoundary name={name}>{children}</PanelBoundary>
      </div>
      {over}
    </section>
  );
}
