// What nothing can show in `engine/business/`.

import type { Explanation } from "../explained.ts";

export const business: readonly Explanation[] = [
  {
    file: "engine/business/market/delisting.ts",
    operator: "comparison",
    line: "for (let row = 0; row < state.rows.used; row++) {",
    why: "behind the last row is none that has anything to settle",
  },
];
