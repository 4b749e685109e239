// The engine's read-only view, for use between commands: plain values in the engine's units, built anew for each call, so
// that a reader can keep them. The formulas behind them: rules 5.2, 5.3, 5.6.

import type {
  AccountNumber,
  AlgoOrderId,
  BrokerNumber,
  FeeE5,
  Lots,
  MarketNumber,
  Micros,
  MicrosPerTickLot,
  Millis,
  OrderId,
  RatioE10,
  Seq,
  Ticks,
  UserId,
} from "../../base/units.ts";
import type {
  CancelReason,
  MarginMode,
  MarketState,
  OrderStatus,
  OrderType,
  Side,
  StateReason,
} from "../../base/vocabulary.ts";
import type { PlaceOrder } from "../commands/order-commands.ts";
import type { FundingTerms, MarketParameters } from "../market-parameters.ts";
import type { TransferredPosition } from "../offered-positions.ts";
import type { Rejection } from "../rejections.ts";
import type { AlgoReader } from "./algo-order-views.ts";
import type { FeeReader } from "./fee-views.ts";
import type { FundsReader } from "./fund-views.ts";
import type { LiquidationReader } from "./liquidation-views.ts";
import type { AnnouncementView, VenueView } from "./market-views.ts";
import type { MarginView, PositionView } from "./position-views.ts";
import type { PreviewReader } from "./preview-views.ts";
import type { VaultReader } from "./vault-views.ts";

export type * from "./algo-order-views.ts";
export type * from "./fee-views.ts";
export type * from "./fund-views.ts";
export type * from "./liquidation-views.ts";
export type * from "./market-views.ts";
export type * from "./position-views.ts";
export type * from "./preview-views.ts";
export type * from "./vault-views.ts";

export interface MarketView {
  readonly market: MarketNumber;
  readonly parameters: MarketParameters;
  readonly state: MarketState;
  readonly stateReason: StateReason;
  /** The operator's words, or the numbers behind the decision. */
  readonly stateDetail: string;
  readonly stateSince: Millis;
  /** When the market is delisted, 0 while no time is set. */
  readonly delistAt: Millis;
  /** No account is liquidated in it, because its index is in doubt. Rules 11.4. */
  readonly liquidationHeld: boolean;
  /** The parameters of the listing; `parameters` has those in force, with the operator's changes. */
  readonly listedWith: MarketParameters;
  readonly createdAt: Millis;
  readonly updatedAt: Millis;
  /** The price that its sources agree on, or that was set by hand. */
  readonly index: Ticks;
  /** The price at which its delisting is expected to close it, used instead of the index from the first sample on; 0 before. */
  readonly settlementPrice: Ticks;
  readonly mark: Ticks;
  /** 0 before the first trade. */
  readonly lastPrice: Ticks;
  /** Best visible prices; 0 for an empty side. */
  readonly bestBid: Ticks;
  readonly bestAsk: Ticks;
  /** One side of the market. */
  readonly openInterest: Lots;
  readonly lastFundingRate: RatioE10;
  readonly estFundingRate: RatioE10;
  readonly nextFundingTime: Millis;
  /** Times of the last funding rate and of the estimate, 0 for none yet. */
  readonly lastFundingTime: Millis;
  readonly estFundingTime: Millis;
  /** Terms of funding that take effect after the next payment. */
  readonly pendingFunding: FundingTerms | null;
  /** In 10⁻¹⁸. */
  readonly sumUnitaryFunding: bigint;
  /** Micros in one tick of one lot. */
  readonly microsPerTickLot: MicrosPerTickLot;
}

export interface AccountView {
  readonly account: AccountNumber;
  readonly accountId: string;
  readonly wallet: string;
  readonly brokerId: string;
  readonly userId: UserId;
  readonly openedAt: Millis;
  readonly takerFee: FeeE5;
  readonly makerFee: FeeE5;
  /** `seq` of the account's last event. */
  readonly lastSeq: Seq;
  /** The main account: itself, unless it is a sub-account. */
  readonly mainAccount: AccountNumber;
  /** The description of a sub-account, else "". */
  readonly description: string;
  /** The delegate signer of a contract wallet, else "". */
  readonly delegateSigner: string;
  readonly maintenanceCancel: boolean;
}

