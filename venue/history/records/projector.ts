// Turns engine events into rows. The transaction that writes the rows also moves the journal position forward: a crash leaves
// either both or neither, so every event is projected exactly once.
//
// The most frequent rows wait in memory until they are to be read, at the latest until the transaction ends: orders, candles
// and sums by minute because each changes many times; fills and trades because writing many at once is cheaper.

import {
  type AccountChange,
  type AlgoReport,
  assert,
  type EngineReader,
  type FundingEvent,
  type FundsEvent,
  type LedgerEntry,
  type LiquidationEvent,
  type Listener,
  type MarketEvent,
  type OrderReport,
  type PositionTransfer,
  type TradeReport,
  type VaultEvent,
  type VenueEvent,
} from "@evermark/engine";
import { type NoticedEngine, Notices } from "../../notifications/notices.ts";
import { sumsOfFill, sumsOfFunding, sumsOfTransfer } from "../../sums/fill-sums.ts";
import { marginModeCode, sideCode } from "../schema/codes.ts";
import type { Store } from "../tables/history-store.ts";
import type { Progress } from "../tables/projected-progress.ts";
import { AccountDayRecords, type ValuedAccounts } from "./account-day-records.ts";
import { AlgoOrderRecords } from "./algo-order-records.ts";
import { FundingRecords } from "./funding-records.ts";
import { LiquidationRecords } from "./liquidation-records.ts";
import { MoneyRecords } from "./money-records.ts";
import { NotificationRecords } from "./notification-records.ts";
import { PendingCandles } from "./pending-candles.ts";
import { PendingMinutes } from "./pending-minutes.ts";
import { PendingOrders } from "./pending-orders.ts";
import { PendingRows } from "./pending-rows.ts";
import { type PositionedAccounts, PositionRecords } from "./position-records.ts";
import { ReferralRecords } from "./referral-records.ts";
import { VaultRecords } from "./vault-records.ts";

/** What the projector reads from the engine that emits the events: fixed properties, and state between two commands. */
export interface ProjectedEngine extends ValuedAccounts, PositionedAccounts, NoticedEngine {
  market(market: number): Pick<ReturnType<EngineReader["market"]>, "microsPerTickLot" | "delistAt">;
  account(account: number): Pick<ReturnType<EngineReader["account"]>, "brokerId" | "mainAccount">;
}

/** Receives the events of commands, the end of each command, and, before the first command of a later day, the end of the day. */
export interface JournalListener extends Listener {
  /** @param day days from 1970 to its start, UTC */
  dayEnded(day: number): void;
  /** @param position the command's, in the journal */
  commandEnd(position: number): void;
}

export class Projector implements JournalListener {
  readonly #tables: Store;
  readonly #engine: ProjectedEngine;
  readonly #orders: PendingOrders;
  readonly #candles: PendingCandles;
  readonly #minutes: PendingMinutes;
  readonly #algoOrders: AlgoOrderRecords;
  readonly #funding: FundingRecords;
  readonly #liquidations: LiquidationRecords;
  readonly #money: MoneyRecords;
  readonly #days: AccountDayRecords;
  readonly #positions: PositionRecords;
  readonly #vaults: VaultRecords;
  readonly #referrals: ReferralRecords;
  readonly #notices: Notices;
  readonly #notifications: NotificationRecords;
  readonly #fills: PendingRows<"fills">;
  readonly #trades: PendingRows<"trades">;
  /** Never change for a market or an account, so each is looked up only once. */
  readonly #microsPerTickLot: number[] = [];
  readonly #brokerOf: string[] = [];
  #isOpen = false;
  #events = 0;
  #written = 0;
  #listed = 0;

