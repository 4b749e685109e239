// How the journal writes the commands of language/commands/liquidation-commands.ts.

import type { LiquidationCommand } from "../commands/liquidation-commands.ts";
import { type Layouts, SIGNED_REQUEST } from "./fields.ts";

export const LIQUIDATION_LAYOUTS: Layouts<LiquidationCommand> = {
  claim_liquidation: {
    tag: 47,
    fields: [
      ["account", "i32"],
      ["liquidationId", "f64"],
      ["ratio", "f64"],
      ["extraRatio", "f64"],
      [
        "limits",
        {
          list: [
            ["market", "i32"],
            ["price", "f64"],
          ],
        },
      ],
      [
        "ratios",
        {
          list: [
            ["market", "i32"],
            ["ratio", "f64"],
          ],
        },
      ],
      ["request", SIGNED_REQUEST, null],
    ],
  },
  claim_insurance_fund: {
    tag: 48,
    fields: [
      ["account", "i32"],
      ["claimId", "f64"],
      ["market", "i32"],
      ["quantity", "f64"],
      ["limitPrice", "f64"],
      ["request", SIGNED_REQUEST, null],
    ],
  },
};
