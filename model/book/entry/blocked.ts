// What a market's state, a maintenance window and a liquidation allow an account to do. Rules 1.3 (2) to (4), 11.3, 11.4.

import type { AmendOrder, PlaceOrder, RejectionName } from "@evermark/engine";
import { isFrozenFor } from "../../permissions/freezes.ts";
import { isInGrace, isPaused, isTrading, onlyShrinks } from "../../permissions/naive-standstill.ts";
import type { NaiveState } from "../../state/naive-state.ts";
import type { NaiveMarket } from "../../state/records/naive-market.ts";
import type { NaiveOrder } from "../../state/records/naive-order.ts";
import { closes } from "../orders/market-endings.ts";
import { adjustedPostOnlyPrice, opposite, sideOfBook } from "../orders/sorted-book.ts";

/** Refusals that come before a placement's own fields. */
export function placementBlocked(state: NaiveState, command: PlaceOrder): RejectionName | null {
  const market = state.markets[command.market]!;
  const marginMode = command.marginMode || state.accounts[command.account]!.modes[market.number]!;
  const limit = BigInt(command.price);
  const price = command.postOnlyAdjust ? adjustedPostOnlyPrice(state, market, command.side, limit) : limit;
  const { side, orderType, account } = command;
  return blocked(state, market, { account, side, type: orderType, price, marginMode });
}

/** @param order the named order, if it is open */
export function amendmentBlocked(
  state: NaiveState,
  order: NaiveOrder | undefined,
  command: AmendOrder,
): RejectionName | null {
  const { account, side, orderType: type } = command;
  const price = command.price === 0 ? (order?.price ?? 0n) : BigInt(command.price);
  const marginMode = order?.marginMode ?? state.accounts[account]!.modes[command.market]!;
  return blocked(state, state.markets[command.market]!, { account, side, type, price, marginMode }, false);
}

/** Whether nothing at all can be placed. Rules 1.3 (2) to (4). */
export function algoBlocked(
  state: NaiveState,
  market: NaiveMarket,
  account: number,
  mode: "CROSS" | "ISOLATED",
): RejectionName | null {
  if (!isTrading(market)) return "refused";
  if (isPaused(state)) return "maintenance";
  return isFrozenFor(state, account, market.number, mode) ? "refused" : null;
}

type Wanted = Pick<NaiveOrder, "account" | "side" | "type" | "price" | "marginMode">;

function blocked(state: NaiveState, market: NaiveMarket, wanted: Wanted, isNew = true): RejectionName | null {
  if (!isTrading(market)) return "refused";
  if (market.state === "POST_ONLY") {
    if (wanted.type !== "POST_ONLY" && wanted.type !== "LIMIT") return "refused";
    if (meetsAnything(state, market, wanted)) return "refused";
  }
  // Orders that are open in such a market are reduce-only already.
  if (isNew && onlyShrinks(market) && !closes(state, market, wanted)) return "refused";
  if (state.maintenance.phase === "running" || state.clockHalt) return "maintenance";
  if (isInGrace(state) && (wanted.type !== "POST_ONLY" || meetsAnything(state, market, wanted))) return "maintenance";
  return isFrozenFor(state, wanted.account, market.number, wanted.marginMode) ? "refused" : null;
}

/** Whether an order with a limit would reach another order, hidden or not. */
function meetsAnything(state: NaiveState, market: NaiveMarket, { side, price }: Wanted): boolean {
  return sideOfBook(state, market.number, opposite(side)).some((resting) =>
    side === "BUY" ? resting.price <= price : resting.price >= price,
  );
}
