// Icons of the drawing tools and actions.

import type { DrawingKind } from "./drawing.ts";

const PATHS = {
  trend: "M3.5 12.5l9-9M3.5 12.5h.01M12.5 3.5h.01",
  ray: "M3.5 12.5h.01M3.5 12.5 14 2m-3.5 0H14v3.5",
  level: "M1.5 8h13M8 8h.01",
  range: "M3 3.5h10v9H3zM8 5.5v5M6.5 7 8 5.5 9.5 7M6.5 9 8 10.5 9.5 9",
  text: "M3.5 4.5v-1h9v1M8 3.5v9M6.5 12.5h3",
  snap: "M4 2.5v5a4 4 0 0 0 8 0v-5M4 5.5h2M10 5.5h2M6 2.5v5a2 2 0 0 0 4 0v-5M4 2.5h2M10 2.5h2",
  hide: "M1.5 8s2.5-4 6.5-4 6.5 4 6.5 4-2.5 4-6.5 4-6.5-4-6.5-4zM3 13 13 3",
  undo: "M3 6.5h6.5a3.5 3.5 0 0 1 0 7H6M3 6.5l3-3M3 6.5l3 3",
  redo: "M13 6.5H6.5a3.5 3.5 0 0 0 0 7H10M13 6.5l-3-3M13 6.5l-3 3",
  list: "M5.5 4h8M5.5 8h8M5.5 12h8M2.5 4h.01M2.5 8h.01M2.5 12h.01",
  remove: "M3 4.5h10M6.5 4.5v-2h3v2M4.5 4.5l.6 9h5.8l.6-9",
} as const satisfies Record<DrawingKind | "snap" | "hide" | "undo" | "redo" | "list" | "remove", string>;

export function DrawingIcon({ of }: { readonly of: keyof typeof PATHS }) {
  return (
    <svg className="icon" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
      <path
        d={PATHS[of]}
        fill="none"
        stroke="currentColor"
        strokeWidth="1.4"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}
