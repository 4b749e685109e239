// Everything the engine knows. Plain: tables of numbers for what is hot, small objects for the rest. It can be written out
// and read back after any command (snapshot.ts), and nothing outside it influences a result.

import { BEHAVIOUR } from "../base/behaviour.ts";
import { assert } from "../base/fault.ts";
import { NONE } from "../base/storage/int-map.ts";
import { KeyedHash } from "../base/storage/keyed-hash.ts";
import { TextSet } from "../base/storage/text-set.ts";
import { inTextOrder } from "../base/text-order.ts";
import type { AccountNumber, Behaviour, FeeE5, MarketNumber, Micros } from "../base/units.ts";
import { Accounts } from "./account/accounts.ts";
import { DelegateAnnouncements } from "./account/delegate-announcements.ts";
import { Keys } from "./account/keys.ts";
import { SignedRequests } from "./account/signed-requests.ts";
import { Touched } from "./account/touched.ts";
import { AlgoOrders } from "./algo-order/algo-orders.ts";
import { FeesState } from "./business/fees-state.ts";
import { FundsState } from "./business/funds-state.ts";
import { Vaults } from "./business/vaults.ts";
import { Digest } from "./digest.ts";
import { type BookObservers, NO_FOLLOWERS } from "./followers.ts";
import { Liquidations } from "./liquidation/liquidations.ts";
import { MarginWarnings } from "./liquidation/margin-warnings.ts";
import { Announcements } from "./market/announcements.ts";
import type { Market } from "./market/market.ts";
import { VenueState } from "./market/venue-state.ts";
import { ClientOrders } from "./order/client-orders.ts";
import { HotReports } from "./order/hot-reports.ts";
import { Match } from "./order/match.ts";
import { Books } from "./order/order-books.ts";
import { Orders } from "./order/orders.ts";
import { ProposedOrder } from "./order/proposed-order.ts";
import { UntilDisconnect } from "./order/until-disconnect.ts";
import { MarginBounds } from "./position/margin-bounds.ts";
import { Rows } from "./position/rows.ts";

/** A builder: the fees it sets, and its trading volume. Rules 8.1. */
export interface Broker {
  readonly id: string;
  /** Its `FEE_BUILDER` account. */
  readonly feeAccount: AccountNumber;
  takerFee: FeeE5;
  makerFee: FeeE5;
  /** Index into the tiers of money/fees/tiers.ts, and the index below which it never falls. */
  tier: number;
  minimumTier: number;
  /** Micros traded by its accounts this calendar month and the one before; each leg counts. */
  volumeThisMonth: Micros;
  volumeLastMonth: Micros;
  /** The first account opened under it, -1 before. */
  firstAccount: AccountNumber;
  /** Key-signed transfers may go from its accounts to any other. Rules 9.5. */
  transfersFreely: boolean;
  /** Affiliates earn on trading fees as far as the builder's revenue covers it, else on that revenue. Rules 8.5. */
  affiliatesEarnOnFees: boolean;
}

export class State {
  now = 0;
  commandCount = 0;
  lastOrderId = 0;
  lastTradeId = 0;
  lastMatchId = 0;
  /** Deposits credited less withdrawals paid out, micros. */
  custody = 0;
  /** Time of the last tick; 0 before the first. The next tick does the scheduled work that fell due since then. */
  lastTick = 0;
  /** The behaviour that commands are applied under. */
  behaviour: Behaviour = BEHAVIOUR;
  /** The digest of answers and events. */
  readonly digest = new Digest();
  /** The key by which texts and prices that clients choose are hashed. */
  readonly hash = new KeyedHash();
  readonly accounts = new Accounts(this.hash);
  readonly marginBounds = new MarginBounds();
  readonly rows = new Rows(this.marginBounds);
  readonly clientOrders = new ClientOrders(this.hash);
  readonly orders = new Orders(this.clientOrders);
  readonly books = new Books(this.orders);
  readonly markets: Market[] = [];
  /** Market numbers by ascending symbol: the order in which the rules visit symbols. */
  readonly marketsBySymbol: number[] = [];
  readonly #marketNumbers = new Map<string, number>();
  readonly brokers: Broker[] = [];
  readonly keys = new Keys(this.hash);
  readonly delegateAnnouncements = new DelegateAnnouncements();
  /** The references of all deposits and top-ups that were credited: none is credited twice. */
  readonly depositReferences = new TextSet(this.hash);
  readonly algoOrders = new AlgoOrders(this.hash);
  readonly fees = new FeesState();
  readonly funds = new FundsState();
  readonly signedRequests = new SignedRequests();
  readonly liquidations = new Liquidations();
  readonly marginWarnings = new MarginWarnings();
  readonly untilDisconnect = new UntilDisconnect(this.orders);
  readonly vaults = new Vaults();
  readonly venue = new VenueState();
  readonly announcements = new Announcements();
  /** Whether any market is at a standstill; null until asked for. Derived from the markets and the venue, not in snapshots. */
  isStill: boolean | null = null;
  /** Whether an audit has run: from then on executions measure what they cost the insurance fund. Not in snapshots. */
  isAudited = false;
  /** Not in snapshots. */
  followers: BookObservers<State> = NO_FOLLOWERS;
  /** Accounts whose money or positions this command changed; empty between commands. Rules 0.4. */
  readonly touched = new Touched();
  /** For the current command: the order that it asks for, its matching, its reports. Overwritten each time, not in snapshots. */
  readonly proposed = new ProposedOrder();
  readonly match = new Match();
  readonly reports = new HotReports();

  /** Gives the state a key, and indexes again what was indexed without one. */
  setHashKey(key: string): void {
    this.hash.setKey(key);
    this.indexTexts();
    for (const market of this.markets) this.#keyLadders(market);
  }

  /** Indexes all texts that were read from a snapshot. */
  indexTexts(): void {
    this.accounts.indexTexts();
    this.clientOrders.index();
    this.keys.index();
    this.depositReferences.index();
    this.algoOrders.clientOrders.index();
  }

  addMarket(market: Market): void {
    const { symbol } = market.parameters;
    const isNext = market.number === this.markets.length && !this.#marketNumbers.has(symbol);
    assert(isNext, "a symbol is listed once, under the next number", { symbol, market: market.number });
    market.countMoves(this.marginBounds.marks);
    this.#keyLadders(market);
    this.markets.push(market);
    this.#marketNumbers.set(symbol, market.number);
    this.marketsBySymbol.push(market.number);
    const symbolOf = (number: MarketNumber) => this.markets[number]!.parameters.symbol;
    this.marketsBySymbol.sort((a, b) => inTextOrder(symbolOf(a), symbolOf(b)));
  }

  #keyLadders(market: Market): void {
    for (const ladder of market.ladders) ladder.setKey(this.hash.forNumbers);
  }

  /** The number of a market, NONE when no market has this symbol. */
  findMarket(symbol: string): MarketNumber {
    return this.#marketNumbers.get(symbol) ?? NONE;
  }
}
