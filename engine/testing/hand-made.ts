// Positions and balances written directly into a state, for tests that need an account in an exact situation, or a million
// accounts at once. Each position has its other side on another account, so quantities and costs still cancel out; money
// that is put in is in custody. The accounts are marked as touched, so the next command checks them.

import type { MarginMode } from "../base/vocabulary.ts";
import type { State } from "../memory/state.ts";

/** In the engine's units: lots, micros. */
export interface HandMadePosition {
  readonly account: number;
  /** The account on the other side, on a cross row. */
  readonly against: number;
  readonly market: number;
  /** Signed. */
  readonly quantity: number;
  /** `cost_position`, signed like the quantity unless much was earned. */
  readonly cost: number;
  readonly marginMode?: MarginMode;
  readonly margin?: number;
  readonly leverage?: number;
}

/** Opens a position at the average price that its cost implies; the other side gets the opposite of both. */
export function openByHand(state: State, position: HandMadePosition): void {
  const { account, against, market, quantity, cost, marginMode = "CROSS", margin = 0, leverage = 0 } = position;
  const row = write(state, account, market, marginMode, quantity, cost);
  state.rows.setMargin(row, state.rows.margin(row) + margin);
  state.custody += margin;
  if (leverage > 0) state.rows.setLeverage(row, leverage);
  write(state, against, market, "CROSS", -quantity, -cost);
}

export function depositByHand(state: State, account: number, amount: number): void {
  state.accounts.setHolding(account, state.accounts.holding(account) + amount);
  state.touched.add(account);
  state.custody += amount;
}

function write(
  state: State,
  account: number,
  market: number,
  marginMode: MarginMode,
  quantity: number,
  cost: number,
): number {
  const row = state.rows.obtain(state.accounts, account, market, marginMode);
  const before = state.rows.quantity(row);
  const after = before + quantity;
  state.rows.setCost(row, state.rows.cost(row) + (cost + 0));
  state.rows.setEntryMicros(row, after === 0 ? 0 : Math.abs(state.rows.cost(row)));
  state.rows.setQuantity(row, after);
  state.touched.add(account);
  state.markets[market]!.openInterest += Math.max(after, 0) - Math.max(before, 0);
  return row;
}
