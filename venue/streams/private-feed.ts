// Turns events of accounts into frames of their private topics. Events are collected while a command is applied and
// sent when it ends: reports, then positions, then the balance (streams 3.4). The engine reuses order records, so a
// report is written at once; positions and balances are read when the command has ended.
//
// Each account has one counter per topic. Counters also advance without a listener, and during a replay before the
// venue exists, so they follow from the journal alone. An announcement to all accounts is counted once for all of them.

import type {
  AccountChange,
  AlgoReport,
  EngineReader,
  FundsEvent,
  LedgerEntry,
  LiquidationEvent,
  MarginMode,
  MarketEvent,
  MarketView,
  OrderReport,
  PositionTransfer,
  VenueEvent,
} from "@evermark/engine";
import type { TopicData } from "@evermark/interface/streams/topics.ts";
import { type AnnouncementNotice, Notices } from "../notifications/notices.ts";
import { presentNotification } from "../notifications/present-notification.ts";
import { AccountDay } from "../statistics/day-result.ts";
import type { Venue } from "../venue.ts";
import { accountDetailOf, depositOf, liquidatedOf, settlementOf, takenOverOf, withdrawalOf } from "./account-values.ts";
import { algoRowsOf, algoTreeOf } from "./algo-values.ts";
import { Channel } from "./channel.ts";
import { AccountCounts } from "./numbers/account-counts.ts";
import { executionReportOf, positionRowOf, tokenBalanceOf } from "./private-values.ts";

/** The topics of an account, in the order in which their frames leave after a command. Streams 3.4. */
const TOPICS = [
  "executionreport",
  "algoexecutionreport",
  "algoexecutionreportv2",
  "settle",
  "wallet",
  "liquidationsaccount",
  "liquidatorliquidations",
  "position",
  "balance",
  "account",
  "notifications",
  "notification",
  "assetconvert",
] as const;
export type PrivateTopic = (typeof TOPICS)[number];

/** One topic with two names. Streams 12. */
const NOTICE_TOPICS = ["notifications", "notification"] as const;

/** Frames of these topics carry their time under two names. Streams 11.1, 11.2. */
const TIMED_TWICE: ReadonlySet<PrivateTopic> = new Set(["wallet", "settle"] as const);

/** The part of a market that never changes. */
type Terms = Pick<MarketView, "parameters">;

/**
 * An event to be sent as it was when it happened: its order or transfer may have changed again before the command ends.
 */
interface QueuedFrame {
  readonly topic: PrivateTopic;
  readonly account: number;
  readonly seq: number;
  /** The market by which subscribers can filter; "" for none. */
  readonly symbol: string;
  readonly data: unknown;
}

type Leverage = NonNullable<TopicData<"account">["accountDetail"]["symbolLeverage"]>;

export interface WrittenPrivateNumbers {
  readonly announced: number;
  /** By topic, then by account. */
  readonly counts: Readonly<Record<string, readonly number[]>>;
}

export class PrivateFeed {
  readonly #engine: EngineReader;
  /** Set once clients may listen. */
  #venue: Venue | undefined;
  /** Venue time of the current command. */
  #at = 0;
  /** How many notices were sent to every account. */
  #toAll = 0;
  readonly #counts = Object.fromEntries(TOPICS.map((topic) => [topic, new AccountCounts()])) as Record<
    PrivateTopic,
    AccountCounts
  >;
  /** The channels that clients listen to, by account. */
  readonly #listened = new Map<number, Map<string, Channel>>();
  readonly #terms: Terms[] = [];
  readonly #notices: Notices;
  /** Numbers of the frames for the current command's notices, of accounts with listeners. */
  #noticeSeqs: number[] = [];
  // Changes made by the current command.
  #written: QueuedFrame[] = [];
  /** Algo trees that changed without a fill: each is sent once per command, in its final state. */
  readonly #trees = new Map<number, AlgoReport>();
  readonly #positions = new Map<number, Set<number>>();
  /** For accounts without a listener: the last command that changed one of the account's positions. */
  readonly #unheard: number[] = [];
  readonly #balances = new Set<number>();
  /** Accounts with changed settings, and their new leverages in the order in which they were set. */
  readonly #settings = new Map<number, Leverage[]>();
  /** The number of commands so far. */
  #command = 0;

  constructor(engine: EngineReader) {
    this.#engine = engine;
    this.#notices = new Notices(engine, (account) => this.#countNotice(account));
  }

  /** Lets clients listen from now on. */
  begin(venue: Venue): void {
    this.#venue = venue;
  }

  restore({ announced, counts }: WrittenPrivateNumbers): void {
    this.#toAll = announced;
    for (const topic of TOPICS) this.#counts[topic].restore(counts[topic] ?? []);
  }