export interface KeyView {
  readonly account: AccountNumber;
  readonly key: string;
  readonly scope: string;
  /** When it expires, or when it was removed. */
  readonly expiration: Millis;
  /** The time in the message that bound it; 0 for a binding from before that time was kept. */
  readonly signedAt: Millis;
  /** Where the key may be used from: "" for everywhere, "none" for nowhere, else networks, separated by commas. */
  readonly addresses: string;
  /** Its owner's name for it, else "". */
  readonly tag: string;
}

/** A contract's announcement on the chain of who signs for its account. Rules 9.6. */
export interface DelegateAnnouncement {
  /** `0x` and 40 lower-case hex digits. */
  readonly signer: string;
  /** `0x` and 64 lower-case hex digits. */
  readonly transaction: string;
  readonly block: number;
  readonly logIndex: number;
}

/** An account's money, without its margin requirements. */
export interface BalanceView {
  /** -1 for an account of the system or of a builder. */
  readonly broker: BrokerNumber;
  readonly holding: Micros;
  /** Of all positions, including isolated ones. */
  readonly unsettledPnl: Micros;
  /** The account's value: balance, isolated margin and unsettled profit; `accountValue` of `margin`. */
  readonly value: Micros;
  /** Money being withdrawn: it belongs to the account until it is paid out, and is no part of `value`. */
  readonly frozen: Micros;
}

/** The sources of a market's index. Rules 6.1. */
export interface IndexSourcesView {
  /** Names of the outside sources that count now; empty for an index that was set by hand. */
  readonly live: readonly string[];
  /** When the newest of them reported, or the index was set; 0 before that. */
  readonly updatedAt: Millis;
}

/** An open order. */
export interface OrderView {
  readonly orderId: OrderId;
  readonly clientOrderId: string;
  readonly account: AccountNumber;
  readonly market: MarketNumber;
  readonly side: Side;
  readonly orderType: OrderType;
  readonly marginMode: MarginMode;
  readonly reduceOnly: boolean;
  readonly tag: string;
  readonly price: Ticks;
  readonly quantity: Lots;
  /** Quote amount of an order placed by amount, else 0; as in `OrderReport`. */
  readonly amount: Micros;
  /** The part of the remaining quantity that the book shows. */
  readonly visible: Lots;
  /** The `visible_quantity` the order was placed with. */
  readonly visibleQuantity: Lots;
  readonly executed: Lots;
  readonly executedNotional: Micros;
  readonly totalFee: Micros;
  readonly totalRealizedPnl: Micros;
  readonly status: OrderStatus;
  readonly createdAt: Millis;
  readonly updatedAt: Millis;
}

export interface BookLevel {
  readonly price: Ticks;
  /** Visible quantity, > 0. */
  readonly quantity: Lots;
}

/**
 * The outcome of a command. A refused command changes nothing, except for the `REJECTED` orders of rules 2.7.
 * Reused by the engine: copy what you keep.
 */
export interface Answer {
  rejection: Rejection | null;
  /** The order placed, amended or cancelled; also set when a placement was `REJECTED`. 0 otherwise. */
  orderId: OrderId;
  /** The order's status after the command; for a replayed placement, the status in its first answer. */
  status: OrderStatus;
  /** True when a repeated placement or signed request got its first answer. Rules 2.11. */
  replayed: boolean;
  /** The number or id assigned to a new account, market, broker, withdrawal, transfer request, settlement or nonce. */
  created: number;
  /** `cancel_all_after`: when the timer will fire, 0 when disarmed. */
  expectedTriggerTime: Millis;
  /** `cancel_all_orders`: how many were open. */
  count: number;
  reason: CancelReason;
  /** The algo order placed or amended. */
  algoOrderId: AlgoOrderId;
  /** Claims: the positions that changed hands. */
  transferred: readonly TransferredPosition[];
  /** For a repeated signed request: when its first answer was given. 0 otherwise. */
  firstAnsweredAt: Millis;
}

/** All that can be read of the engine. Market and account numbers are dense and start at 0. */
export interface EngineReader {
  /** Venue time of the last command. */
  readonly now: Millis;
  readonly commandCount: number;
  /**
   * 64 hexadecimal digits that the outside cannot predict, the same after every restart: they are derived from the key that the
   * journal keeps, and do not reveal it.
   */
  secretFor(purpose: string): string;

