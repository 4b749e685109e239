// What every wallet holds, trades and earns, by market and overall: computed at most once in half an hour, in pieces
// between which orders are answered. Figures of 24 hours are by minutes, those of 7 and 30 days by UTC days; all are
// kept as fills happen, so that no fill is read again. What happens while a ranking is computed counts in the next one
// at the latest. Interface 4.3.

import type { EngineReader, PositionView } from "@evermark/engine";
import { queryKinds } from "@evermark/interface/queries/public-query.ts";
import type { MarketSums } from "../../history/index.ts";
import { dayPnl } from "../../statistics/day-result.ts";
import { dayOf, MONTH_DAYS, WEEK_DAYS } from "../../sums/candle-sums.ts";
import { type FillSums, noFills } from "../../sums/fill-sums.ts";
import type { Venue } from "../../venue.ts";
import { allMarkets } from "../named/named-market.ts";
import { PeriodicAnswer } from "./periodic-answer.ts";
import { WorkSlices } from "./work-slices.ts";

/** For how many accounts history is asked at once. */
const ACCOUNTS_AT_ONCE = 250;
export const EVERY_MARKET = -1;

/** The figures of one span of time, in micros and counts. */
export interface Span {
  pnl: number;
  volume: number;
  trades: number;
  closes: number;
  wins: number;
}

export interface Figures {
  /** In micros. */
  notional: number;
  positions: number;
  readonly day: Span;
  readonly week: Span;
  readonly month: Span;
}

const SPANS = ["day", "week", "month"] as const;
type SpanName = (typeof SPANS)[number];
/** A market's price at the start of each span, in ticks. */
type Opens = Readonly<Record<SpanName, number>>;

interface Ranking {
  /** The venue time at which the computation began. */
  readonly at: number;
  /** By market (or `EVERY_MARKET`), and by main account: a wallet under a builder, with its sub-accounts. */
  readonly byMarket: ReadonlyMap<number, ReadonlyMap<number, Figures>>;
}

export const rankings = new PeriodicAnswer(queryKinds.topAddresses.ageMaxMs, rank);

async function rank(venue: Venue): Promise<Ranking> {
  const { engine, history, sequencer, clock } = venue;
  const ranking = { at: clock.now(), byMarket: new Map<number, Map<number, Figures>>() };
  const today = dayOf(engine.now);
  const opens = await opensOf(venue);
  const turns = new WorkSlices();
  for (let first = 0; first < engine.accountCount; first += ACCOUNTS_AT_ONCE) {
    const accounts = usersFrom(engine, first);
    const sums = await history.accountMarketSums({ accounts, today }, sequencer.appliedPosition);
    const days = new AccountSums(sums);
    for (const account of accounts) {
      addAccount(venue, ranking.byMarket, { account, days: days.of(account), opens });
      await turns.yield();
    }
  }
  return ranking;
}

function usersFrom(engine: EngineReader, first: number): number[] {
  const count = Math.min(ACCOUNTS_AT_ONCE, engine.accountCount - first);
  return Array.from({ length: count }, (_, i) => first + i).filter((account) => engine.userId(account) > 0);
}

class AccountSums {
  readonly #byAccount = new Map<number, MarketSums[]>();

  constructor(sums: readonly MarketSums[]) {
    for (const row of sums) this.#byAccount.set(row.account, [...this.of(row.account), row]);
  }

  of(account: number): readonly MarketSums[] {
    return this.#byAccount.get(account) ?? [];
  }
}

async function opensOf(venue: Venue): Promise<Opens[]> {
  const { engine, history, statistics, sequencer } = venue;
  const after = sequencer.appliedPosition;
  return Promise.all(
    allMarkets(venue).map(async (market) => {
      const days = await history.candles(market, "1d", MONTH_DAYS, engine.now, after);
      // A market younger than the span has no earlier price, but then no wallet had a position in it.
      const openAgo = (count: number) => (days.at(-count) ?? days[0])?.open ?? engine.market(market).mark;
      return { day: statistics.rollingDay(market).open, week: openAgo(WEEK_DAYS), month: openAgo(MONTH_DAYS) };
    }),
  );
}

interface OfAccount {
  readonly account: number;
  readonly days: readonly MarketSums[];
  readonly opens: readonly Opens[];
}

function addAccount(
  { engine, statistics }: Venue,
  byMarket: Map<number, Map<number, Figures>>,
  { account, days, opens }: OfAccount,
): void {
  const minutes = statistics.fillSums(account);
  const held = engine.positions(account);
  const markets = new Set([...days, ...minutes, ...held].map(({ market }) => market));
  if (markets.size === 0) return;
  const main = engine.account(account).mainAccount;
  for (const market of markets) {
    const inMarket = (row: { readonly market: number }) => row.market === market;
    const { week = noFills, month = noFills } = days.find(inMarket) ?? {};
    const fills = { day: sumOf(minutes.filter(inMarket)), week, month };
    const figures = figuresOf(engine, market, { held: held.filter(inMarket), fills, opens: opens[market]! });
    for (const list of [market, EVERY_MARKET]) addTo(byMarket, list, main, figures);
  }
}

interface InMarket {
  readonly held: readonly PositionView[];
  readonly fills: Readonly<Record<SpanName, FillSums>>;
  readonly opens: Opens;
}

function figuresOf(engine: EngineReader, market: number, { held, fills, opens }: InMarket): Figures {
  const { mark, microsPerTickLot } = engine.market(market);
  const quantity = held.reduce((sum, position) => sum + position.quantity, 0);
  const span = (name: SpanName): Span => {
    const { volume, trades, closes, wins } = fills[name];
    const pnl = dayPnl(fills[name], { quantity, mark, dayOpen: opens[name], microsPerTickLot });
    return { pnl, volume, trades, closes, wins };
  };
  const notional = held.reduce((sum, position) => sum + position.notional, 0);
  return { notional, positions: held.length, day: span("day"), week: span("week"), month: span("month") };
}

/** Adds up the cross and the isolated position. */
function sumOf(rows: readonly FillSums[]): FillSums {
  return rows.reduce(
    (sum, row) => ({
      quantity: sum.quantity + row.quantity,
      cost: sum.cost + row.cost,
      fee: sum.fee + row.fee,
      volume: sum.volume + row.volume,
      trades: sum.trades + row.trades,
      closes: sum.closes + row.closes,
      wins: sum.wins + row.wins,
    }),
    noFills,
  );
}

function addTo(byMarket: Map<number, Map<number, Figures>>, market: number, main: number, added: Figures): void {
  const wallets = byMarket.get(market) ?? new Map<number, Figures>();
  byMarket.set(market, wallets);
  const sum = wallets.get(main);
  if (sum === undefined) {
    const { notional, positions, day, week, month } = added;
    wallets.set(main, { notional, positions, day: { ...day }, week: { ...week }, month: { ...month } });
    return;
  }
  sum.notional += added.notional;
  sum.positions += added.positions;
  for (const name of SPANS) {
    const [to, from] = [sum[name], added[name]];
    to.pnl += from.pnl;
    to.volume += from.volume;
    to.trades += from.trades;
    to.closes += from.closes;
    to.wins += from.wins;
  }
}
