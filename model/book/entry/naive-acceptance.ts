// Whether an order may join the open ones: limits first, then margin, each margin mode by its own test. Rules 1.3 (12)
// and (13), 4.7, 5.4, 5.7, 5.9 (1).

import { couldOpen, leavesEnough } from "../../money/cover/naive-cover.ts";
import { feeOf } from "../../money/fees/fill-fees.ts";
import { exceedsLeverageLimit } from "../../money/margin/margin-rates.ts";
import {
  initialMarginWithOrders,
  pending,
  symbolFigures,
  totalCollateral,
  withdrawableOf,
} from "../../money/margin/naive-margin.ts";
import { openingParts, reserveOfSide, wanted } from "../../money/margin/reserve.ts";
import { absolute, greatest, sum } from "../../numbers/exact-numbers.ts";
import { type NaiveState, openInterest } from "../../state/naive-state.ts";
import { leverageOf, type NaiveAccount, rowOf } from "../../state/records/naive-account.ts";
import { type NaiveMarket, notional } from "../../state/records/naive-market.ts";
import { type NaiveOrder, remaining } from "../../state/records/naive-order.ts";

type MarginVerdict = "accepted" | "position_limit" | "open_interest_limit" | "insufficient_margin";

/** An order to be accepted, not reduce-only, and for an amendment the same order as it is open now. */
interface Candidate {
  readonly order: NaiveOrder;
  readonly previous: NaiveOrder | null;
  /** Per 100,000. */
  readonly takerFee: bigint;
}

/** @param others the state without the order, neither the present nor the new one */
export function judgeOrder(
  others: NaiveState,
  account: NaiveAccount,
  market: NaiveMarket,
  candidate: Candidate,
): MarginVerdict {
  if (isPurelyClosing(others, account, market, candidate.order)) return "accepted";
  const { order, previous } = candidate;
  if (exceedsLimits(others, account, market, candidate)) return "position_limit";
  const opens = openingOf(others, account, market, order);
  const opened = previous === null ? 0n : openingOf(others, account, market, previous);
  const reached = openInterest(others, market) + opens;
  if (opens > opened && notional(market.mark, reached) > market.parameters.globalMaxOiCap) {
    return "open_interest_limit";
  }
  const affordable = order.marginMode === "CROSS" ? isCovered : isReserved;
  return affordable(others, account, market, candidate) ? "accepted" : "insufficient_margin";
}

/** Whether an order can only close, given the orders already open on its side. Rules 5.4. */
function isPurelyClosing(others: NaiveState, account: NaiveAccount, market: NaiveMarket, order: NaiveOrder): boolean {
  const held = rowOf(account, market, order.marginMode).quantity;
  const closes = order.side === "BUY" ? held < 0n : held > 0n;
  const sameSide = others.open.filter(
    (each) => each.account === account.number && each.market === market.number && each.side === order.side,
  );
  // Reduce-only orders take their share of the position as well.
  const ahead = sum(sameSide.filter((each) => each.marginMode === order.marginMode).map(remaining));
  return closes && ahead + wanted(order) <= absolute(held);
}

/** How much an order adds to what its side may open, beyond what the row can close. */
function openingOf(others: NaiveState, account: NaiveAccount, market: NaiveMarket, order: NaiveOrder): bigint {
  const held = rowOf(account, market, order.marginMode).quantity;
  const closable = (order.side === "BUY" ? held < 0n : held > 0n) ? absolute(held) : 0n;
  const open = pending(others.open, account.number, market.number, order.marginMode);
  const sameSide = order.side === "BUY" ? open.buy : open.sell;
  return greatest(0n, sameSide + wanted(order) - closable) - greatest(0n, sameSide - closable);
}

