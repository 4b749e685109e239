// What an execution does to a row of either mode, what an isolated one can afford, and what follows when a row has changed.
// Rules 4.2, 5.9 (2) to (6), 2.6.

import type { MarginMode, Side } from "@evermark/engine";
import { cancelClosedAlgos } from "./algo-cancellation.ts";
import { cancel } from "./book.ts";
import { partsOf } from "./crossing.ts";
import { feesOfFill } from "./fees.ts";
import { closeIsolated } from "./handover.ts";
import { applyFill, spareBalance, withdrawableOf } from "./margin.ts";
import type { NaiveReports } from "./reports.ts";
import { allocation, isolatedReserve, liveOrders, openingParts, reservesOf } from "./reserve.ts";
import { type NaiveAccount, type NaiveMarket, type NaiveOrder, type NaiveState, notional, rowOf } from "./state.ts";

interface RowFill {
  /** 1 or -1. */
  readonly direction: bigint;
  readonly quantity: bigint;
  readonly price: bigint;
  readonly fee: bigint;
}

/** Books one side of an execution on its row, and on the balance if the row is isolated; returns the realized profit. */
export function fillRow(
  state: NaiveState,
  account: NaiveAccount,
  market: NaiveMarket,
  mode: MarginMode,
  fill: RowFill,
): bigint {
  const { direction, quantity, price, fee } = fill;
  if (mode === "CROSS") {
    const realized = applyFill(account.rows[market.number]!, direction, quantity, price, fee);
    account.rows[market.number]!.lastSumUnitaryFunding = market.funding.sumUnitary;
    return realized;
  }
  const { closing, opening } = partsOf(account.isolated[market.number]!.quantity, { direction, quantity, fee });
  const realized = closing.quantity > 0n ? closeIsolated(state, account, market, { price, ...closing }) : 0n;
  if (opening.quantity > 0n) {
    const margin = allocation(notional(price, opening.quantity), account.isolatedLeverages[market.number]!);
    const row = account.isolated[market.number]!;
    account.holding -= margin;
    row.margin += margin;
    applyFill(row, direction, opening.quantity, price, opening.fee);
    row.lastSumUnitaryFunding = market.funding.sumUnitary;
  }
  return realized;
}

/**
 * How much of an execution the incoming order can pay for: all of it, or if margin for the opening part is missing only
 * what closes. Rules 5.9 (3).
 */
export function affordableQuantity(
  state: NaiveState,
  order: NaiveOrder,
  role: "maker" | "taker",
  price: bigint,
  quantity: bigint,
): bigint {
  const market = state.markets[order.market]!;
  if (order.marginMode === "CROSS") return quantity;
  const direction = order.side === "BUY" ? 1n : -1n;
  const value = notional(price, quantity);
  const charged = { value, role, orderTag: order.tag, market: order.market };
  const { fee } = feesOfFill(state, state.accounts[order.account]!, charged);
  const { quantity: held } = state.accounts[order.account]!.isolated[order.market]!;
  const { closing, opening } = partsOf(held, { direction, quantity, fee });
  if (opening.quantity === 0n) return quantity;
  const copy = structuredClone({ state, order });
  const account = copy.state.accounts[order.account]!;
  if (closing.quantity > 0n) {
    closeIsolated(copy.state, account, copy.state.markets[order.market]!, { price, ...closing });
    copy.order.executed += closing.quantity;
  }
  const need = allocation(notional(price, opening.quantity), account.isolatedLeverages[order.market]!);
  const own = openingParts(copy.state, account, market, order.side).find((part) => part.order.id === order.id);
  return need <= (own?.reserve ?? 0n) + withdrawableOf(copy.state, account) ? quantity : closing.quantity;
}

/** What a row and the reserve around it were before an event. */
interface Before {
  readonly quantity: bigint;
  readonly reserves: Record<Side, bigint>;
}

/** What a row's new quantity brings about. `reports` is `null` while it only is found out what would happen. */
export function rowChanged(
  state: NaiveState,
  reports: NaiveReports,
  account: NaiveAccount,
  market: NaiveMarket,
  mode: MarginMode,
  before: Before,
): void {
  const after = rowOf(account, market, mode).quantity;
  const turned = before.quantity !== 0n && (after === 0n || before.quantity > 0n !== after > 0n);
  const ended = liveOrders(state)
    .filter((order) => order.account === account.number && order.market === market.number)
    .filter((order) => turned && order.marginMode === mode && order.reduceOnly)
    .toSorted((a, b) => a.id - b.id);
  // What rests goes before the order that is being matched.
  for (const order of ended) if (order !== state.incoming) cancel(state, order, "REDUCE_ONLY_CLOSED", reports);
  if (turned) cancelClosedAlgos(state, reports, account, market, mode, before.quantity);
  if (mode === "ISOLATED") fitReserve(state, reports, account, market, before.reserves);
  for (const order of ended) if (order === state.incoming) cancel(state, order, "REDUCE_ONLY_CLOSED", reports);
}

/**
 * Cancels the youngest orders of a side whose reserve an event enlarged beyond what is available, or that the balance no
 * longer carries, until it fits. Rules 5.9 (2).
 */
function fitReserve(
  state: NaiveState,
  reports: NaiveReports,
  account: NaiveAccount,
  market: NaiveMarket,
  before: Record<Side, bigint>,
): void {
  const sides: readonly Side[] = ["BUY", "SELL"];
  for (const side of sides) {
    const enlarged = reservesOf(state, account, market)[side] > before[side];
    for (;;) {
      const isShort = account.holding < isolatedReserve(state, account);
      if (!isShort && !(enlarged && spareBalance(state, account) < 0n)) break;
      const youngest = openingParts(state, account, market, side).findLast((part) => part.reserve > 0n);
      if (youngest === undefined) break;
      cancel(state, youngest.order, "MARGIN", reports);
    }
  }
}
