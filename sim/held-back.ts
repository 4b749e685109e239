// Accounts in liquidation that have nothing left but positions in paused markets: nobody takes those over yet, so what
// such an account owes is still its own, and counts against the insurance fund. Rules 1.5 (I5), 7.1, 7.7.

import type { Engine } from "@evermark/engine";

const TRADES: readonly string[] = ["POST_ONLY", "ACTIVE", "REDUCE_ONLY", "DELISTING"];

/** Whether all that an account in liquidation holds waits for its markets. */
export function isHeldBack(engine: Engine, account: number): boolean {
  if (!engine.liquidations.isLiquidating(account, -1)) return false;
  const held = engine.positions(account).filter(({ marginMode }) => marginMode === "CROSS");
  return held.length > 0 && held.every(({ market }) => isPaused(engine, market));
}

/** What they owe together, as a number below zero or 0, micros. */
export function heldBackDebt(engine: Engine): number {
  let debt = 0;
  for (let account = 0; account < engine.accountCount; account++) {
    if (isHeldBack(engine, account)) debt += Math.min(0, engine.margin(account).totalCollateral);
  }
  return debt;
}

function isPaused(engine: Engine, market: number): boolean {
  const { state, liquidationHeld } = engine.market(market);
  const { maintenance, clockHalt } = engine.venue();
  const { phase } = maintenance;
  return phase === "running" || phase === "grace" || clockHalt || liquidationHeld || !TRADES.includes(state);
}
