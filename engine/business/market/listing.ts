// Listing a market. Rules 1.2.

import { NONE } from "../../base/storage/int-map.ts";
import { halt } from "../../book/state-changes.ts";
import type { ListMarket } from "../../language/commands/commands.ts";
import type { Listener } from "../../language/events/events.ts";
import { rejection } from "../../language/rejections.ts";
import type { Answer } from "../../language/views/views.ts";
import { handlers } from "../../memory/handlers.ts";
import { Market } from "../../memory/market/market.ts";
import type { State } from "../../memory/state.ts";
import { DOUBT_SINCE } from "../../risk/prices/doubt.ts";
import { refuseListing } from "./listing-rule.ts";

export const listingHandlers = handlers({
  list_market: listMarket,
});

function listMarket(state: State, command: ListMarket, answer: Answer, out: Listener): void {
  const { parameters } = command;
  const refused = refuseListing(parameters, command.price, state.behaviour);
  if (refused !== null || state.findMarket(parameters.symbol) !== NONE) {
    answer.rejection = refused ?? rejection("duplicate", { symbol: parameters.symbol });
    return;
  }
  const number = state.markets.length;
  const market = new Market(number, parameters, command.price, state.now);
  // In a running venue the operator's listing price is in doubt, because no source vouches for it.
  market.health.inDoubt = state.behaviour >= DOUBT_SINCE && state.venue.resumesAt > 0;
  state.addMarket(market);
  answer.created = number;
  out.marketListed(number, state.now);
  if (state.venue.halted) halt(state, market, "VENUE_HALT", state.venue.haltReason, out);
}
