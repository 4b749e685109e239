// Whether an account could bear an execution, tested just before it happens: marks move, margin is withdrawn and fees change
// while an order rests, and a market order walks. The answer is found by booking on a copy. Rules 2.3 (7), 5.9 (1).

import { divideFloor } from "../../numbers/exact-numbers.ts";
import { RATE } from "../../numbers/scales.ts";
import { isInDoubt, standsByHand, standsStill } from "../../permissions/naive-standstill.ts";
import type { NaiveState } from "../../state/naive-state.ts";
import { emptyRow, type NaiveAccount, rowOf } from "../../state/records/naive-account.ts";
import { type NaiveMarket, notional } from "../../state/records/naive-market.ts";
import type { NaiveOrder } from "../../state/records/naive-order.ts";
import { feesOfFill } from "../fees/fill-fees.ts";
import { partsOf } from "../rows/crossing.ts";
import { type Estate, maintenanceOf } from "./estate-sums.ts";
import { estateOf } from "./estates.ts";
import { countedInitial, type MarketsAtWorse, suspectsOf, valuedAtWorse } from "./held-rows.ts";
import { fillRow } from "./naive-fills.ts";

/** One side of an execution that is about to happen. */
interface PlannedExecution {
  readonly role: "maker" | "taker";
  readonly price: bigint;
  /** Unsigned. */
  readonly quantity: bigint;
}

/** "in doubt": it fails only because an index is in doubt, the market's own or that of a row that stands still. */
export function cover(
  state: NaiveState,
  order: NaiveOrder,
  imminent: PlannedExecution,
): "borne" | "in doubt" | "failed" {
  if (bears(state, order, imminent, { doubts: true })) return "borne";
  return bears(state, order, imminent, { doubts: false }) ? "in doubt" : "failed";
}

function bears(
  state: NaiveState,
  order: NaiveOrder,
  { role, price, quantity }: PlannedExecution,
  { doubts }: { readonly doubts: boolean },
): boolean {
  const market = state.markets[order.market]!;
  const direction = directionOf(order);
  const value = notional(price, quantity);
  const charged = { value, role, orderTag: order.tag, market: order.market };
  const { fee } = feesOfFill(state, state.accounts[order.account]!, charged);
  const copy = copyFor(state, order);
  const { quantity: held } = rowOf(copy.account, market, order.marginMode);
  const { closing, opening } = partsOf(held, { direction, quantity, fee });
  if (doubts && isInDoubt(market) && opening.quantity > 0n) return false;
  const isCross = order.marginMode === "CROSS";
  const suspects = suspectsOf(state, copy.account, (each) =>
    doubts ? standsStill(state, each) : standsByHand(state, each),
  );
  const worth = () => {
    const estate = estateOf(copy.state, { account: copy.account, market: isCross ? null : market });
    return isCross ? valuedAtWorse(estate, suspects) : estate;
  };
  const book = (part: { quantity: bigint; fee: bigint }) => {
    fillRow(copy.state, copy.account, market, order.marginMode, { direction, price, ...part });
    copy.order.executed += part.quantity;
  };

  if (closing.quantity > 0n) {
    const before = worth();
    book(closing);
    const gain = direction * notional(market.mark - price, closing.quantity) - closing.fee;
    const endsIsolated = !isCross && worth().positions.length === 0;
    const closes = endsIsolated ? before.collateral + gain >= 0n : mayClose(before, worth(), gain);
    if (!closes) return false;
    if (isCross && !carriesSuspects(copy, suspects) && !staysNear(market, { direction, price, ...closing })) {
      return false;
    }
  }
  if (opening.quantity === 0n) return true;
  book(opening);
  if (!carriesSuspects(copy, suspects)) return false;
  return isCross ? isAboveInitial(worth(), suspects) : isAboveMaintenance(worth());
}

/**
 * Whether the opening part of an isolated order could execute at its reference price: on its row, or on a new one if it
 * has to close the row first.
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

/** Whether cross rows that stand still leave this much for an isolated order's reserve. In doubt the order may wait. */
export function leavesEnough(state: NaiveState, account: NaiveAccount, reserved: bigint): boolean {
  const suspects = suspectsOf(state, account, (each) => standsStill(state, each));
  const estate = valuedAtWorse(estateOf(state, { account, market: null }), suspects);
  return suspects.size === 0 || estate.collateral - reserved >= countedInitial(estate, suspects);
}

function directionOf(order: NaiveOrder): bigint {
  return order.side === "BUY" ? 1n : -1n;
}

interface Copy {
  readonly state: NaiveState;
  readonly account: NaiveAccount;
  readonly order: NaiveOrder;
}

/** A copy of the venue on which an execution of one account can be booked. */
function copyFor(state: NaiveState, original: NaiveOrder): Copy {
  const { insurance, clearing, open, incoming } = state;
  const own = structuredClone({ insurance, clearing, account: state.accounts[original.account]!, order: original });
  const orders = {
    open: open.map((each) => (each.id === original.id ? own.order : each)),
    incoming: incoming?.id === original.id ? own.order : incoming,
  };
  const copy = { ...state, ...orders, insurance: own.insurance, clearing: own.clearing };
  return { state: copy, account: own.account, order: own.order };
}

/** Whether the cross account could bear its rows that stand still, at their worst. True where there are none. */
function carriesSuspects({ state, account }: Copy, suspects: MarketsAtWorse): boolean {
  if (suspects.size === 0) return true;
  return isAboveInitial(valuedAtWorse(estateOf(state, { account, market: null }), suspects), suspects);
}

/** Whether a close gives away no more than a stop may, measured by the index. Rules 3.2. */
function staysNear(
  market: NaiveMarket,
  close: { readonly direction: bigint; readonly price: bigint; readonly quantity: bigint; readonly fee: bigint },
): boolean {
  const index = market.expected;
  const gain = close.direction * notional(index - close.price, close.quantity) - close.fee;
  return gain >= -divideFloor(notional(index, close.quantity) * market.parameters.stopSlippage, RATE);
}

/** At the mark or better, or with maintenance margin left for the rest, or without lowering the ratio to it. */
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

function isAboveInitial(estate: Estate, suspects: MarketsAtWorse): boolean {
  return estate.collateral >= countedInitial(estate, suspects);
}
