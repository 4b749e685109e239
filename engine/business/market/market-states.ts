// Changes of a market's state by the operator. Rules 11.3.

import { microsText } from "../../base/numbers/arithmetic.ts";
import type { MarketState } from "../../base/vocabulary.ts";
import { changeState } from "../../book/state-changes.ts";
import type { SetMarketState } from "../../language/commands/commands.ts";
import type { Listener } from "../../language/events/events.ts";
import { type Rejection, rejection } from "../../language/rejections.ts";
import type { Answer } from "../../language/views/views.ts";
import { handlers } from "../../memory/handlers.ts";
import type { Market } from "../../memory/market/market.ts";
import type { State } from "../../memory/state.ts";
import { runDuePipelines } from "../../risk/price-pipeline.ts";
import { GATE_OPENS_AT, hasPassedGate } from "./launch-gate.ts";

/**
 * The states to which an operator may take a market from each state. Delisting has its own command, with a time. A
 * market that was halted automatically may also be halted by hand: then it does not resume automatically.
 */
const NEXT: Readonly<Record<MarketState, readonly MarketState[]>> = {
  NEW: ["PENDING"],
  PENDING: ["POST_ONLY"],
  POST_ONLY: ["ACTIVE", "HALTED"],
  ACTIVE: ["REDUCE_ONLY", "HALTED"],
  REDUCE_ONLY: ["ACTIVE", "HALTED"],
  HALTED: ["HALTED", "POST_ONLY", "ACTIVE", "REDUCE_ONLY", "DELISTING"],
  DELISTING: ["HALTED"],
  DELISTED: [],
};

export const marketStateHandlers = handlers({
  set_market_state: setMarketState,
});

function setMarketState(state: State, command: SetMarketState, answer: Answer, out: Listener): void {
  const market = state.markets[command.market];
  const refused =
    market === undefined
      ? rejection("invalid_parameter", { market: command.market })
      : refuseChange(state, market, command.state);
  if (refused !== null) {
    answer.rejection = refused;
    return;
  }
  const live = market!;
  if (live.state !== "HALTED") live.resumesAs = live.state;
  else if (command.state !== "HALTED") live.health.vouch(state.now);
  changeState(state, live, { to: command.state, reason: "OPERATOR", detail: command.reason }, out);
  runDuePipelines(state, out);
}

function refuseChange(state: State, market: Market, to: MarketState): Rejection | null {
  const { symbol } = market.parameters;
  const from = market.state;
  const no = (why: string) => rejection("refused", { market_state: from }, `${symbol} is ${from} and ${why}`);
  if (!NEXT[from].includes(to)) return no(`can't become ${to}`);
  if (to === "HALTED") return market.stateReason === "OPERATOR" && from === to ? no("is so by hand already") : null;
  // DELISTING is reachable only with an announced time, and with one a halted market may resume only as DELISTING.
  if ((to === "DELISTING") !== market.delistAt > 0) {
    return no(to === "DELISTING" ? "has no time for its delisting" : "is about to be delisted");
  }
  if (to !== "PENDING" && state.venue.halted) return no("stays so while the venue is halted");
  const wasActive = from === "HALTED" && market.resumesAs === "ACTIVE";
  if (to === "ACTIVE" && market.parameters.gated && !wasActive && !hasPassedGate(state, market)) {
    return no(`needs ${microsText(GATE_OPENS_AT)} USDC on both sides of its book for ten minutes first`);
  }
  return null;
}