  written(): WrittenPrivateNumbers {
    const counts = Object.fromEntries(TOPICS.map((topic) => [topic, this.#counts[topic].written()]));
    return { announced: this.#toAll, counts };
  }

  /**
   * The channel of one of an account's private topics.
   * @param symbol restricts the channel to this market; "" for all
   */
  open(account: number, topic: PrivateTopic, symbol: string): Channel {
    const channels = this.#listened.get(account) ?? new Map<string, Channel>();
    this.#listened.set(account, channels);
    const part = partOf(topic, symbol);
    const made = () => new Channel(topic, this.#counts[topic].counterOf(account), false, TIMED_TWICE.has(topic));
    const channel = channels.get(part) ?? made();
    channels.set(part, channel);
    return channel;
  }

  /** Forgets channels without a listener. Otherwise their number would grow with every account. */
  close(account: number): void {
    const channels = this.#listened.get(account);
    if (channels === undefined) return;
    for (const [part, channel] of channels) if (!channel.hasListeners) channels.delete(part);
    if (channels.size === 0) this.#listened.delete(account);
  }

  order(report: OrderReport): void {
    const { account } = report;
    const seq = this.#counts.executionreport.add(account);
    this.#notices.order(report);
    // The amount that isolated orders reserve is part of the balance.
    if (report.marginMode === "ISOLATED") this.#balances.add(account);
    if (!this.#listened.has(account)) return;
    const data = executionReportOf(report, this.#termsOf(report.market).parameters);
    this.#written.push({ topic: "executionreport", account, seq, symbol: data.symbol, data });
  }

  algo(report: AlgoReport): void {
    this.#notices.algo(report);
    // The group's report of a fill that its leg's report has just sent.
    if (report.cause === "fill" && report.execution === null) return;
    if (report.execution === null) return void this.#trees.set(report.root.algoOrderId, report);
    this.#trees.delete(report.root.algoOrderId);
    this.#writeTree(report);
  }

  funds(event: FundsEvent): void {
    this.#notices.funds(event);
    if (event.type === "settled") this.#write("settle", event.account, () => settlementOf(event));
    if (event.type === "deposit") {
      this.#write("wallet", event.account, () => depositOf(event, this.#open));
    }
    if (event.type !== "withdrawal") return;
    // A payout reduces the frozen amount, which no ledger entry shows.
    if (event.state === "COMPLETED") this.#balances.add(event.account);
    this.#write("wallet", event.account, () => withdrawalOf(event, this.#open));
  }

  liquidation(event: LiquidationEvent): void {
    this.#notices.liquidation(event);
    if (event.type !== "transferred") return;
    const engine = this.#engine;
    if (event.kind !== "claim") this.#write("liquidationsaccount", event.account, () => liquidatedOf(engine, event));
    this.#write("liquidatorliquidations", event.taker, () => takenOverOf(engine, event));
  }

  transfer(transfer: PositionTransfer): void {
    this.#notices.transfer(transfer);
    // An isolated position's whole margin may be lost, which no ledger entry shows.
    if (transfer.marginMode === "ISOLATED") this.#balances.add(transfer.account);
  }

  market(event: MarketEvent): void {
    this.#notices.market(event);
  }

  venue(event: VenueEvent): void {
    this.#notices.venue(event);
  }

  account(change: AccountChange): void {
    switch (change.type) {
      case "leverage_changed": {
        const { market, leverage, marginMode } = change;
        const { symbol } = this.#termsOf(market).parameters;
        this.#leveragesOf(change.account).push({ symbol, leverage, marginMode });
        break;
      }
      case "margin_mode_changed":
      case "settings_changed":
        this.#leveragesOf(change.account);
        break;
      default:
        // A new account or key, or a mark on a notification, is not sent on the account's streams.
        break;
    }
  }

  position(account: number, market: number, marginMode: MarginMode): void {
    if (!this.#listened.has(account)) return this.#countUnheard(account);
    const rows = this.#positions.get(account) ?? new Set<number>();
    this.#positions.set(account, rows);
    rows.add(rowKey(market, marginMode));
  }

  ledger(entry: LedgerEntry): void {
    this.#balances.add(entry.account);
  }

  /** Sends the command's changes. @param position its position in the journal @param at its venue time */
  commandEnd(position: number, at: number): void {
    this.#at = at;
    this.#command += 1;
    if (this.#trees.size > 0) this.#writeTrees();
    if (this.#written.length > 0) this.#sendWritten();
    if (this.#positions.size > 0) this.#sendPositions();
    if (this.#balances.size > 0) this.#sendBalances(position);
    if (this.#settings.size > 0) this.#sendSettings();
    if (this.#noticeSeqs.length > 0) this.#sendNotices(position);
    const announced = this.#notices.takeAnnounced(position);
    if (announced !== undefined) this.#sendAnnounced(announced);
  }

  #write(topic: PrivateTopic, account: number, data: () => unknown): void {
    const seq = this.#counts[topic].add(account);
    if (this.#listened.has(account)) this.#written.push({ topic, account, seq, symbol: "", data: data() });
  }

  #writeTree(report: AlgoReport): void {
    const { parameters } = this.#termsOf(report.root.market);
    this.#write("algoexecutionreport", report.account, () => algoRowsOf(report, parameters));
    this.#write("algoexecutionreportv2", report.account, () => algoTreeOf(report, parameters));
  }

  #writeTrees(): void {
    for (const report of this.#trees.values()) this.#writeTree(report);
    this.#trees.clear();
  }

  #sendWritten(): void {
    const written = this.#written;
    this.#written = [];
    for (const { topic, account, seq, symbol, data } of written) {
      for (const filter of symbol === "" ? [""] : ["", symbol]) {
        this.#channel(account, topic, filter)?.publish(data, this.#at, seq);
      }
    }
  }

  #leveragesOf(account: number): Leverage[] {
    const leverages = this.#settings.get(account) ?? [];
    this.#settings.set(account, leverages);
    return leverages;
  }

  /** A frame has room for one leverage: when all markets' were set at once, each gets a frame. */
  #sendSettings(): void {
    for (const [account, leverages] of this.#settings) {
      for (const leverage of leverages.length === 0 ? [undefined] : leverages) {
        this.#counts.account.add(account);
        const channel = this.#channel(account, "account");
        if (channel === undefined) continue;
        const data = accountDetailOf(this.#engine, account, leverage);
        channel.publish(data, this.#at);
      }
    }
    this.#settings.clear();
  }

  /** @returns whether a client listens */
  #countNotice(account: number): boolean {
    for (const topic of NOTICE_TOPICS) this.#counts[topic].add(account);
    const isHeard = NOTICE_TOPICS.some((topic) => this.#channel(account, topic) !== undefined);
    // Both names have the same count.
    if (isHeard) this.#noticeSeqs.push(this.#counts.notifications.of(account) + this.#toAll);
    return isHeard;
  }

  #sendNotices(position: number): void {
    const seqs = this.#noticeSeqs;
    this.#noticeSeqs = [];
    for (const [i, notice] of this.#notices.take(position).entries()) {
      const data = presentNotification(this.#engine, notice, false);
      for (const topic of NOTICE_TOPICS) {
        this.#channel(notice.account, topic)?.publish(data, this.#at, seqs[i]);
      }
    }
  }

  /** Sends an announcement to the connected clients of every account. */
  #sendAnnounced(announced: AnnouncementNotice): void {
    this.#toAll += 1;
    if (this.#listened.size === 0) return;
    const data = presentNotification(this.#engine, announced, false);
    for (const account of this.#listened.keys()) {
      for (const topic of NOTICE_TOPICS) {
        const seq = this.#counts[topic].of(account) + this.#toAll;
        this.#channel(account, topic)?.publish(data, this.#at, seq);
      }
    }
  }

  /**
   * Counts a position frame without making one: of an account without a listener, as nearly all are, it suffices to
   * know that a command changed a position.
   */
  #countUnheard(account: number): void {
    if (this.#unheard[account] === this.#command) return;
    this.#unheard[account] = this.#command;
    this.#counts.position.add(account);
  }

  #sendPositions(): void {
    const engine = this.#engine;
    for (const [account, rows] of this.#positions) {
      this.#counts.position.add(account);
      const channel = this.#channel(account, "position");
      if (channel === undefined) continue;

      const { lastSeq } = engine.account(account);
      const day = new AccountDay(this.#open, account);
      const positions = Array.from(rows, (key) => {
        const [market, marginMode] = rowOf(key);
        const view = engine.position(account, market, marginMode);
        return positionRowOf(view, this.#termsOf(market).parameters, day.of(view), lastSeq);
      });
      channel.publish({ positions }, this.#at);
    }
    this.#positions.clear();
  }

  #sendBalances(version: number): void {
    const engine = this.#engine;
    for (const account of this.#balances) {
      this.#counts.balance.add(account);
      const channel = this.#channel(account, "balance");
      if (channel === undefined) continue;

      const isolated = engine.positions(account).filter(({ marginMode }) => marginMode === "ISOLATED");
      const isolatedMargin = isolated.reduce((sum, { margin }) => sum + margin, 0);
      const day = new AccountDay(this.#open, account);
      const USDC = tokenBalanceOf(engine.margin(account), isolatedMargin, day.total(), version);
      channel.publish({ balances: { USDC } }, this.#at);
    }
    this.#balances.clear();
  }

  /** The venue exists whenever a client listens. */
  get #open(): Venue {
    return this.#venue!;
  }

  #channel(account: number, topic: PrivateTopic, symbol = ""): Channel | undefined {
    return this.#listened.get(account)?.get(partOf(topic, symbol));
  }

  /** Cached, because they never change and are needed while a command is still being applied. */
  #termsOf(market: number): Terms {
    this.#terms[market] ??= this.#engine.market(market);
    return this.#terms[market];
  }
}

function partOf(topic: PrivateTopic, symbol: string): string {
  return symbol === "" ? topic : `${topic} ${symbol}`;
}

function rowKey(market: number, marginMode: MarginMode): number {
  return market * 2 + (marginMode === "ISOLATED" ? 1 : 0);
}

function rowOf(key: number): [market: number, marginMode: MarginMode] {
  return [key >> 1, key % 2 === 1 ? "ISOLATED" : "CROSS"];
}
