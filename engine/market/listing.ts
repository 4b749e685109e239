// A market is listed. Rules 1.2.

import type { ListMarket } from "../commands.ts";
import type { Listener } from "../events.ts";
import { DOUBT_SINCE } from "../prices/doubt.ts";
import { rejection } from "../rejections.ts";
import type { State } from "../state.ts";
import { NONE } from "../storage/int-map.ts";
import type { Answer } from "../views.ts";
import { refuseListing } from "./listing-rule.ts";
import { LiveMarket } from "./live-market.ts";
import { halt } from "./state-changes.ts";

export function listMarket(state: State, command: ListMarket, answer: Answer, out: Listener): void {
  const { parameters } = command;
  const refused = refuseListing(parameters, command.price, state.behaviour);
  if (refused !== null || state.findMarket(parameters.symbol) !== NONE) {
    answer.rejection = refused ?? rejection("duplicate", { symbol: parameters.symbol });
    return;
  }
  const number = state.markets.length;
  const market = new LiveMarket(number, parameters, command.price, state.now);
  // What the operator wrote down is no price that a running venue's sources stand behind.
  market.health.inDoubt = state.behaviour >= DOUBT_SINCE && state.venue.resumesAt > 0;
  state.addMarket(market);
  answer.created = number;
  out.marketListed(number, state.now);
  if (state.venue.halted) halt(state, market, "VENUE_HALT", state.venue.haltReason, out);
}
