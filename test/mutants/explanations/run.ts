// What nothing can show in `engine/run/`.

import type { Explanation } from "../explained.ts";

export const run: readonly Explanation[] = [
  {
    file: "engine/run/preview/order-preview.ts",
    operator: "term",
    line: 'if (!tried.isWhole && reach.end === "enough") {',
    after: 'if ((reach.end === "enough")) {',
    why: "what was tried as a whole comes to the same with more of the book than it needs",
  },
  {
    file: "engine/run/preview/preview-reach.ts",
    operator: "check",
    line: "if (order === NONE) continue;",
    why: "at a price whose orders were all met nothing is left to be found, and nothing else is on show: it only takes longer",
  },
];
