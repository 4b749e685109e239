// How the journal writes the commands of language/commands/price-commands.ts.

import type { PricesCommand } from "../commands/price-commands.ts";
import type { Layouts } from "./fields.ts";

export const PRICES_LAYOUTS: Layouts<PricesCommand> = {
  oracle_prices: {
    tag: 13,
    fields: [
      [
        "prices",
        {
          list: [
            ["market", "i32"],
            ["source", "i32"],
            ["price", "f64"],
            ["volume", "f64"],
          ],
        },
      ],
    ],
  },
  set_index_prices: {
    tag: 14,
    fields: [
      [
        "prices",
        {
          list: [
            ["market", "i32"],
            ["price", "f64"],
          ],
        },
      ],
    ],
  },
  tick: { tag: 15, fields: [] },
  start_session: {
    tag: 49,
    fields: [["resumesAt", "f64"]],
  },
};
