// What the model keeps of one account, a user's or one of the system's own, and of its positions. Rules 0.6, 4.1.

import type { MarginMode } from "@evermark/engine";
import type { NaiveMarket } from "./naive-market.ts";

/** An account's position in one market and margin mode. Rules 4.1. */
export interface NaiveRow {
  quantity: bigint;
  /** 10⁻¹⁶, never negative. */
  entryValue: bigint;
  cost: bigint;
  settlePrice: bigint;
  /** Of an isolated row. */
  margin: bigint;
  /** Funding folded since the last settlement. */
  accruedFunding: bigint;
  /** 10⁻¹⁸. */
  lastSumUnitaryFunding: bigint;
}

export function emptyRow(): NaiveRow {
  return {
    quantity: 0n,
    entryValue: 0n,
    cost: 0n,
    settlePrice: 0n,
    margin: 0n,
    accruedFunding: 0n,
    lastSumUnitaryFunding: 0n,
  };
}

/** A user's account, or one of the system's own (rules 0.6), which has no number and no broker. */
export interface NaiveAccount {
  /** By order of opening; -1 for a system account. */
  readonly number: number;
  readonly accountId: string;
  readonly wallet: string;
  description: string;
  readonly broker: number;
  /** Its main account: itself, unless it is a sub-account. One owner never trades with itself. */
  readonly main: number;
  holding: bigint;
  /** Withdrawals in flight. */
  frozen: bigint;
  /** Venue time at which the dead-man switch fires; 0 when disarmed. */
  cancelAllAt: number;
  /** Cross rows by market. */
  rows: NaiveRow[];
  leverages: bigint[];
  /** Isolated rows by market. */
  isolated: NaiveRow[];
  isolatedLeverages: bigint[];
  /** Default margin modes by market. */
  modes: MarginMode[];
  /** Whether open orders go when maintenance starts. */
  cancelsOnMaintenance: boolean;
}

/** One of the system's own accounts, with a row for each market there is. */
export function systemAccount(accountId: string, markets = 0): NaiveAccount {
  return {
    number: -1,
    accountId,
    wallet: "",
    description: "",
    broker: -1,
    main: -1,
    holding: 0n,
    frozen: 0n,
    cancelAllAt: 0,
    rows: Array.from({ length: markets }, emptyRow),
    leverages: [],
    isolated: Array.from({ length: markets }, emptyRow),
    isolatedLeverages: [],
    modes: [],
    cancelsOnMaintenance: false,
  };
}

export interface NaiveBroker {
  readonly brokerId: string;
  readonly fees: NaiveAccount;
}

export function rowOf(account: NaiveAccount, market: NaiveMarket, mode: MarginMode): NaiveRow {
  return (mode === "CROSS" ? account.rows : account.isolated)[market.number]!;
}

export function leverageOf(account: NaiveAccount, market: NaiveMarket, mode: MarginMode): bigint {
  return (mode === "CROSS" ? account.leverages : account.isolatedLeverages)[market.number]!;
}
