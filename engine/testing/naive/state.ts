// The state of the naive exchange, on the scales of the written rules (prices and quantities in 10⁻⁸, money in 10⁻⁶,
// rates in 10⁻¹⁰, entry values in 10⁻¹⁶), not on the engine's. Plain arrays and records, so that the whole of it can be
// copied to find out what would happen. Rules 1.1, 4.1.

import type { MarketParameters } from "../../market.ts";
import type { CancelReason, OrderStatus, OrderType, Side } from "../../vocabulary.ts";
import { least } from "./exact.ts";

/** The numbers of a market's parameters, as big integers under the same names. */
export type ExactParameters = {
  readonly [Name in keyof MarketParameters as MarketParameters[Name] extends number ? Name : never]: bigint;
};

export interface NaiveSource {
  price: bigint;
  volume: bigint;
  reportedAt: number;
}

export interface NaiveMarket {
  readonly number: number;
  readonly symbol: string;
  readonly parameters: ExactParameters;
  index: bigint;
  mark: bigint;
  /** 0 before the first trade. */
  last: bigint;
  pinned: boolean;
  /** By source number; `undefined` until the source has reported. */
  sources: (NaiveSource | undefined)[];
  /** The latest basis snapshots, at most 15, oldest first. */
  basis: bigint[];
  readonly funding: NaiveFunding;
}

/** Rates and premiums in 10⁻¹⁰. Rules 6.3 to 6.6. */
export interface NaiveFunding {
  /** Premium samples of the running period. */
  samples: bigint[];
  lastRate: bigint;
  estimatedRate: bigint;
  /** 10⁻¹⁸. */
  sumUnitary: bigint;
  /** The first funding time that has not been settled. */
  nextAt: number;
}

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
  readonly broker: number;
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
}

export interface NaiveBroker {
  readonly brokerId: string;
  /** Per 100,000. */
  readonly takerFee: bigint;
  readonly makerFee: bigint;
  readonly fees: NaiveAccount;
}

export interface NaiveOrder {
  readonly id: number;
  readonly account: number;
  readonly market: number;
  readonly side: Side;
  readonly type: OrderType;
  readonly reduceOnly: boolean;
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
export interface Remembered {
  readonly account: number;
  readonly clientOrderId: string;
  readonly digest: string;
  readonly orderId: number;
  readonly status: OrderStatus;
  readonly rejectionCode: number | null;
}

export interface NaiveState {
  now: number;
  markets: NaiveMarket[];
  brokers: NaiveBroker[];
  accounts: NaiveAccount[];
  /** Open orders in no particular order. */
  open: NaiveOrder[];
  remembered: Remembered[];
  depositReferences: string[];
  credited: bigint;
  /** The system's own accounts; a broker has its own. Rules 0.6. */
  readonly insurance: NaiveAccount;
  readonly clearing: NaiveAccount;
  readonly feeVenue: NaiveAccount;
  readonly feeWithdraw: NaiveAccount;
  lastOrderId: number;
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
    remembered: [],
    depositReferences: [],
    credited: 0n,
    insurance: systemAccount("INSURANCE"),
    clearing: systemAccount("CLEARING"),
    feeVenue: systemAccount("FEE_VENUE"),
    feeWithdraw: systemAccount("FEE_WITHDRAW"),
    lastOrderId: 0,
    lastTradeId: 0,
    lastMatchId: 0,
    lastPriority: 0,
  };
}

/** One of the system's own accounts, with a row for each market there is. */
export function systemAccount(accountId: string, markets = 0): NaiveAccount {
  return {
    number: -1,
    accountId,
    broker: -1,
    holding: 0n,
    frozen: 0n,
    cancelAllAt: 0,
    rows: Array.from({ length: markets }, emptyRow),
    leverages: [],
    isolated: Array.from({ length: markets }, emptyRow),
    isolatedLeverages: [],
  };
}

/** Everyone who can hold something: users in the order of opening, then the system. */
export function everyAccount(state: NaiveState): NaiveAccount[] {
  const { insurance, clearing, feeVenue, feeWithdraw } = state;
  const builders = state.brokers.map((broker) => broker.fees);
  return [...state.accounts, insurance, clearing, feeVenue, feeWithdraw, ...builders];
}

export function exactParameters(parameters: MarketParameters): ExactParameters {
  const numbers = Object.entries(parameters).filter(([, value]) => typeof value === "number");
  return Object.fromEntries(numbers.map(([name, value]) => [name, BigInt(value)])) as ExactParameters;
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