  readonly marketCount: number;
  market(market: MarketNumber): MarketView;
  /** -1 when there is no such market. */
  findMarket(symbol: string): number;
  indexSources(market: MarketNumber): IndexSourcesView;
  /** Best first, at most `levels`; only prices with visible quantity. */
  bookSide(market: MarketNumber, side: Side, levels: number): BookLevel[];
  visibleAt(market: MarketNumber, side: Side, price: Ticks): Lots;

  findBroker(brokerId: string): number;
  readonly brokerIds: readonly string[];

  readonly accountCount: number;
  /** By `account_id`, in any hex case; -1 when there is none. System accounts are not found. */
  findAccount(accountId: string): number;
  account(account: AccountNumber): AccountView;
  /** The user id that `account` shows, without building the texts of that view. */
  userId(account: AccountNumber): number;
  /** The main accounts of a wallet, in the order of opening; `subAccounts` returns the sub-accounts of each. */
  accountsOfWallet(wallet: string): number[];
  /** A key that was bound to this very account, expired or not; a sub-account does not have its main account's keys. */
  findKey(account: AccountNumber, key: string): KeyView | undefined;
  /**
   * All keys that were bound to this very account, including those that ended less than a day ago; at most 10,000 of them.
   * The latest binding comes first.
   */
  keysOf(account: AccountNumber): KeyView[];
  /** The latest signer that a contract has named on the chain, by the id of its account, which need not be open. */
  findAnnouncement(accountId: string): DelegateAnnouncement | undefined;
  depositCount(account: AccountNumber): number;

  /** How many wallets have an account under a builder. */
  usersOf(broker: BrokerNumber): number;
  /** Deposits credited less withdrawals paid out: the sum of all balances. */
  readonly custody: Micros;

  balance(account: AccountNumber): BalanceView;
  margin(account: AccountNumber): MarginView;
  /** The accounts that have a position, in no meaningful order. */
  holders(): ReadonlySet<number>;
  /** The accounts that have a position or an order, ordinary or algo, in a market, likewise. Scans all rows and orders. */
  accountsIn(market: MarketNumber): ReadonlySet<number>;
  /** Rows with a quantity, by market. */
  positions(account: AccountNumber): PositionView[];
  /** Always returns a view, with zeros when there is no row. */
  position(account: AccountNumber, market: MarketNumber, marginMode: MarginMode): PositionView;
  leverage(account: AccountNumber, market: MarketNumber, marginMode: MarginMode): number;
  maxLeverage(market: MarketNumber): number;

  findOrder(orderId: OrderId): OrderView | undefined;
  findOrderByClientId(account: AccountNumber, clientOrderId: string): OrderView | undefined;
  remembersPlacement(account: AccountNumber, clientOrderId: string): boolean;
  /** By ascending `order_id`; `market` -1 for all. */
  openOrders(account: AccountNumber, market: MarketNumber): OrderView[];

  readonly algoOrders: AlgoReader;
  readonly fees: FeeReader;
  readonly funds: FundsReader;
  readonly liquidations: LiquidationReader;
  readonly vaults: VaultReader;
  readonly previews: PreviewReader;
  venue(): VenueView;
  /** The active ones, by id. */
  announcements(): AnnouncementView[];
  /** The default margin mode of an account in a market. Rules 5.8. */
  marginMode(account: AccountNumber, market: MarketNumber): MarginMode;
  /**
   * The largest order that limits and margin accept in the account's default margin mode, executed at `price`; at most
   * `base_max`. Rules 5.5.
   */
  maxOrderQuantity(account: AccountNumber, market: MarketNumber, side: Side, price: Ticks): Lots;
  /** Sub-accounts of a main account, by number. */
  subAccounts(account: AccountNumber): readonly number[];

  /** A rejection from the checks that precede a placement's own fields: rules 1.3 (2) to (4). */
  tradingBlocked(account: AccountNumber, market: MarketNumber): Rejection | null;
  /** Whether the account has placed this same order before, under the same client id: then nothing may refuse it. */
  isRepeated(placement: Omit<PlaceOrder, "at">): boolean;
}
