// What answers for positions: the cross part of an account, or one isolated row of it, worth what it holds at the prices
// asked for. An owner walks away from a pool that owes, so to him it is worth nothing then.

import type { Engine } from "@evermark/engine";

export interface Pool {
  readonly account: number;
  readonly isolated: boolean;
  /** The part of it that is the ring's: 1, or of a vault's fund what its shares are of all. */
  readonly part: number;
  /** Worth at prices of zero, micros. */
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

/** Debts counted: what an operator adds up. */
export function equity(pools: readonly Pool[], prices: readonly number[], units: readonly number[]): number {
  return pools.reduce((sum, pool) => sum + pool.part * worthOf(pool, prices, units), 0);
}
