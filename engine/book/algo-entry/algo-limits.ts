// Checks of an algo order beyond its own fields: the state of venue, market and account, how many are waiting already,
// and a position on the other side. Rules 1.3, 3.1, 3.3, 3.4.

import { NONE } from "../../base/storage/int-map.ts";
import type { AccountNumber } from "../../base/units.ts";
import type { MarginMode } from "../../base/vocabulary.ts";
import type { PlaceAlgoOrder } from "../../language/commands/algo-order-commands.ts";
import { type Rejection, rejection } from "../../language/rejections.ts";
import { hasWaiting, opposite } from "../../memory/algo-order/algo-order.ts";
import type { Market } from "../../memory/market/market.ts";
import type { State } from "../../memory/state.ts";
import { refuseFrozen } from "../../permissions/liquidation-freezes.ts";
import { tradingBlocked } from "../../permissions/trading-state.ts";
import { wrong } from "./algo-fields.ts";

const TP_SL_MAX = 10;
const POSITIONAL_MAX = 1;
const SINGLE_MAX = 50;
/** From this behaviour on, the refusals of an algo order come in the order of rules 1.3 in the grace minute as well. */
const IN_ORDER_SINCE = 5;

/** Whether algo orders may be placed or changed at all. Rules 1.3 (2) to (4). */
export function algoBlocked(state: State, account: AccountNumber, market: Market, mode: MarginMode): Rejection | null {
  const blocked = tradingBlocked(state, account, market, null);
  // The grace minute after maintenance takes only orders that rest; that refusal comes before those for the account.
  if (state.venue.rests && (blocked === null || isOfAccount(state, market, blocked))) return rejection("maintenance");
  return blocked ?? refuseFrozen(state, account, market.number, mode);
}

function isOfAccount(state: State, market: Market, { name }: Rejection): boolean {
  return state.behaviour >= IN_ORDER_SINCE && market.isTrading && name !== "maintenance";
}

/**
 * Only orders that may still fire count, including one that waits for liquidity; a BRACKET counts until its second leg
 * has fired or become a separate tree.
 */
export function checkLimits(state: State, c: PlaceAlgoOrder, mode: MarginMode): Rejection | null {
  const waiting = state.algoOrders.rootsOf(c.account).filter(hasWaiting);
  if (c.algoType === "TP_SL") {
    const groups = waiting.filter(({ algoType }) => algoType === "TP_SL").length;
    return groups < TP_SL_MAX ? null : tooMany(c.algoType, `fewer than ${TP_SL_MAX} untriggered TP_SL orders`);
  }
  if (c.algoType === "POSITIONAL_TP_SL") {
    const same = waiting.filter(
      (root) =>
        root.algoType === c.algoType && root.market === c.market && root.marginMode === mode && root.side === c.side,
    ).length;
    return same < POSITIONAL_MAX ? null : tooMany(c.algoType, "no untriggered POSITIONAL_TP_SL of the same position");
  }
  const singles = waiting.filter(
    ({ algoType }) => algoType === "STOP" || algoType === "TRAILING_STOP" || algoType === "BRACKET",
  ).length;
  const most = `fewer than ${SINGLE_MAX} untriggered STOP, TRAILING_STOP and BRACKET orders`;
  return singles < SINGLE_MAX ? null : tooMany(c.algoType, most);
}

function tooMany(algoType: string, expected: string): Rejection {
  return wrong("algo_type", algoType, expected);
}

/** A group closes an open position; with none open yet, it may be placed ahead of the position. Rules 3.3. */
export function checkClosingSide(state: State, c: PlaceAlgoOrder, mode: MarginMode): Rejection | null {
  if (c.algoType !== "TP_SL" && c.algoType !== "POSITIONAL_TP_SL") return null;
  const row = state.rows.find(c.account, c.market, mode);
  const held = row === NONE ? 0 : state.rows.quantity(row);
  const opens = c.side === "BUY" ? held > 0 : held < 0;
  return opens ? wrong("side", c.side, `${opposite(c.side)}, which closes the position`) : null;
}
