// Positions that can't be liquidated at the moment: the debts of their accounts are still their own, and count against
// the insurance fund, whether or not their liquidation has begun. Computed from scratch, independently of the engine.
// Rules 1.5 (I5), 7.1, 7.7, 7.10.

import type { Engine } from "@evermark/engine";

const TRADES: readonly string[] = ["POST_ONLY", "ACTIVE", "REDUCE_ONLY", "DELISTING"];

/** Whether everything that an account in liquidation holds waits for paused markets. */
export function isHeldBack(engine: Engine, account: number): boolean {
  if (!engine.liquidations.isLiquidating(account, -1)) return false;
  const held = engine.positions(account).filter(({ marginMode }) => marginMode === "CROSS");
  return held.length > 0 && held.every(({ market }) => isPaused(engine, market));
}

/** The sum of the debts of all accounts with such positions, in micros; zero or negative. */
export function heldBackDebt(engine: Engine): number {
  let debt = 0;
  for (let account = 0; account < engine.accountCount; account++) {
    const stuck = engine.positions(account).filter(({ market }) => isPaused(engine, market));
    if (engine.account(account).userId === 0 || stuck.length === 0) continue;
    if (stuck.some(({ marginMode }) => marginMode === "CROSS"))
      debt += Math.min(0, engine.margin(account).totalCollateral);
    for (const { marginMode, margin, unsettledPnl } of stuck)
      if (marginMode === "ISOLATED") debt += Math.min(0, margin + unsettledPnl);
  }
  return debt;
}

function isPaused(engine: Engine, market: number): boolean {
  const { state, liquidationHeld } = engine.market(market);
  const { maintenance, clockHalt } = engine.venue();
  const { phase } = maintenance;
  return phase === "running" || phase === "grace" || clockHalt || liquidationHeld || !TRADES.includes(state);
}
