// Leverage, margin modes and isolated margin. Rules 5.7 to 5.9.

import { MARGIN_MODES } from "../../base/vocabulary.ts";
import { account, market, money, small, word } from "../field.ts";
import { type CommandOf, commands } from "./declaration.ts";
import { REQUEST } from "./signed-request-field.ts";

export const MARGIN_COMMANDS = commands({
  set_leverage: {
    tag: 6,
    does: "Sets the leverage of one symbol, or of every symbol at once. Rules 5.7.",
    from: ["trader"],
    refusals: ["insufficient_margin", "invalid_parameter", "not_found", "position_limit", "refused"],
    fields: {
      account: account(),
      market: market("-1 for every symbol."),
      leverage: small("times", "At most the maximum of the market."),
      marginMode: word(MARGIN_MODES),
    },
  },
  set_margin_mode: {
    tag: 32,
    does: "Sets the default margin mode of one symbol. Rules 5.8.",
    from: ["trader"],
    refusals: ["invalid_parameter", "not_found", "refused"],
    fields: { account: account(), market: market(), marginMode: word(MARGIN_MODES) },
  },
  move_position_margin: {
    tag: 33,
    does: "Moves balance into an isolated position or back. Rules 5.9 (7).",
    from: ["trader"],
    refusals: ["duplicate", "insufficient_margin", "invalid_parameter", "not_found", "refused"],
    fields: {
      account: account(),
      market: market(),
      direction: word(["ADD", "REDUCE"]),
      amount: money("", { least: 1, most: Number.MAX_SAFE_INTEGER }),
      request: REQUEST,
    },
  },
});

type Of = typeof MARGIN_COMMANDS;
export type SetLeverage = CommandOf<Of, "set_leverage">;
export type SetMarginMode = CommandOf<Of, "set_margin_mode">;
export type MovePositionMargin = CommandOf<Of, "move_position_margin">;
