// Markets and the venue as their operator runs them. Rules 1.2, 11.

import { MARKET_STATES } from "../../base/vocabulary.ts";
import { flag, market, marketParameters, price, text, time, word } from "../field.ts";
import { parameterChanges } from "../parameter-changes.ts";
import { type CommandOf, commands } from "./declaration.ts";

export const MARKET_COMMANDS = commands({
  list_market: {
    tag: 1,
    does: "Lists a market, or is refused if its parameters break the listing rule (rules 1.2). Markets count from 0.",
    from: ["venue"],
    refusals: ["duplicate", "invalid_parameter"],
    fields: {
      price: price("The index price until the first source reports."),
      parameters: marketParameters("As the operator specified them (rules 13)."),
    },
  },
  set_market_state: {
    tag: 16,
    does:
      "Moves a market to another state. HALTED during a halt by the engine keeps the market from resuming automatically; when a " +
      "halt after a jump of the index is ended, the next index is accepted however far away it is. Rules 11.3, 11.4.",
    from: ["operator"],
    refusals: ["invalid_parameter", "refused"],
    fields: { market: market(), state: word(MARKET_STATES), reason: text('Shown with the state; "" for none.') },
  },
  set_market_rules: {
    tag: 17,
    does: "Changes those rules of a listed market that an operator may change; null leaves a rule unchanged. Rules 6.5, 11.1.",
    from: ["operator"],
    refusals: ["invalid_parameter"],
    fields: {
      market: market(),
      ...parameterChanges(),
    },
  },
  schedule_delisting: {
    tag: 18,
    does: "Announces when a market is delisted; until then it is REDUCE_ONLY or halted. Sent again, it moves that time. Rules 11.3.",
    from: ["operator"],
    refusals: ["invalid_parameter", "refused"],
    fields: { market: market(), delistAt: time() },
  },
  schedule_maintenance: {
    tag: 19,
    does:
      "Announces a maintenance window, or changes the end of the current one (`startAt` in the past); a `startAt` of 0 cancels " +
      "an announced or current one. Rules 11.5.",
    from: ["operator"],
    refusals: ["invalid_parameter", "refused"],
    fields: { startAt: time(), endAt: time(), message: text() },
  },
  halt_venue: {
    tag: 20,
    does: "Halts every market that trades, or lets them resume. Rules 11.4.",
    from: ["operator"],
    refusals: ["refused"],
    fields: { halted: flag(), reason: text() },
  },
  halt_for_clock: {
    tag: 72,
    does:
      "Records that the venue's clock is in doubt, or no longer is. While it is, nothing is placed, matched or liquidated and no " +
      "money leaves; open orders stay and can be cancelled. Rules 11.4.",
    from: ["venue"],
    refusals: ["refused"],
    fields: { halted: flag() },
  },
});

type Of = typeof MARKET_COMMANDS;
export type ListMarket = CommandOf<Of, "list_market">;
export type SetMarketState = CommandOf<Of, "set_market_state">;
export type SetMarketRules = CommandOf<Of, "set_market_rules">;
export type ScheduleDelisting = CommandOf<Of, "schedule_delisting">;
export type ScheduleMaintenance = CommandOf<Of, "schedule_maintenance">;
export type HaltVenue = CommandOf<Of, "halt_venue">;
export type HaltForClock = CommandOf<Of, "halt_for_clock">;
