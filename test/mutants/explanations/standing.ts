// What nothing can show in `engine/standing/`.

import { type Explanation, inFile } from "../explained.ts";

export const standing: readonly Explanation[] = [
  ...inFile("engine/standing/known-account.ts", [
    {
      operator: "comparison",
      line: "return account >= 0 && account < state.accounts.used && state.accounts.isUser(account);",
      after: "return account > 0 && account < state.accounts.used && state.accounts.isUser(account);",
      why: "account 0 is the insurance fund's, and no user's",
    },
  ]),
  ...inFile("engine/standing/liquidation-freezes.ts", [
    { operator: "check", line: "if (open.size === 0) return false;", why: "without a liquidation none is found" },
    {
      operator: "number",
      line: "if (open.size === 0) return false;",
      after: "if (open.size === (-1)) return false;",
      why: "without a liquidation none is found",
    },
  ]),
];
