// The state of the naive exchange, on the scales of the written rules (prices and quantities in 10⁻⁸, money in 10⁻⁶,
// rates in 10⁻¹⁰, entry values in 10⁻¹⁶), not on the engine's. Plain arrays and records, so that the whole of it can be
// copied to find out what would happen. Rules 1.1, 4.1.

import type {
  BindKey,
  CancelReason,
  MarginMode,
  MarketParameters,
  OrderStatus,
  OrderType,
  RestrictKey,
  Side,
} from "@evermark/engine";
import { systemAccount } from "./accounts.ts";
import type { NaiveAlgo } from "./algo-state.ts";
import { least } from "./exact.ts";
import { type FeesState, noFees } from "./fees-state.ts";
import { type FundsState, noFunds } from "./funds-state.ts";
import { type LiquidationState, noLiquidations } from "./liquidation-state.ts";
import type { ExactParameters, NaiveMarket } from "./market.ts";
import type { NaiveSignedRequest } from "./signed-requests.ts";
import { noVaults, type VaultsState } from "./vault-state.ts";

export type * from "./market.ts";

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

interface NaiveBroker {
  readonly brokerId: string;
  readonly fees: NaiveAccount;
}

export interface NaiveOrder {
  readonly id: number;
  readonly account: number;
  readonly market: number;
  readonly side: Side;
  readonly type: OrderType;
  readonly marginMode: MarginMode;
  /** A market that only lets positions shrink makes this true. */
  reduceOnly: boolean;
  /** The algo order that made it, 0 for none. */
  readonly algo: number;
  /** What it was valued at when it came. Rules 5.4. */
  reference: bigint;
  /** What an order by amount was taken to come to, else its quantity. */
  sized: bigint;
  readonly clientOrderId: string;
  readonly tag: string;
  readonly createdAt: number;
  readonly amount: bigint;
  /** 0 for an order without a limit. */
  price: bigint;
  /** 0 for a market order by amount. */
  quantity: bigint;
  visibleQuantity: bigint;
  /** Earlier is better; unique. */
  priority: number;
  executed: bigint;
  executedNotional: bigint;
  totalFee: bigint;
  totalRealizedPnl: bigint;
  status: OrderStatus;
  reason: CancelReason;
  updatedAt: number;
}

/** What a placement that carried a client order id was answered. Rules 2.11. */
interface Remembered {
  readonly account: number;
  readonly clientOrderId: string;
  readonly digest: string;
  readonly orderId: number;
  readonly status: OrderStatus;
  readonly rejectionCode: number | null;
}

/** The same of an algo order, whose ids are a namespace of their own. */
interface RememberedAlgo extends Remembered {
  readonly algoOrderId: number;
}

/** Rules 11.5. */
interface NaiveMaintenance {
  phase: "none" | "announced" | "running";
  startAt: number;
  endAt: number;
  /** The end of the minute after a window; the next one may be announced by then. 0 for none. */
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
  /** Ids of orders that stand as long as a connection does. */
  untilDisconnect: Set<number>;
  /** The order that is being matched. */
  incoming: NaiveOrder | null;
  /** Every algo order there ever was. */
  algos: NaiveAlgo[];
  maintenance: NaiveMaintenance;
  /** The ids of those that are active, and how many were ever made. */
  readonly announcements: { active: number[]; made: number };
  halted: boolean;
  clockHalt: boolean;
  remembered: Remembered[];
  rememberedAlgos: RememberedAlgo[];
  depositReferences: string[];
  /** What was bound, in its order. */
  bindings: BindKey[];
  /** From where keys may be used, as it was said. */
  restrictions: Pick<RestrictKey, "account" | "key" | "addresses">[];
  /** In the order in which they were answered. */
  signedRequests: NaiveSignedRequest[];
  credited: bigint;
  /** What executions have cost the insurance fund: nothing, ever. Rules 1.5 (I8). */
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
  /** Where venue time went on at the last start of the venue; 0 before the first. What was said before no longer counts. */
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

export function rowOf(account: NaiveAccount, market: NaiveMarket, mode: MarginMode): NaiveRow {
  return (mode === "CROSS" ? account.rows : account.isolated)[market.number]!;
}

export function leverageOf(account: NaiveAccount, market: NaiveMarket, mode: MarginMode): bigint {
  return (mode === "CROSS" ? account.leverages : account.isolatedLeverages)[market.number]!;
}

/** Every account that can hold something: users in the order of opening, then the system. */
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

export function exactParameters(parameters: MarketParameters): ExactParameters {
  const values: [string, unknown][] = Object.entries(parameters);
  const numbers = values.flatMap(([name, value]) => (typeof value === "number" ? [[name, BigInt(value)]] : []));
  return Object.fromEntries(numbers) as ExactParameters;
}

/** Steps from the exact scale to the engine's units. */
export function inTicks(market: NaiveMarket, price: bigint): number {
  return Number(price / market.parameters.quoteTick);
}

export function inLots(market: NaiveMarket, quantity: bigint): number {
  return Number(quantity / market.parameters.baseTick);
}

/** Price × quantity in micros; exact by the listing rule for whole ticks and lots. */
export function notional(price: bigint, quantity: bigint): bigint {
  return (price * quantity) / 10_000_000_000n;
}

export function remaining(order: NaiveOrder): bigint {
  return order.quantity - order.executed;
}

/** What of an order the public book shows. Rules 2.3. */
export function visibleRemaining(order: NaiveOrder): bigint {
  return least(order.visibleQuantity, remaining(order));
}
