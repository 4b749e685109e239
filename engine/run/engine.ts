// The exchange as a pure function: commands in, events and an answer out, state in between. No clock, no randomness, no
// I/O. The same commands give the same events and the same `stateHash` on any machine. Rules 0.

import { UNNAMED_BEHAVIOUR } from "../base/behaviour.ts";
import { assert } from "../base/fault.ts";
import { type ByteSource, ByteWriter } from "../base/storage/bytes.ts";
import { NONE } from "../base/storage/int-map.ts";
import { sha256 } from "../base/storage/sha256.ts";
import type {
  AccountNumber,
  Behaviour,
  BrokerNumber,
  Lots,
  MarketNumber,
  Micros,
  Millis,
  OrderId,
  OrderSlot,
  Ticks,
  UserId,
} from "../base/units.ts";
import type { MarginMode, Side } from "../base/vocabulary.ts";
import { algoFollowers } from "../book/algo/follow-book.ts";
import { StateAlgoReader } from "../book/algo-entry/algo-reader.ts";
import { isRepeated } from "../book/entry/acceptance.ts";
import { maxOrderQuantity } from "../book/entry/max-order-quantity.ts";
import { openOrders } from "../book/orders/cancellation.ts";
import { ordersOf } from "../book/orders/closing-orders.ts";
import { statusOf } from "../book/orders/order-reports.ts";
import { StateFundsReader } from "../business/funds/funds-reader.ts";
import { expectedPrice } from "../business/market/settlement-price.ts";
import { StateFeeReader } from "../business/rates/fee-reader.ts";
import { StateVaultReader } from "../business/vaults/vault-reader.ts";
import type { Command, PlaceOrder } from "../language/commands/commands.ts";
import type { Listener } from "../language/events/events.ts";
import { rejectionNumber } from "../language/rejection-bytes.ts";
import type { Rejection } from "../language/rejections.ts";
import { blankAnswer, clearAnswer } from "../language/views/command-answers.ts";
import type {
  AccountView,
  AnnouncementView,
  Answer,
  BalanceView,
  BookLevel,
  DelegateAnnouncement,
  EngineReader,
  IndexSourcesView,
  KeyView,
  MarginView,
  MarketView,
  OrderView,
  PositionView,
  VenueView,
} from "../language/views/views.ts";
import { ladderOf } from "../memory/order/order-books.ts";
import { readSnapshot, readSnapshotFrom, writeSnapshot } from "../memory/snapshot.ts";
import { State } from "../memory/state.ts";
import { leverageOf } from "../money/margin/margin.ts";
import { balanceView, marginView, positionView, positionViews } from "../money/margin/margin-view.ts";
import { modeOf } from "../permissions/default-mode.ts";
import { findBroker } from "../permissions/find-broker.ts";
import { isInDoubt } from "../permissions/standstill.ts";
import { tradingBlocked } from "../permissions/trading-state.ts";
import { checkTouched } from "../risk/liquidation/liquidation-checks.ts";
import { StateLiquidationReader } from "../risk/liquidation/liquidation-reader.ts";
import { DOUBT_SINCE } from "../risk/prices/doubt.ts";
import { indexSourcesView } from "../risk/prices/index-price.ts";
import { audit } from "./audit.ts";
import { dispatch } from "./dispatch.ts";
import { StatePreviewReader } from "./preview/preview-reader.ts";

export class Engine implements EngineReader {
  readonly #state: State;
  readonly #answer: Answer = blankAnswer();
  readonly algoOrders: StateAlgoReader;
  readonly fees: StateFeeReader;
  readonly funds: StateFundsReader;
  readonly liquidations: StateLiquidationReader;
  readonly vaults: StateVaultReader;
  readonly previews: StatePreviewReader;

  constructor(state: State = new State()) {
    this.#state = state;
    state.followers = algoFollowers;
    this.algoOrders = new StateAlgoReader(state);
    this.fees = new StateFeeReader(state);
    this.funds = new StateFundsReader(state);
    this.liquidations = new StateLiquidationReader(state);
    this.vaults = new StateVaultReader(state);
    this.previews = new StatePreviewReader(state);
  }