  constructor(tables: Store, engine: ProjectedEngine) {
    this.#tables = tables;
    this.#engine = engine;
    this.#orders = new PendingOrders(tables);
    this.#candles = new PendingCandles(tables);
    this.#minutes = new PendingMinutes(tables);
    this.#algoOrders = new AlgoOrderRecords(tables);
    this.#funding = new FundingRecords(tables);
    this.#liquidations = new LiquidationRecords(tables);
    this.#money = new MoneyRecords(tables);
    this.#days = new AccountDayRecords(tables, engine);
    this.#positions = new PositionRecords(tables, engine);
    this.#vaults = new VaultRecords(tables);
    this.#referrals = new ReferralRecords(tables, (account) => engine.account(account).mainAccount);
    this.#notices = new Notices(engine, () => true);
    this.#notifications = new NotificationRecords(tables);
    this.#fills = new PendingRows(tables, "fills");
    this.#trades = new PendingRows(tables, "trades");
  }

  /** The number of events since the transaction began, as a measure of its size. */
  get events(): number {
    return this.#events;
  }

  /** Whether there are events that a reader of the tables does not see yet. */
  get isUnwritten(): boolean {
    return this.#events > this.#written;
  }

  /** The number of events whose own rows wait in memory. */
  get waiting(): number {
    return this.#events - this.#listed;
  }

