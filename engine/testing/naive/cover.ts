// Whether an account could bear an execution, asked just before it happens: marks move, margin is withdrawn and fees change
// while an order rests, and a market order walks. The answer is found by booking on a copy. Rules 2.3 (7), 5.9 (1).

import { partsOf } from "./crossing.ts";
import { sum } from "./exact.ts";
import { baseFee, feesOfFill } from "./fees.ts";
import { estateOf } from "./liquidation.ts";
import { initialRate, marginOf } from "./margin.ts";
import { type Estate, maintenanceOf, sizeOf } from "./offers.ts";
import { fillRow } from "./positions.ts";
import { isStandingStill } from "./safe-modes.ts";
import {
  emptyRow,
  type NaiveAccount,
  type NaiveMarket,
  type NaiveOrder,
  type NaiveState,
  notional,
  rowOf,
} from "./state.ts";

/** One side of an execution that is about to happen. */
interface Imminent {
  readonly role: "maker" | "taker";
  readonly price: bigint;
  /** Unsigned. */
  readonly quantity: bigint;
}

export function couldBear(state: NaiveState, order: NaiveOrder, { role, price, quantity }: Imminent): boolean {
  const market = state.markets[order.market]!;
  const direction = directionOf(order);
  const value = notional(price, quantity);
  const charged = { value, role, orderTag: order.tag, market: order.market };
  const { fee } = feesOfFill(state, state.accounts[order.account]!, charged);
  const copy = copyFor(state, order);
  const { quantity: held } = rowOf(copy.account, market, order.marginMode);
  const { closing, opening } = partsOf(held, { direction, quantity, fee });
  // Until the level that the operator has let through is there, nothing is opened at the old one.
  if (market.belief.takesAnything && opening.quantity > 0n) return false;
  const owner = state.accounts[order.account]!;
  const gainOfAll = direction * notional(market.mark - price, quantity) - fee;
  if (
    order.marginMode === "CROSS" &&
    standsStill(state, order.account) &&
    gainOfAll < -baseFee(state.fees.brokers[owner.broker]!.tier, value)
  ) {
    return false;
  }
  const worth = () =>
    estateOf(copy.state, { account: copy.account, market: order.marginMode === "CROSS" ? null : market });
  const book = (part: { quantity: bigint; fee: bigint }) =>
    fillRow(copy.state, copy.account, market, order.marginMode, { direction, price, ...part });

  if (closing.quantity > 0n) {
    const before = worth();
    book(closing);
    const gain = direction * notional(market.mark - price, closing.quantity) - closing.fee;
    const endsIsolated = order.marginMode === "ISOLATED" && worth().positions.length === 0;
    const closes = endsIsolated ? before.collateral + gain >= 0n : mayClose(before, worth(), gain);
    if (!closes) return false;
  }
  if (opening.quantity === 0n) return true;
  book(opening);
  return order.marginMode === "CROSS" ? isAboveInitial(worth()) : isAboveMaintenance(worth());
}

/**
 * Whether the opening part of an isolated order would bear to be executed where it is valued: on its row, or on a new one
 * if it has to close the row first.
 */
export function couldOpen(state: NaiveState, market: NaiveMarket, order: NaiveOrder, quantity: bigint): boolean {
  const copy = copyFor(state, order);
  const { account } = copy;
  const direction = directionOf(order);
  const { quantity: held } = account.isolated[market.number]!;
  if (held !== 0n && held > 0n !== direction > 0n) account.isolated[market.number] = emptyRow();
  const value = notional(order.reference, quantity);
  const charged = { value, role: "taker", orderTag: order.tag, market: market.number } as const;
  const { fee } = feesOfFill(state, account, charged);
  fillRow(copy.state, account, market, "ISOLATED", { direction, quantity, price: order.reference, fee });
  return isAboveMaintenance(estateOf(copy.state, { account, market }));
}

/** Whether an account has a cross position at a price that stands still: what it loses elsewhere may be the fund's. */
function standsStill(state: NaiveState, account: number): boolean {
  const { rows } = state.accounts[account]!;
  return state.markets.some((market) => rows[market.number]!.quantity !== 0n && isStandingStill(market));
}

function directionOf(order: NaiveOrder): bigint {
  return order.side === "BUY" ? 1n : -1n;
}

/** A venue on which an execution of one account can be booked without anybody noticing. */
function copyFor(state: NaiveState, order: NaiveOrder): { state: NaiveState; account: NaiveAccount } {
  const { insurance, clearing } = state;
  const own = structuredClone({ insurance, clearing, account: state.accounts[order.account]! });
  return { state: { ...state, insurance: own.insurance, clearing: own.clearing }, account: own.account };
}

/** At the mark or better, or with maintenance margin left for the rest, or without losing any of the ratio to it. */
function mayClose(before: Estate, after: Estate, gain: bigint): boolean {
  return (
    gain >= 0n ||
    isAboveMaintenance(after) ||
    after.collateral * maintenanceOf(before.positions) >= before.collateral * maintenanceOf(after.positions)
  );
}

function isAboveMaintenance({ collateral, positions }: Estate): boolean {
  return collateral >= maintenanceOf(positions);
}

function isAboveInitial({ collateral, positions }: Estate): boolean {
  const initial = positions.map((each) =>
    marginOf(sizeOf(each), initialRate(each.market, each.leverage, sizeOf(each))),
  );
  return collateral >= sum(initial);
}
