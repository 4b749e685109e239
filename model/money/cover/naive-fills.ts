// The effect of an execution on a row of either mode, and how much an isolated one can afford. Rules 4.2, 5.9 (2) to (6).

import type { MarginMode } from "@evermark/engine";
import type { NaiveState } from "../../state/naive-state.ts";
import type { NaiveAccount } from "../../state/records/naive-account.ts";
import { type NaiveMarket, notional } from "../../state/records/naive-market.ts";
import type { NaiveOrder } from "../../state/records/naive-order.ts";
import { feesOfFill } from "../fees/fill-fees.ts";
import { withdrawableOf } from "../margin/naive-margin.ts";
import { allocation, openingParts } from "../margin/reserve.ts";
import { partsOf } from "../rows/crossing.ts";
import { applyFill } from "../rows/row-fills.ts";
import { closeIsolated } from "../rows/settling.ts";

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
 * How much of an execution the incoming order can pay for: all of it, or only the closing part if margin for the
 * opening part is missing. Rules 5.9 (3).
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