  /** Begins a transaction unless one is open. */
  begin(): void {
    if (this.#isOpen) return;
    this.#tables.begin();
    this.#isOpen = true;
    this.#events = 0;
    this.#written = 0;
    this.#listed = 0;
    this.#days.begin();
    this.#positions.begin();
  }

  /** Writes what is pending, still within the transaction: a reader of these tables sees it, and a crash undoes it. */
  write(): void {
    this.writeLists();
    this.#candles.write();
    this.#minutes.write();
    this.#days.write();
    this.#positions.write();
    this.#vaults.write();
    this.#referrals.write();
    this.#written = this.#events;
  }

  /**
   * Writes only rows that grow in number with every event. Sums and positions wait for `write`: there is only one for each
   * account and market, however much happens, and each write of one costs as much as a row.
   */
  writeLists(): void {
    this.#orders.write();
    this.#fills.write();
    this.#trades.write();
    this.#notifications.write();
    this.#listed = this.#events;
  }

  /** Commits everything since `begin`, together with the journal position that it came from. */
  commit(progress: Progress): void {
    if (!this.#isOpen) return;
    this.write();
    this.#days.closeAll();
    this.#tables.commit(progress);
    this.#isOpen = false;
  }

  dayEnded(day: number): void {
    this.#days.end(day);
  }

  /** Whether the accounts' values at a day's end are still being written: `commit` would have to write all that remain. */
  get isClosingDay(): boolean {
    return this.#days.isClosing;
  }

  /** Writes some of them. */
  closeSomeOfDay(): void {
    this.#days.closeSome();
  }

  commandEnd(position: number): void {
    for (const notice of this.#notices.take(position)) this.#notifications.put(notice);
    const announced = this.#notices.takeAnnounced(position);
    if (announced !== undefined) this.#notifications.announce(announced, this.#engine.accountCount);
  }

  order(report: OrderReport): void {
    this.#events += 1;
    this.#notices.order(report);
    this.#orders.put(report);
    if (report.cause === "fill") this.#fill(report);
  }

  trade(report: TradeReport): void {
    this.#events += 1;
    const { market, matchId, price, quantity, at } = report;
    const [takerSide, taker] = [sideCode(report.takerSide), report.takerAccount];
    this.#trades.put({ market, matchId, price, quantity, takerSide, at, taker });

    const notional = price * quantity * this.#microsPerTickLotOf(market);
    assert(Number.isSafeInteger(notional), "a trade's notional is a whole number of micros", { matchId, notional });
    this.#candles.add(market, { at, price, quantity, notional });
    for (const account of [report.makerAccount, report.takerAccount]) {
      this.#minutes.addVolume({ brokerId: this.#brokerIdOf(account), market, quantity, notional }, at);
      this.#vaults.trade(account, notional);
      this.#referrals.trade(account, notional, at);
    }
  }

  ledger(entry: LedgerEntry): void {
    this.#events += 1;
    this.#days.addEntry(entry);
    this.#money.enter(entry);
  }

  algo(report: AlgoReport): void {
    this.#events += 1;
    this.#algoOrders.put(report);
    this.#notices.algo(report);
  }

  transfer(transfer: PositionTransfer): void {
    this.#events += 1;
    const { account, market, marginMode, at } = transfer;
    const sums = sumsOfTransfer(transfer, this.#microsPerTickLotOf(market));
    this.#minutes.addFill({ account, market, marginMode: marginModeCode(marginMode), ...sums }, at);
    this.#days.note(transfer);
    this.#notices.transfer(transfer);
    this.#positions.transfer(transfer, this.#microsPerTickLotOf(market));
  }

  funding(event: FundingEvent): void {
    this.#events += 1;
    this.#funding.put(event);
    this.#positions.funding(event);
    if (event.type !== "paid") return;
    const { account, market, marginMode, fee, at } = event;
    const share = { account, market, marginMode: marginModeCode(marginMode), ...sumsOfFunding(fee) };
    this.#minutes.addFill(share, at);
  }

  liquidation(event: LiquidationEvent): void {
    this.#events += 1;
    this.#liquidations.put(event);
    this.#positions.liquidation(event);
    this.#notices.liquidation(event);
  }

  account(change: AccountChange): void {
    this.#events += 1;
    this.#positions.account(change);
    if (change.type === "referral_bound") this.#referrals.bound(change);
    if (change.type === "notifications_marked") this.#notifications.mark(change);
  }

  funds(event: FundsEvent): void {
    this.#events += 1;
    this.#money.put(event);
    this.#notices.funds(event);
    if (event.type === "withdrawal") this.#days.note(event);
    if (event.type === "settled") this.#funding.settled(event);
    if (event.type === "distributed") this.#referrals.distributed(event);
  }

  vault(event: VaultEvent): void {
    this.#events += 1;
    this.#vaults.put(event);
  }

  market(event: MarketEvent): void {
    this.#events += 1;
    this.#notices.market(event);
  }

  venue(event: VenueEvent): void {
    this.#events += 1;
    this.#notices.venue(event);
    if (event.type === "announcement_withdrawn") this.#notifications.withdraw(event);
  }

  // The remaining events are about the present state, which the engine itself shows, not about the past.
  level(): void {}
  position(): void {}
  price(): void {}
  marketListed(): void {}

  #fill(report: OrderReport): void {
    const { account, market } = report;
    const sums = sumsOfFill(report, this.#microsPerTickLotOf(market));
    const marginMode = marginModeCode(report.marginMode);
    this.#fills.put({
      tradeId: report.tradeId,
      matchId: report.matchId,
      orderId: report.orderId,
      account,
      market,
      side: sideCode(report.side),
      price: report.fillPrice,
      quantity: report.fillQuantity,
      fee: report.fee,
      tagFee: report.tagFee,
      tagFeeRate: report.tagFeeRate,
      maker: report.maker ? 1 : 0,
      realizedPnl: report.realizedPnl,
      marginMode,
      marginChange: report.marginChange,
      cost: sums.cost,
      at: report.at,
    });
    this.#minutes.addFill({ account, market, marginMode, ...sums }, report.at);
    this.#days.addFill(account, sums, report.at);
    this.#positions.fill(report, sums.volume);
  }

  #microsPerTickLotOf(market: number): number {
    const known = this.#microsPerTickLot[market];
    if (known !== undefined) return known;
    const { microsPerTickLot } = this.#engine.market(market);
    this.#microsPerTickLot[market] = microsPerTickLot;
    return microsPerTickLot;
  }

  #brokerIdOf(account: number): string {
    const known = this.#brokerOf[account];
    if (known !== undefined) return known;
    const { brokerId } = this.#engine.account(account);
    this.#brokerOf[account] = brokerId;
    return brokerId;
  }
}