/** Rules 4.7 and 5.7. A limit that the price has exceeded refuses only orders that would go further. */
function exceedsLimits(
  others: NaiveState,
  account: NaiveAccount,
  market: NaiveMarket,
  { order, previous }: Candidate,
): boolean {
  const sizeOf = order.marginMode === "CROSS" ? crossSize : isolatedSize;
  const after = sizeOf(others, account, market, order);
  if (after <= sizeOf(others, account, market, previous)) return false;
  // Closing is always allowed, together with other closing orders.
  if (order.marginMode === "ISOLATED" && opensNothing(others, account, market, order)) return false;
  const leverage = leverageOf(account, market, order.marginMode);
  return after > market.parameters.maxNotional || exceedsLeverageLimit(market, leverage, after);
}

function opensNothing(others: NaiveState, account: NaiveAccount, market: NaiveMarket, order: NaiveOrder): boolean {
  return reserveOfSide(others, account, market, order.side, [...others.open, order]) === 0n;
}

function crossSize(state: NaiveState, account: NaiveAccount, market: NaiveMarket, order: NaiveOrder | null): bigint {
  return symbolFigures(state, account, market, extraOf(order)).notionalWithOrders;
}

/** Rules 5.9 (1): the row at the mark price, the orders of the side at their own prices. */
function isolatedSize(state: NaiveState, account: NaiveAccount, market: NaiveMarket, order: NaiveOrder | null): bigint {
  const held = absolute(account.isolated[market.number]!.quantity);
  if (order === null) return notional(market.mark, held);
  const sameSide = state.open
    .filter((each) => each.account === account.number && each.market === market.number && each.side === order.side)
    .filter((each) => each.marginMode === "ISOLATED" && !each.reduceOnly);
  const ordered = [...sameSide, order].map((each) => notional(each.reference, wanted(each)));
  return notional(market.mark, held) + sum(ordered);
}

function extraOf(order: NaiveOrder | null): { buy: bigint; sell: bigint } {
  if (order === null) return { buy: 0n, sell: 0n };
  return order.side === "BUY" ? { buy: wanted(order), sell: 0n } : { buy: 0n, sell: wanted(order) };
}

/** Rules 5.4: collateral covers all open orders, and the loss and fee that this one may cost at once. */
function isCovered(
  others: NaiveState,
  account: NaiveAccount,
  market: NaiveMarket,
  { order, takerFee }: Candidate,
): boolean {
  const after = symbolFigures(others, account, market, extraOf(order));
  const worse = order.side === "BUY" ? order.reference - market.mark : market.mark - order.reference;
  const loss = notional(greatest(0n, worse), wanted(order));
  const fee = feeOf(notional(order.reference, wanted(order)), takerFee);
  const required = initialMarginWithOrders(others, account, new Map([[market.number, after]])) + loss + fee;
  return totalCollateral(others, account) >= required;
}

/** Rules 5.9 (1): the available balance covers the increase of the reserve, and the opening part could bear its execution. */
function isReserved(
  others: NaiveState,
  account: NaiveAccount,
  market: NaiveMarket,
  { order, previous }: Candidate,
): boolean {
  const now = previous === null ? others : { ...others, open: [...others.open, previous] };
  const added = addedReserve(others, account, market, { order, previous });
  if (added > withdrawableOf(now, account)) return false;
  const parts = openingParts(others, account, market, order.side, [...others.open, order]);
  const own = parts.find((part) => part.order === order)!;
  if (own.quantity === 0n) return true;
  return leavesEnough(now, account, added) && couldOpen(others, market, order, own.quantity);
}

/** How much more a side reserves with an isolated order than without it, or than with the order before its amendment. */
export function addedReserve(
  others: NaiveState,
  account: NaiveAccount,
  market: NaiveMarket,
  { order, previous }: Pick<Candidate, "order" | "previous">,
): bigint {
  const open = previous === null ? others.open : [...others.open, previous];
  const before = reserveOfSide(others, account, market, order.side, open);
  return reserveOfSide(others, account, market, order.side, [...others.open, order]) - before;
}
