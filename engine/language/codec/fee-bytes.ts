// How the journal writes the commands of language/commands/fee-commands.ts.

import type { FeesCommand } from "../commands/fee-commands.ts";
import type { Layouts } from "./fields.ts";

export const FEES_LAYOUTS: Layouts<FeesCommand> = {
  set_broker_fees: {
    tag: 38,
    fields: [
      ["broker", "i32"],
      ["takerFee", "f64"],
      ["makerFee", "f64"],
    ],
  },
  set_account_fees: {
    tag: 39,
    fields: [
      ["broker", "i32"],
      ["accounts", { list: [["account", "i32"]] }],
      ["takerFee", "f64"],
      ["makerFee", "f64"],
    ],
  },
  reset_account_fees: {
    tag: 40,
    fields: [
      ["broker", "i32"],
      ["accounts", { list: [["account", "i32"]] }],
    ],
  },
  set_minimum_tier: {
    tag: 41,
    fields: [
      ["broker", "i32"],
      ["tier", "i32"],
    ],
  },
  create_fee_tag: {
    tag: 42,
    fields: [
      ["broker", "i32"],
      ["enumId", "text"],
      ["name", "text"],
      ["description", "text"],
      ["rate", "f64"],
      [
        "overrides",
        {
          list: [
            ["market", "i32"],
            ["rate", "f64"],
          ],
        },
      ],
    ],
  },
  edit_fee_tag: {
    tag: 43,
    fields: [
      ["broker", "i32"],
      ["enumId", "text"],
      ["name", { optional: "text" }],
      ["description", { optional: "text" }],
      ["rate", "f64"],
      ["replacesOverrides", "bool"],
      [
        "overrides",
        {
          list: [
            ["market", "i32"],
            ["rate", "f64"],
          ],
        },
      ],
    ],
  },
  archive_fee_tag: {
    tag: 44,
    fields: [
      ["broker", "i32"],
      ["enumId", "text"],
    ],
  },
  create_referral_code: {
    tag: 45,
    fields: [
      ["broker", "i32"],
      ["account", "i32"],
      ["code", "text"],
      ["maxRebate", "f64"],
      ["referrerShare", "f64"],
      ["refereeShare", "f64"],
    ],
  },
  bind_referral: {
    tag: 46,
    fields: [
      ["account", "i32"],
      ["code", "text"],
    ],
  },
  unarchive_fee_tag: {
    tag: 60,
    fields: [
      ["broker", "i32"],
      ["enumId", "text"],
    ],
  },
  set_affiliate: {
    tag: 61,
    fields: [
      ["account", "i32"],
      ["rate", "f64"],
      ["parent", "i32"],
    ],
  },
  set_affiliate_basis: {
    tag: 62,
    fields: [
      ["broker", "i32"],
      ["basis", ["builder_revenue", "trading_fee"]],
    ],
  },
};
