// Changes in `engine/permissions/` that no test can detect.

import { type Explanation, inFile } from "../explained.ts";

export const permissions: readonly Explanation[] = [
  ...inFile("engine/permissions/liquidation-freezes.ts", [
    {
      line: "if (open.size === 0) return false;",
      after: ["if (false) return false;", "if (open.size === (-1)) return false;"],
      why: "without a liquidation none is found",
    },
    {
      operator: "term",
      line: "return row !== NONE && open.has(row);",
      after: "return open.has(row);",
      why: "no subject is NONE except the cross subject of account 0, the fund, which is never in liquidation",
    },
  ]),
];
