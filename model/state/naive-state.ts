// The state of the naive exchange, on the scales of the written rules, not on the engine's. Plain arrays and records,
// so that the whole of it can be copied to find out what would happen. Rules 1.1, 4.1.

import type { BindKey, RestrictKey } from "@evermark/engine";
import { greatest, sum } from "../numbers/exact-numbers.ts";
import type { NaiveSignedRequest, Remembered, RememberedAlgo } from "./command-outcomes.ts";
import { type NaiveAccount, type NaiveBroker, rowOf, systemAccount } from "./records/naive-account.ts";
import type { NaiveAlgo } from "./records/naive-algo.ts";
import { type FeesState, noFees } from "./records/naive-fees.ts";
import { type FundsState, noFunds } from "./records/naive-funds.ts";
import { type LiquidationState, noLiquidations } from "./records/naive-liquidations.ts";
import type { NaiveMarket } from "./records/naive-market.ts";
import type { NaiveOrder } from "./records/naive-order.ts";
import { noVaults, type VaultsState } from "./records/naive-vaults.ts";

/** Rules 11.5. */
interface NaiveMaintenance {
  phase: "none" | "announced" | "running";
  startAt: number;
  endAt: number;
  /** The end of the grace minute after a window; the next window may be announced by then. 0 for none. */
  graceUntil: number;
  message: string;
}

export interface NaiveState {
  now: number;
  markets: NaiveMarket[];
  brokers: NaiveBroker[];
  accounts: NaiveAccount[];
  /** Open orders in no particular order. */
  open: NaiveOrder[];
  /** Ids of orders that are tied to a connection. */
  untilDisconnect: Set<number>;
  /** The order that is being matched. */
  incoming: NaiveOrder | null;
  /** Every algo order ever placed. */
  algos: NaiveAlgo[];
  maintenance: NaiveMaintenance;
  /** The ids of the active announcements, and how many were ever made. */
  readonly announcements: { active: number[]; made: number };
  halted: boolean;
  clockHalt: boolean;
  remembered: Remembered[];
  rememberedAlgos: RememberedAlgo[];
  depositReferences: string[];
  /** All key bindings, in order. */
  bindings: BindKey[];
  /** All address restrictions of keys, in order. */
  restrictions: Pick<RestrictKey, "account" | "key" | "addresses">[];
  /** In the order in which they were answered. */
  signedRequests: NaiveSignedRequest[];
  credited: bigint;
  /** The loss of the insurance fund through executions: always 0. Rules 1.5 (I8). */
  lostToExecutions: bigint;
  /** The system's own accounts; a broker has its own. Rules 0.6. */
  readonly insurance: NaiveAccount;
  readonly clearing: NaiveAccount;
  readonly feeVenue: NaiveAccount;
  readonly feeWithdraw: NaiveAccount;
  readonly liquidations: LiquidationState;
  readonly fees: FeesState;
  readonly funds: FundsState;
  readonly vaults: VaultsState;
  lastTick: number;
  /** The venue time at which the venue last started; 0 before the first start. Reports from before it no longer count. */
  resumedAt: number;
  lastOrderId: number;
  lastAlgoId: number;
  lastTradeId: number;
  lastMatchId: number;
  lastPriority: number;
}

export function emptyState(): NaiveState {
  return {
    now: 0,
    markets: [],
    brokers: [],
    accounts: [],
    open: [],
    untilDisconnect: new Set(),
    incoming: null,
    algos: [],
    maintenance: { phase: "none", startAt: 0, endAt: 0, graceUntil: 0, message: "" },
    announcements: { active: [], made: 0 },
    halted: false,
    clockHalt: false,
    remembered: [],
    rememberedAlgos: [],
    depositReferences: [],
    bindings: [],
    restrictions: [],
    signedRequests: [],
    credited: 0n,
    lostToExecutions: 0n,
    insurance: systemAccount("INSURANCE"),
    clearing: systemAccount("CLEARING"),
    feeVenue: systemAccount("FEE_VENUE"),
    feeWithdraw: systemAccount("FEE_WITHDRAW"),
    liquidations: noLiquidations(),
    fees: noFees(),
    funds: noFunds(),
    vaults: noVaults(),
    lastTick: 0,
    resumedAt: 0,
    lastOrderId: 0,
    lastAlgoId: 0,
    lastTradeId: 0,
    lastMatchId: 0,
    lastPriority: 0,
  };
}

/** Every account that can hold something: users in the order of opening, then the system accounts. */
export function everyAccount(state: NaiveState): NaiveAccount[] {
  const { insurance, clearing, feeVenue, feeWithdraw } = state;
  const builders = state.brokers.map((broker) => broker.fees);
  const cash = state.vaults.vaults.map((vault) => vault.cash);
  return [...state.accounts, insurance, clearing, feeVenue, feeWithdraw, ...builders, ...cash];
}

/** The order in which the rules visit symbols. */
export function bySymbol(state: NaiveState): NaiveMarket[] {
  return state.markets.toSorted((a, b) => (a.symbol < b.symbol ? -1 : 1));
}

export function byAccountId(accounts: readonly NaiveAccount[]): NaiveAccount[] {
  return accounts.toSorted((a, b) => (a.accountId < b.accountId ? -1 : 1));
}

/** Σ of all long positions, which is that of all short ones. */
export function openInterest(state: NaiveState, market: NaiveMarket): bigint {
  const rows = everyAccount(state).flatMap((each) => [rowOf(each, market, "CROSS"), rowOf(each, market, "ISOLATED")]);
  return sum(rows.map((row) => greatest(0n, row.quantity)));
}
