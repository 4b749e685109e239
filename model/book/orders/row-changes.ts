// The consequences for orders when a row has changed. Rules 2.6, 5.9 (2).

import type { MarginMode, Side } from "@evermark/engine";
import { spareBalance } from "../../money/margin/naive-margin.ts";
import { isolatedReserve, liveOrders, openingParts, reservesOf } from "../../money/margin/reserve.ts";
import type { NaiveState } from "../../state/naive-state.ts";
import { type NaiveAccount, rowOf } from "../../state/records/naive-account.ts";
import type { NaiveMarket } from "../../state/records/naive-market.ts";
import type { NaiveReports } from "../../state/reports.ts";
import { cancelClosedAlgos } from "./algo-endings.ts";
import { cancel } from "./order-endings.ts";

/** A row and the reserve around it before an event. */
interface Before {
  readonly quantity: bigint;
  readonly reserves: Record<Side, bigint>;
}

/** Applies the consequences of a row's new quantity. */
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
  // Resting orders are cancelled before the order that is being matched.
  for (const order of ended) if (order !== state.incoming) cancel(state, order, "REDUCE_ONLY_CLOSED", reports);
  if (turned) cancelClosedAlgos(state, reports, account, market, mode, before.quantity);
  if (mode === "ISOLATED") fitReserve(state, reports, account, market, before.reserves);
  for (const order of ended) if (order === state.incoming) cancel(state, order, "REDUCE_ONLY_CLOSED", reports);
}

/**
 * Cancels the youngest orders of a side until its reserve fits: where an event enlarged the reserve beyond what is
 * available, or where the balance no longer covers it. Rules 5.9 (2).
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
