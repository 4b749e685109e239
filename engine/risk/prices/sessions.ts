// A start of the venue: until the index of a market has been fresh once, no account is liquidated in it; the time in which the
// venue did not run does not count as silence of the sources; and no connection from before is left. Rules 11.4.

import { cancelSessionOrders } from "../../book/orders/session-orders.ts";
import type { StartSession } from "../../language/commands/commands.ts";
import type { Listener } from "../../language/events/events.ts";
import { rejection } from "../../language/rejections.ts";
import type { Answer } from "../../language/views/views.ts";
import { handlers } from "../../memory/handlers.ts";
import { UNTIL_DISCONNECT_SINCE } from "../../memory/order/until-disconnect.ts";
import type { State } from "../../memory/state.ts";
import { DOUBT_SINCE, setDoubt } from "./doubt.ts";

export const sessionHandlers = handlers({
  start_session: startSession,
});

function startSession(state: State, command: StartSession, answer: Answer, out: Listener): void {
  const { resumesAt } = command;
  if (!Number.isSafeInteger(resumesAt)) {
    answer.rejection = rejection("invalid_parameter", { field: "resumes_at" });
    return;
  }
  if (state.behaviour >= UNTIL_DISCONNECT_SINCE) cancelSessionOrders(state, out);
  state.venue.resumesAt = Math.max(resumesAt, state.now);
  for (const number of state.marketsBySymbol) {
    const market = state.markets[number]!;
    for (const source of market.sources) source.isOld = true;
    // What has to last half a minute has to be observed for half a minute: the time without a venue does not count.
    market.health.freshSince = 0;
    market.health.agreedSince = 0;
    // A price set by hand remains valid.
    if (market.pinned || market.state === "DELISTED") continue;
    const isHeld = market.health.awaitsReport;
    market.health.awaitsReport = true;
    setDoubt(state, market, true, out);
    if (isHeld || state.behaviour >= DOUBT_SINCE) continue;
    state.liquidations.due = true;
    out.market({ type: "liquidation_held", market: number, at: state.now });
  }
}
