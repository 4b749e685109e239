// The model's record of one account, a user's or a system account, and of its positions. Rules 0.6, 4.1.

import type { MarginMode } from "@evermark/engine";
import type { NaiveMarket } from "./naive-market.ts";

/** An account's position in one market and margin mode. Rules 4.1. */
export interface NaiveRow {
  quantity: bigint;
  /** 10⁻¹⁶, never negative. */
  entryValue: bigint;
  cost: bigint;
  settlePrice: bigint;
  /** Only of an isolated row. */
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

/** A user's account, or a system account (rules 0.6), which has no number and no broker. */
export interface NaiveAccount {
  /** By order of opening; -1 for a system account. */
  readonly number: number;
  readonly accountId: string;
  readonly wallet: string;
  description: string;
  readonly broker: number;
  /** Its main account: itself, unless it is a sub-account. Accounts of one owner never trade with each other. */
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
  /** Whether its open orders are cancelled when maintenance starts. */
  cancelsOnMaintenance: boolean;
}

/** A system account, with a row for each market. */
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
