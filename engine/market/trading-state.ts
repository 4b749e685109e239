// Whether an account may trade a market at all: what comes before an order's own fields are looked at. Rules 1.3 (2)
// to (4), 11.3.

import { isUserAccount } from "../account/registration.ts";
import { type Rejection, rejection } from "../rejections.ts";
import type { State } from "../state.ts";
import type { LiveMarket } from "./live-market.ts";

export function tradingBlocked(state: State, account: number, market: LiveMarket): Rejection | null {
  if (market.state !== "ACTIVE") {
    return rejection("refused", { market_state: market.state }, `${market.parameters.symbol} is ${market.state}`);
  }
  if (!isUserAccount(state, account)) return rejection("not_found", {}, "account does not exist");
  return null;
}
