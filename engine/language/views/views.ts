// What can be read from the engine between commands: plain values in the engine's units, made fresh for each call, so
// that a reader can keep them. Formulas behind them: rules 5.2, 5.3, 5.6.

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
  /** When the market is delisted, 0 while that is not decided. */
  readonly delistAt: Millis;
  /** No account is liquidated in it, because its index is in doubt. Rules 11.4. */
  readonly liquidationHeld: boolean;
  /** What it was listed with; `parameters` are what the operator has made of them. */
  readonly listedWith: MarketParameters;
  readonly createdAt: Millis;
  readonly updatedAt: Millis;
  /** What its sources agree on, or a hand has set. */
  readonly index: Ticks;
  /** What its delisting is expected to close it at, from the first sample on: it stands for the index; 0 before. */
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
  /** Of a sub-account, else "". */
  readonly description: string;
  /** The delegate signer of a contract wallet, else "". */
  readonly delegateSigner: string;
  readonly maintenanceCancel: boolean;
}

export interface KeyView {
  readonly account: AccountNumber;
  readonly key: string;
  readonly scope: string;
  /** When it ends, or was removed. */
  readonly expiration: Millis;
  /** The time in the message that bound it; 0 when a venue of before that was kept did. */
  readonly signedAt: Millis;
  /** From where it may be used: "" for everywhere, "none" for nowhere, else networks, separated by commas. */
  readonly addresses: string;
  /** What its owner calls it, else "". */
  readonly tag: string;
}

/** A contract's word on the chain for who signs for its account. Rules 9.6. */
export interface DelegateAnnouncement {
  /** `0x` and 40 lower-case hex digits. */
  readonly signer: string;
  /** `0x` and 64 lower-case hex digits. */
  readonly transaction: string;
  readonly block: number;
  readonly logIndex: number;
}

/** What an account has, without what it needs. */
export interface BalanceView {
  /** -1 of an account of the system or of a builder. */
  readonly broker: BrokerNumber;
  readonly holding: Micros;
  /** Of all positions, isolated ones too. */
  readonly unsettledPnl: Micros;
  /** What the account is worth: balance, isolated margin and unsettled profit; `accountValue` of `margin`. */
  readonly value: Micros;
  /** Being withdrawn: the account's until it is paid out, and no part of `value`. */
  readonly frozen: Micros;
}

/** Where the index of a market comes from. Rules 6.1. */
export interface IndexSourcesView {
  /** Names of the outside sources that count now; none for an index that was set by hand. */
  readonly live: readonly string[];
  /** When the newest of them was heard, or the index was set; 0 before that. */
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
  /** What of the rest is shown on the book. */
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
 * What became of a command. A refused command changed nothing but what rules 2.7 says of `REJECTED` orders.
 * Reused by the engine: copy what you keep.
 */
export interface Answer {
  rejection: Rejection | null;
  /** Of the order placed, amended or cancelled; also set when a placement was `REJECTED`. 0 otherwise. */
  orderId: OrderId;
  /** Of the order after the command; for a replayed placement, as it was then. */
  status: OrderStatus;
  /** True when a repeated placement or signed request got its first answer. Rules 2.11. */
  replayed: boolean;
  /** The number or id given: of an account, market, broker, withdrawal, transfer request, settlement or nonce. */
  created: number;
  /** `cancel_all_after`: when it will fire, 0 when disarmed. */
  expectedTriggerTime: Millis;
  /** `cancel_all_orders`: how many were open. */
  count: number;
  reason: CancelReason;
  /** Of the algo order placed or amended. */
  algoOrderId: AlgoOrderId;
  /** Claims: the positions that changed hands. */
  transferred: readonly TransferredPosition[];
  /** Of a repeated signed request: when its first answer was given. 0 otherwise. */
  firstAnsweredAt: Millis;
}

/** What the engine offers to those who only look. Market and account numbers are dense and start at 0. */
export interface EngineReader {
  /** Venue time of the last command. */
  readonly now: Millis;
  readonly commandCount: number;
  /**
   * 64 hexadecimal digits that cannot be foreseen outside, the same after every restart: they follow from the key that the
   * journal keeps, which they do not reveal.
   */
  secretFor(purpose: string): string;

  readonly marketCount: number;
  market(market: MarketNumber): MarketView;
  /** -1 when there is none. */
  findMarket(symbol: string): number;
  indexSources(market: MarketNumber): IndexSourcesView;
  /** Best first, at most `levels`; only prices with visible quantity. */
  bookSide(market: MarketNumber, side: Side, levels: number): BookLevel[];
  visibleAt(market: MarketNumber, side: Side, price: Ticks): Lots;

  findBroker(brokerId: string): number;
  readonly brokerIds: readonly string[];

  readonly accountCount: number;
  /** By `account_id`, any hex case; -1 when there is none. System accounts are not found. */
  findAccount(accountId: string): number;
  account(account: AccountNumber): AccountView;
  /** The same as in `account`, which writes out texts besides. */
  userId(account: AccountNumber): number;
  /** The main accounts of a wallet, in the order of opening; `subAccounts` returns what belongs to each. */
  accountsOfWallet(wallet: string): number[];
  /** A key that was bound to this very account, expired or not; a sub-account has none of its main account's. */
  findKey(account: AccountNumber, key: string): KeyView | undefined;
  /**
   * All that were bound to this very account, also those that ended less than a day ago; of an account with more than
   * 10,000 only so many. Bound last comes first.
   */
  keysOf(account: AccountNumber): KeyView[];
  /** Whom the chain says that a contract has named last, by the id of its account, open or not. */
  findAnnouncement(accountId: string): DelegateAnnouncement | undefined;
  depositCount(account: AccountNumber): number;

  /** How many wallets have an account under a builder. */
  usersOf(broker: BrokerNumber): number;
  /** Deposits credited less withdrawals paid out: what all balances together come to. */
  readonly custody: Micros;

  balance(account: AccountNumber): BalanceView;
  margin(account: AccountNumber): MarginView;
  /** The accounts that have a position, each once, in no order that means anything. */
  holders(): ReadonlySet<number>;
  /** The accounts that have a position or an order in a market, ordinary or algo, likewise. Looks at all rows and orders. */
  accountsIn(market: MarketNumber): ReadonlySet<number>;
  /** Rows with a quantity, by market. */
  positions(account: AccountNumber): PositionView[];
  /** Always answers, with zeros when there is no row. */
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
  /** Those that are active, by id. */
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

  /** Refusals that come before a placement's own fields are looked at: rules 1.3 (2) to (4). */
  tradingBlocked(account: AccountNumber, market: MarketNumber): Rejection | null;
  /** Whether the account has placed this very order before, under the id that it has: then nothing may refuse it. */
  isRepeated(placement: Omit<PlaceOrder, "at">): boolean;
}
