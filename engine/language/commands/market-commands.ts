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
      parameters: marketParameters("As the operator wrote them (rules 13)."),
    },
  },
  set_market_state: {
    tag: 16,
    does:
      "Takes a market to another state. HALTED over a halt of the engine's own keeps it from going on by itself; out of a " +
      "halt over an index that jumped, the next index is believed however far away it is. Rules 11.3, 11.4.",
    from: ["operator"],
    refusals: ["invalid_parameter", "refused"],
    fields: { market: market(), state: word(MARKET_STATES), reason: text('Shown with the state; "" for none.') },
  },
  set_market_rules: {
    tag: 17,
    does: "Changes what an operator may change of a listed market; null leaves a rule as it is. Rules 6.5, 11.1.",
    from: ["operator"],
    refusals: ["invalid_parameter"],
    fields: {
      market: market(),
      ...parameterChanges(),
    },
  },
  schedule_delisting: {
    tag: 18,
    does: "Announces when a market, REDUCE_ONLY or halted until then, is delisted; again, to move that time. Rules 11.3.",
    from: ["operator"],
    refusals: ["invalid_parameter", "refused"],
    fields: { market: market(), delistAt: time() },
  },
  schedule_maintenance: {
    tag: 19,
    does:
      "Announces a maintenance window, or gives the one that runs another end (`startAt` in the past); `startAt` 0 takes " +
      "an announced or running one back. Rules 11.5.",
    from: ["operator"],
    refusals: ["invalid_parameter", "refused"],
    fields: { startAt: time(), endAt: time(), message: text() },
  },
  halt_venue: {
    tag: 20,
    does: "Halts every market that trades, or lets them go on. Rules 11.4.",
    from: ["operator"],
    refusals: ["refused"],
    fields: { halted: flag(), reason: text() },
  },
  halt_for_clock: {
    tag: 72,
    does:
      "The venue's clock is in doubt, or no longer: nothing is placed, matched or liquidated and no money leaves, while " +
      "orders can be cancelled and stay where they are. Rules 11.4.",
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
