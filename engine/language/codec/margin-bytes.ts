// How the journal writes the commands of language/commands/margin-commands.ts.

import { MARGIN_MODES } from "../../base/vocabulary.ts";
import type { MarginCommand } from "../commands/margin-commands.ts";
import { type Layouts, SIGNED_REQUEST } from "./fields.ts";

export const MARGIN_LAYOUTS: Layouts<MarginCommand> = {
  set_leverage: {
    tag: 6,
    fields: [
      ["account", "i32"],
      ["market", "i32"],
      ["leverage", "i32"],
      ["marginMode", MARGIN_MODES],
    ],
  },
  set_margin_mode: {
    tag: 32,
    fields: [
      ["account", "i32"],
      ["market", "i32"],
      ["marginMode", MARGIN_MODES],
    ],
  },
  move_position_margin: {
    tag: 33,
    fields: [
      ["account", "i32"],
      ["market", "i32"],
      ["direction", ["ADD", "REDUCE"]],
      ["amount", "f64"],
      ["request", SIGNED_REQUEST, null],
    ],
  },
};
