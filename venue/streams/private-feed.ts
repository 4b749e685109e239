// Turns what happens to accounts into frames of their private topics. Events are collected while a command is applied
// and go out when it ends: execution reports, then positions, then the balance (streams 3.4). Order records are reused by
// the engine, so a report is written down at once; positions and balances are read when the command has ended.
//
// Each account has one counter per topic, which advances also while nobody listens.

import type { LedgerEntry, MarginMode, OrderReport } from "@evermark/engine";
import type { MarketView } from "@evermark/engine/views.ts";
import type { TopicData } from "@evermark/interface/topics.ts";
import type { HistoryReader } from "../history/queries.ts";
import { DAY_MS } from "../statistics/candles.ts";
import { AccountDay, sumsOfFill } from "../statistics/day-result.ts";
import type { Venue } from "../venue.ts";
import { AccountDays } from "./account-days.ts";
import { Channel, type Counter } from "./channel.ts";
import type { FanOut } from "./fan-out.ts";
import { executionReportOf, positionRowOf, tokenBalanceOf } from "./private-values.ts";

export type PrivateTopic = "executionreport" | "position" | "balance";

/** Never added to. */
const nothing = new Set<number>();

/** What of a market never changes. */
type Terms = Pick<MarketView, "parameters" | "microsPerTickLot">;

interface WrittenReport {
  readonly account: number;
  readonly seq: number;
  readonly data: TopicData<"executionreport">;
}

export class PrivateFeed {
  readonly #venue: Venue;
  readonly #fanOut: FanOut;
  readonly #days = new AccountDays();
  readonly #counters: Record<PrivateTopic, Counter[]> = { executionreport: [], position: [], balance: [] };
  /** The channels of accounts that somebody listens to. */
  readonly #listened = new Map<number, Map<string, Channel>>();
  readonly #terms: Terms[] = [];
  // What the running command changed.
  #reports: WrittenReport[] = [];
  readonly #positions = new Map<number, Set<number>>();
  readonly #balances = new Set<number>();

  constructor(venue: Venue, fanOut: FanOut) {
    this.#venue = venue;
    this.#fanOut = fanOut;
  }

  /** Rebuilds the 24-hour figures, before the first command after a start. */
  async load(history: HistoryReader): Promise<void> {
    const now = this.#venue.clock.now();
    for (const row of await history.accountMinutesSince(now - DAY_MS, 0)) this.#days.add({ ...row, at: row.start });
  }

  /**
   * The channel of a private topic of an account.
   * @param symbol only what is about this market; "" for all
   */
  open(account: number, topic: PrivateTopic, symbol: string): Channel {
    const channels = this.#listened.get(account) ?? new Map<string, Channel>();
    this.#listened.set(account, channels);
    const part = partOf(topic, symbol);
    const channel =
      channels.get(part) ?? new Channel(topic, `${account} ${part}`, this.#counter(account, topic), false);
    channels.set(part, channel);
    return channel;
  }

  /** Forgets the channels of an account that nobody listens to, or their number would grow with every account. */
  close(account: number): void {
    const channels = this.#listened.get(account);
    if (channels === undefined) return;
    for (const [part, channel] of channels) if (channel.listeners === 0) channels.delete(part);
    if (channels.size === 0) this.#listened.delete(account);
  }

  order(report: OrderReport): void {
    const { account } = report;
    const counter = this.#counter(account, "executionreport");
    counter.count += 1;
    if (report.cause === "fill") {
      const { market, marginMode, at } = report;
      const sums = sumsOfFill(report, this.#termsOf(market).microsPerTickLot);
      this.#days.add({ account, market, marginMode, at, ...sums });
    }
    if (!this.#listened.has(account)) return;
    const data = executionReportOf(report, this.#termsOf(report.market).parameters);
    this.#reports.push({ account, seq: counter.count, data });
  }

  position(account: number, market: number, marginMode: MarginMode): void {
    // Of an account that nobody listens to it is enough to know that there was a change.
    if (!this.#listened.has(account)) return void this.#positions.set(account, nothing);
    const rows = this.#positions.get(account) ?? new Set<number>();
    this.#positions.set(account, rows);
    rows.add(rowKey(market, marginMode));
  }

  ledger(entry: LedgerEntry): void {
    this.#balances.add(entry.account);
  }

  /** Sends what the command changed. `position` is its place in the journal. */
  commandEnd(position: number): void {
    if (this.#reports.length > 0) this.#sendReports();
    if (this.#positions.size > 0) this.#sendPositions();
    if (this.#balances.size > 0) this.#sendBalances(position);
  }

  sweep(now: number): void {
    this.#days.sweep(now);
  }

  #sendReports(): void {
    const reports = this.#reports;
    this.#reports = [];
    for (const { account, seq, data } of reports) {
      const now = this.#venue.clock.now();
      for (const symbol of ["", data.symbol]) {
        const channel = this.#channel(account, "executionreport", symbol);
        if (channel !== undefined) this.#fanOut.publish(channel, channel.write(data, now, seq));
      }
    }
  }

  #sendPositions(): void {
    const { engine, clock } = this.#venue;
    for (const [account, rows] of this.#positions) {
      this.#counter(account, "position").count += 1;
      const channel = this.#channel(account, "position");
      if (channel === undefined) continue;

      const now = clock.now();
      const { lastSeq } = engine.account(account);
      const day = new AccountDay(this.#venue, account, this.#days.of(account, now));
      const positions = Array.from(rows, (key) => {
        const [market, marginMode] = rowOf(key);
        const view = engine.position(account, market, marginMode);
        return positionRowOf(view, this.#termsOf(market).parameters, day.of(view), lastSeq);
      });
      this.#fanOut.publish(channel, channel.write({ positions }, now));
    }
    this.#positions.clear();
  }

  #sendBalances(version: number): void {
    const { engine, clock } = this.#venue;
    for (const account of this.#balances) {
      this.#counter(account, "balance").count += 1;
      const channel = this.#channel(account, "balance");
      if (channel === undefined) continue;

      const now = clock.now();
      const isolated = engine.positions(account).filter(({ marginMode }) => marginMode === "ISOLATED");
      const isolatedMargin = isolated.reduce((sum, { margin }) => sum + margin, 0);
      const day = new AccountDay(this.#venue, account, this.#days.of(account, now));
      const USDC = tokenBalanceOf(engine.margin(account), isolatedMargin, day.total(), version);
      this.#fanOut.publish(channel, channel.write({ balances: { USDC } }, now));
    }
    this.#balances.clear();
  }

  #counter(account: number, topic: PrivateTopic): Counter {
    const counters = this.#counters[topic];
    counters[account] ??= { count: 0 };
    return counters[account];
  }

  #channel(account: number, topic: PrivateTopic, symbol = ""): Channel | undefined {
    return this.#listened.get(account)?.get(partOf(topic, symbol));
  }

  /** Kept, because they never change and are needed while a command is still being applied. */
  #termsOf(market: number): Terms {
    this.#terms[market] ??= this.#venue.engine.market(market);
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
