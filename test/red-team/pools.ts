// A pool is the collateral behind positions: the cross part of an account, or one isolated row of it, valued at given
// prices. Its owner abandons a pool in debt, so to him it is then worth nothing.

import type { Engine } from "@evermark/engine";

export interface Pool {
  readonly account: number;
  readonly isolated: boolean;
  /** The ring's part of it: 1, or for a vault's fund the ring's fraction of all shares. */
  readonly part: number;
  /** The value at prices of zero, in micros. */
  readonly base: number;
  readonly rows: readonly { readonly market: number; readonly quantity: number }[];
}

export function poolsOf(engine: Engine, account: number, units: readonly number[], part = 1): Pool[] {
  const { holding, unsettledPnl } = engine.margin(account);
  const isolated: Pool[] = [];
  const rows: Pool["rows"][number][] = [];
  let base = holding + unsettledPnl;
  for (const row of engine.positions(account)) {
    const { market, quantity, mark } = row;
    const atZero = quantity * mark * units[market]!;
    if (row.marginMode === "CROSS") {
      base -= atZero;
      rows.push({ market, quantity });
    } else {
      isolated.push({
        account,
        isolated: true,
        part,
        base: row.margin + row.unsettledPnl - atZero,
        rows: [{ market, quantity }],
      });
    }
  }
  return [{ account, isolated: false, part, base, rows }, ...isolated];
}

export function worthOf(pool: Pool, prices: readonly number[], units: readonly number[]): number {
  let worth = pool.base;
  for (const { market, quantity } of pool.rows) worth += quantity * prices[market]! * units[market]!;
  return worth;
}

/** The sum of all values, debts included: what an operator adds up. */
export function equity(pools: readonly Pool[], prices: readonly number[], units: readonly number[]): number {
  return pools.reduce((sum, pool) => sum + pool.part * worthOf(pool, prices, units), 0);
}