  /** An engine for replaying a journal from its first command, which names the behaviour that the journal was begun under. */
  static atBeginning(): Engine {
    const state = new State();
    state.behaviour = UNNAMED_BEHAVIOUR;
    return new Engine(state);
  }

  /** An engine that continues from `snapshot()`. @throws {Fault} on bytes of another format */
  static restore(snapshot: Uint8Array): Engine {
    return new Engine(readSnapshot(snapshot));
  }

  /**
   * The same from a snapshot that need not be in memory.
   * @returns null when the snapshot has a format that is no longer read
   * @throws {WrittenByNewer} when its format is not known yet
   * @throws {Fault} when the bytes are not those of a snapshot; and what the source throws
   */
  static restoreFrom(snapshot: ByteSource): Engine | null {
    const state = readSnapshotFrom(snapshot);
    return state === null ? null : new Engine(state);
  }

  /**
   * Applies one command, calling `out` for everything that happens.
   * @returns the answer; reused by the next call, so copy what you keep
   * @throws {Fault} only when an invariant is broken: stop, the state can't be trusted
   */
  apply(command: Command, out: Listener): Answer {
    const state = this.#state;
    assert(command.at >= state.now, "time does not go backwards", { at: command.at, now: state.now });
    state.now = command.at;
    state.commandCount++;
    const answer = this.#answer;
    clearAnswer(answer);
    dispatch(state, command, answer, out);
    if (state.touched.size > 0 || state.liquidations.due) checkTouched(state, out);
    state.digest.add(answer.rejection === null ? answer.orderId : rejectionNumber(answer.rejection.name));
    return answer;
  }

