// What nothing can show in `engine/standing/`.

import type { Explanation } from "../explained.ts";

export const standing: readonly Explanation[] = [
  {
    file: "engine/standing/liquidation-freezes.ts",
    operator: "check",
    line: "if (open.size === 0) return false;",
    why: "without a liquidation none is found",
  },
  {
    file: "engine/standing/liquidation-freezes.ts",
    operator: "number",
    line: "if (open.size === 0) return false;",
    after: "if (open.size === (-1)) return false;",
    why: "without a liquidation none is found",
  },
  {
    file: "engine/standing/known-account.ts",
    operator: "comparison",
    line: "return account >= 0 && account < state.accounts.used && state.accounts.isUser(account);",
    after: "return account > 0 && account < state.accounts.used && state.accounts.isUser(account);",
    why: "account 0 is the insurance fund's, and no user's",
  },
];
