// Changes in `engine/run/` that no test can detect.

import { type Explanation, inFile } from "../explained.ts";

export const run: readonly Explanation[] = [
  ...inFile("engine/run/engine.ts", [
    {
      line: "if (state.touched.size > 0 || state.liquidations.due) checkTouched(state, out);",
      after: [
        "if (state.touched.size >= 0 || state.liquidations.due) checkTouched(state, out);",
        "if (state.touched.size > (-1) || state.liquidations.due) checkTouched(state, out);",
      ],
      why: "without any touched account there is nothing to check",
    },
  ]),
  ...inFile("engine/run/preview/order-preview.ts", [
    {
      operator: "term",
      line: 'if (!tried.isWhole && reach.end === "enough") {',
      after: 'if ((reach.end === "enough")) {',
      why: "a rehearsal of the whole order gives the same result with more of the book than it needs",
    },
  ]),
  ...inFile("engine/run/preview/preview-reach.ts", [
    {
      operator: "check",
      line: "if (order === NONE) continue;",
      why: "at a price whose orders were all met nothing remains to be found, and nothing else is visible: it only takes longer",
    },
  ]),
];
