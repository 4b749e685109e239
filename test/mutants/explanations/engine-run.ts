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
      why: "without any that was touched there is nothing to look at",
    },
  ]),
  ...inFile("engine/run/preview/order-preview.ts", [
    {
      operator: "term",
      line: 'if (!tried.isWhole && reach.end === "enough") {',
      after: 'if ((reach.end === "enough")) {',
      why: "what was tried as a whole comes to the same with more of the book than it needs",
    },
  ]),
  ...inFile("engine/run/preview/preview-reach.ts", [
    {
      operator: "check",
      line: "if (order === NONE) continue;",
      why: "at a price whose orders were all met nothing is left to be found, and nothing else is on show: it only takes longer",
    },
  ]),
];