  /** The whole state as bytes. */
  snapshot(): Uint8Array {
    return writeSnapshot(this.#state);
  }

  /** SHA-256 over the whole state, hex. */
  stateHash(): string {
    return sha256(this.snapshot());
  }

  /** Recomputes every invariant from scratch. @throws {Fault} naming the first that does not hold */
  audit(): void {
    audit(this.#state);
  }

  get now(): Millis {
    return this.#state.now;
  }

  get commandCount(): number {
    return this.#state.commandCount;
  }

  /** The behaviour that commands are applied under. */
  get behaviour(): Behaviour {
    return this.#state.behaviour;
  }

  /** The digest that the next `confirm_digest` must carry. */
  get markedDigest(): string {
    return this.#state.digest.marked;
  }

  /** Whether there is a key for what clients choose; the key itself is not shown. */
  get isKeyed(): boolean {
    return this.#state.hash.isKeyed;
  }

  secretFor(purpose: string): string {
    const out = new ByteWriter();
    this.#state.hash.write(out);
    out.text(purpose);
    return sha256(out.view());
  }

  get marketCount(): number {
    return this.#state.markets.length;
  }

  get marketsInDoubt(): number {
    const { markets } = this.#state;
    return markets.reduce((count, market) => count + (isInDoubt(market) ? 1 : 0), 0);
  }

  market(number: MarketNumber): MarketView {
    const market = this.#state.markets[number]!;
    const { books } = this.#state;
    return {
      market: number,
      parameters: market.parameters,
      state: market.state,
      stateReason: market.stateReason,
      stateDetail: market.stateDetail,
      stateSince: market.stateSince,
      delistAt: market.delistAt,
      liquidationHeld: this.#state.behaviour < DOUBT_SINCE ? market.health.awaitsReport : isInDoubt(market),
      listedWith: market.listed,
      createdAt: market.createdAt,
      updatedAt: market.updatedAt,
      index: market.spotIndex,
      settlementPrice: expectedPrice(this.#state, market),
      mark: market.mark,
      lastPrice: market.last,
      bestBid: books.bestVisible(market.bids),
      bestAsk: books.bestVisible(market.asks),
      openInterest: market.openInterest,
      lastFundingRate: market.lastFundingRate,
      estFundingRate: market.estFundingRate,
      nextFundingTime: market.funding.nextAt,
      lastFundingTime: market.funding.lastAt,
      estFundingTime: market.funding.estimatedAt,
      pendingFunding: market.funding.pending,
      sumUnitaryFunding: market.sumUnitaryFunding,
      microsPerTickLot: market.unit,
    };
  }

  findMarket(symbol: string): MarketNumber {
    return this.#state.findMarket(symbol);
  }

  indexSources(market: MarketNumber): IndexSourcesView {
    return indexSourcesView(this.#state.markets[market]!, this.now);
  }

  bookSide(number: MarketNumber, side: Side, levels: number): BookLevel[] {
    const ladder = ladderOf(this.#state.markets[number]!, side);
    const found: BookLevel[] = [];
    for (
      let level = ladder.best();
      level !== NONE && found.length < levels;
      level = ladder.behind(this.#state.books.levels.price(level))
    ) {
      if (this.#state.books.levels.visible(level) > 0)
        found.push({
          price: this.#state.books.levels.price(level),
          quantity: this.#state.books.levels.visible(level),
        });
    }
    return found;
  }

  visibleAt(number: MarketNumber, side: Side, price: Ticks): Lots {
    const level = ladderOf(this.#state.markets[number]!, side).find(price);
    return level === NONE ? 0 : this.#state.books.levels.visible(level);
  }

  findBroker(brokerId: string): number {
    return findBroker(this.#state, brokerId);
  }

  get brokerIds(): readonly string[] {
    return this.#state.brokers.map((broker) => broker.id);
  }

  get accountCount(): number {
    return this.#state.accounts.used;
  }

  findAccount(accountId: string): AccountNumber {
    return this.#state.accounts.find(accountId.toLowerCase());
  }

  account(account: AccountNumber): AccountView {
    const { accounts, brokers } = this.#state;
    const broker = brokers[accounts.broker(account)];
    return {
      account,
      accountId: accounts.accountId(account),
      wallet: accounts.wallet(account),
      brokerId: broker?.id ?? "",
      userId: accounts.userId(account),
      openedAt: accounts.openedAt(account),
      takerFee: accounts.takerFee(account),
      makerFee: accounts.makerFee(account),
      lastSeq: accounts.seq(account),
      mainAccount: accounts.owner(account),
      description: accounts.description(account),
      delegateSigner: accounts.delegateSigner(account),
      maintenanceCancel: this.#state.venue.cancelsAtMaintenance.has(account),
    };
  }

  userId(account: AccountNumber): UserId {
    return this.#state.accounts.userId(account);
  }

  accountsOfWallet(wallet: string): number[] {
    return [...this.#state.accounts.ofWallet(wallet.toLowerCase())];
  }

  findKey(account: AccountNumber, key: string): KeyView | undefined {
    return this.#state.keys.get(account, key);
  }

  keysOf(account: AccountNumber): KeyView[] {
    return this.#state.keys.ofAccount(account);
  }

  findAnnouncement(accountId: string): DelegateAnnouncement | undefined {
    return this.#state.delegateAnnouncements.find(accountId.toLowerCase());
  }

  depositCount(account: AccountNumber): number {
    return this.#state.accounts.deposits(account);
  }

  usersOf(broker: BrokerNumber): number {
    return this.#state.accounts.mainAccountsOf(broker);
  }

  get custody(): Micros {
    return this.#state.custody;
  }

  balance(account: AccountNumber): BalanceView {
    return balanceView(this.#state, this.#known(account));
  }

  margin(account: AccountNumber): MarginView {
    return marginView(this.#state, this.#known(account));
  }

  holders(): ReadonlySet<number> {
    const { markets, rows } = this.#state;
    return new Set(markets.flatMap(({ number }) => rows.open.of(number).map((row) => rows.account(row))));
  }

  accountsIn(number: MarketNumber): ReadonlySet<number> {
    const { markets, rows, orders, algoOrders } = this.#state;
    const found = new Set<number>(rows.open.of(number).map((row) => rows.account(row)));
    for (const order of ordersOf(this.#state, markets[number]!)) found.add(orders.account(order));
    for (const root of algoOrders.trees) if (root.market === number) found.add(root.account);
    return found;
  }

  positions(account: AccountNumber): PositionView[] {
    return positionViews(this.#state, this.#known(account));
  }

  position(account: AccountNumber, market: MarketNumber, marginMode: MarginMode): PositionView {
    return positionView(this.#state, this.#known(account), market, marginMode);
  }

  leverage(account: AccountNumber, market: MarketNumber, marginMode: MarginMode): number {
    const row = this.#state.rows.find(account, market, marginMode);
    return leverageOf(this.#state, this.#state.markets[market]!, row);
  }

  maxLeverage(market: MarketNumber): number {
    return this.#state.markets[market]!.ratios.maxLeverage;
  }

  findOrder(orderId: OrderId): OrderView | undefined {
    const order = this.#state.orders.find(orderId);
    return order === NONE ? undefined : this.#orderView(order);
  }

  findOrderByClientId(account: AccountNumber, clientOrderId: string): OrderView | undefined {
    const known = this.#state.clientOrders.find(account, clientOrderId);
    return known === undefined ? undefined : this.findOrder(known.orderId);
  }

  /** Whether the first answer to a placement with this id is remembered, for an ordinary or an algo order. Rules 2.11. */
  remembersPlacement(account: AccountNumber, clientOrderId: string): boolean {
    const { clientOrders, algoOrders } = this.#state;
    return [clientOrders, algoOrders.clientOrders].some((known) => known.find(account, clientOrderId) !== undefined);
  }

  openOrders(account: AccountNumber, market: MarketNumber): OrderView[] {
    return openOrders(this.#state, this.#known(account), market).map((order) => this.#orderView(order));
  }

  venue(): VenueView {
    return this.#state.venue.view();
  }

  announcements(): AnnouncementView[] {
    return [...this.#state.announcements.active.values()];
  }

  marginMode(account: AccountNumber, market: MarketNumber): MarginMode {
    return modeOf(this.#state, account, market, "");
  }

  maxOrderQuantity(account: AccountNumber, market: MarketNumber, side: Side, price: Ticks): Lots {
    return maxOrderQuantity(this.#state, this.#known(account), this.#state.markets[market]!, side, price);
  }

  subAccounts(account: AccountNumber): readonly number[] {
    return [...this.#state.accounts.subAccounts(account)];
  }

  tradingBlocked(account: AccountNumber, market: MarketNumber): Rejection | null {
    return tradingBlocked(this.#state, account, this.#state.markets[market]!, null);
  }

  isRepeated(placement: Omit<PlaceOrder, "at">): boolean {
    return isRepeated(this.#state, placement);
  }

  /** Guards against an account number that was never assigned: a bug of the reader, which would make a list walk endless. */
  #known(account: AccountNumber): AccountNumber {
    assert(account >= 0 && account < this.#state.accounts.used, "an account that exists", { account });
    return account;
  }

  #orderView(order: OrderSlot): OrderView {
    const { orders } = this.#state;
    return {
      orderId: orders.orderId(order),
      clientOrderId: orders.clientOrderId(order),
      account: orders.account(order),
      market: orders.market(order),
      side: orders.side(order),
      orderType: orders.type(order),
      marginMode: orders.marginMode(order),
      reduceOnly: orders.isReduceOnly(order),
      tag: orders.tag(order),
      price: orders.price(order),
      quantity: orders.quantity(order),
      amount: orders.amount(order),
      visible: orders.visible(order),
      visibleQuantity: orders.visibleQuantity(order),
      executed: orders.executed(order),
      executedNotional: orders.executedNotional(order),
      totalFee: orders.totalFee(order),
      totalRealizedPnl: orders.realizedPnl(order),
      status: statusOf(this.#state, order),
      createdAt: orders.createdAt(order),
      updatedAt: orders.updatedAt(order),
    };
  }
}
