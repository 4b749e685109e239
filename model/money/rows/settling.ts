// Turns a row's unsettled profit into balance. Rules 4.5, 4.6, 5.9 (4) and (5).

import { absolute, divideCeil, divideFloor } from "../../numbers/exact-numbers.ts";
import { isFrozen } from "../../permissions/freezes.ts";
import { bySymbol, type NaiveState } from "../../state/naive-state.ts";
import { emptyRow, type NaiveAccount, type NaiveRow } from "../../state/records/naive-account.ts";
import { type NaiveMarket, notional } from "../../state/records/naive-market.ts";
import { applyFill, forgetIfEmpty, unsettled } from "./row-fills.ts";

/** The part of an isolated row that closes, and at what price and fee. */
interface IsolatedClose {
  /** Unsigned, at most what the row holds. */
  readonly quantity: bigint;
  readonly price: bigint;
  readonly fee: bigint;
}

/** Closes a part or all of an isolated position and pays out the result. Rules 5.9 (4) and (5). */
export function closeIsolated(
  state: NaiveState,
  account: NaiveAccount,
  market: NaiveMarket,
  { quantity, price, fee }: IsolatedClose,
): bigint {
  const row = account.isolated[market.number]!;
  const held = absolute(row.quantity);
  const direction = row.quantity > 0n ? -1n : 1n;
  const released = divideFloor(row.margin * quantity, held);
  const costShare = divideCeil(row.cost * quantity, held);
  const result = -direction * notional(price, quantity) - costShare - fee;
  const realized = applyFill(row, direction, quantity, price, fee);
  row.cost += result;
  state.clearing.holding -= result;
  state.clearing.rows[market.number]!.cost -= result;
  if (quantity === held) {
    payOut(state, account, row.margin + result);
    account.isolated[market.number] = emptyRow();
  } else if (released + result >= 0n) {
    payOut(state, account, released + result);
    row.margin -= released;
  } else {
    row.margin += result;
  }
  return realized;
}

/** Pays out the rest of an isolated position; the fund pays a shortfall. */
function payOut(state: NaiveState, account: NaiveAccount, amount: bigint): void {
  if (amount >= 0n) account.holding += amount;
  else state.insurance.holding += amount;
}

/** Moves a cross row's unsettled profit into the balance, against the clearing account. */
export function settleRow(state: NaiveState, account: NaiveAccount, market: NaiveMarket): bigint {
  const row = account.rows[market.number]!;
  if (row.quantity === 0n && row.cost === 0n) return 0n;
  const profit = unsettled(row, market.mark);
  account.holding += profit;
  settleOnto(state, row, market, profit);
  return profit;
}

/** Moves an isolated row's unsettled profit into its margin, against the clearing account. */
export function settleIsolatedRow(state: NaiveState, account: NaiveAccount, market: NaiveMarket): void {
  const row = account.isolated[market.number]!;
  if (row.quantity === 0n && row.cost === 0n) return;
  const profit = unsettled(row, market.mark);
  row.margin += profit;
  settleOnto(state, row, market, profit);
}

function settleOnto(state: NaiveState, row: NaiveRow, market: NaiveMarket, profit: bigint): void {
  row.cost += profit;
  row.settlePrice = market.mark;
  row.accruedFunding = 0n;
  forgetIfEmpty(row);
  state.clearing.holding -= profit;
  state.clearing.rows[market.number]!.cost -= profit;
}

/** Settles all rows of an account, and returns the amount of each cross row. */
export function settleEverything(state: NaiveState, account: NaiveAccount): { market: number; amount: number }[] {
  const symbols: { market: number; amount: number }[] = [];
  for (const market of bySymbol(state)) {
    const row = account.rows[market.number]!;
    if (row.quantity === 0n && row.cost === 0n) continue;
    symbols.push({ market: market.number, amount: Number(settleRow(state, account, market)) });
  }
  for (const market of bySymbol(state)) {
    const row = account.isolated[market.number]!;
    // Margin is never negative, so a row with negative equity waits for its liquidation.
    if (row.margin + unsettled(row, market.mark) < 0n || isFrozen(state, account.number, market.number)) continue;
    settleIsolatedRow(state, account, market);
  }
  return symbols;
}
