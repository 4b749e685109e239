// How the journal writes the commands of language/commands/market-commands.ts.

import { MARKET_STATES } from "../../base/vocabulary.ts";
import type { MarketsCommand } from "../commands/market-commands.ts";
import type { Layouts } from "./fields.ts";
import { CHANGES, PARAMETERS } from "./parameter-bytes.ts";

export const MARKETS_LAYOUTS: Layouts<MarketsCommand> = {
  list_market: {
    tag: 1,
    fields: [
      ["price", "f64"],
      ["parameters", { record: PARAMETERS }],
    ],
  },
  set_market_state: {
    tag: 16,
    fields: [
      ["market", "i32"],
      ["state", MARKET_STATES],
      ["reason", "text"],
    ],
  },
  set_market_rules: {
    tag: 17,
    fields: [["market", "i32"], ...CHANGES],
  },
  schedule_delisting: {
    tag: 18,
    fields: [
      ["market", "i32"],
      ["delistAt", "f64"],
    ],
  },
  schedule_maintenance: {
    tag: 19,
    fields: [
      ["startAt", "f64"],
      ["endAt", "f64"],
      ["message", "text"],
    ],
  },
  halt_venue: {
    tag: 20,
    fields: [
      ["halted", "bool"],
      ["reason", "text"],
    ],
  },
  halt_for_clock: { tag: 72, fields: [["halted", "bool"]] },
};
