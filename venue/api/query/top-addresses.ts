// Handler of the query for the wallets with the largest positions, volumes or profits, picked from a ranking that all
// such queries share. Interface 4.3.

import type { EngineReader } from "@evermark/engine";
import type { QueryAnswer, QueryRequest } from "@evermark/interface/queries/public-query.ts";
import { decimalText, MICRO_DECIMALS, moneyText } from "../../wire/decimal-text.ts";
import { marketFilter } from "../named/named-market.ts";
import { leastNotional } from "./platform-positions.ts";
import { type Handler, pageOf } from "./query-context.ts";
import { EVERY_MARKET, type Figures, rankings, type Span } from "./ranking.ts";
import { WorkSlices } from "./work-slices.ts";

type Ranked = QueryAnswer<"topAddresses">["rows"][number];
type SortBy = NonNullable<QueryRequest<"topAddresses">["sort_by"]>;

const ROWS_DEFAULT = 50;

const VALUES: Readonly<Record<SortBy, (figures: Figures) => number>> = {
  notional: ({ notional }) => notional,
  volume_24h: ({ day }) => day.volume,
  volume_7d: ({ week }) => week.volume,
  volume_30d: ({ month }) => month.volume,
  pnl_24h: ({ day }) => day.pnl,
  pnl_7d: ({ week }) => week.pnl,
  pnl_30d: ({ month }) => month.pnl,
  trade_count_24h: ({ day }) => day.trades,
};

interface Entry {
  readonly main: number;
  readonly value: number;
  readonly figures: Figures;
}

export const topAddresses: Handler<"topAddresses"> = async ({ venue, request, cursors }) => {
  const { limit = ROWS_DEFAULT, sort_by: sortBy = "notional" } = request;
  const market = marketFilter(venue, request.symbol) ?? EVERY_MARKET;
  const least = leastNotional(request.min_notional);
  const place = cursors.read(["last_value", "last_account"]);
  const ranking = await rankings.of(venue);
  const after = place && { value: place.last_value, main: place.last_account };
  const sortValue = VALUES[sortBy];
  const best: Entry[] = [];
  const turns = new WorkSlices();
  for (const [main, figures] of ranking.byMarket.get(market) ?? []) {
    await turns.yield();
    const entry = { main, value: sortValue(figures), figures };
    if (figures.notional < least || (after !== undefined && inOrder(entry, after) <= 0)) continue;
    keepBest(best, entry, limit + 1);
  }
  const page = pageOf(cursors, best, limit, ({ main, value }) => ({ last_value: value, last_account: main }));
  return {
    rows: page.rows.map(({ main, figures }) => rowOf(venue.engine, main, figures)),
    next_cursor: page.next_cursor,
    last_updated_time: ranking.at,
  };
};

/** Largest first; among equals the account opened first. */
function inOrder(a: Pick<Entry, "main" | "value">, b: Pick<Entry, "main" | "value">): number {
  return b.value - a.value || a.main - b.main;
}

/** Keeps the first `count` entries in order. */
function keepBest(best: Entry[], entry: Entry, count: number): void {
  const last = best.at(-1);
  if (best.length === count && last !== undefined && inOrder(entry, last) > 0) return;
  let low = 0;
  let high = best.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (inOrder(entry, best[middle]!) < 0) high = middle;
    else low = middle + 1;
  }
  best.splice(low, 0, entry);
  if (best.length > count) best.pop();
}

function rowOf(engine: EngineReader, main: number, { notional, positions, day, week, month }: Figures): Ranked {
  const { wallet, brokerId } = engine.account(main);
  return {
    address: wallet,
    broker_id: brokerId,
    total_notional: moneyText(notional),
    pnl_24h: moneyText(day.pnl),
    pnl_7d: moneyText(week.pnl),
    pnl_30d: moneyText(month.pnl),
    volume_24h: moneyText(day.volume),
    volume_7d: moneyText(week.volume),
    volume_30d: moneyText(month.volume),
    trade_count_24h: day.trades,
    win_rate_24h: winRate(day) ?? 0,
    win_rate_7d: winRate(week),
    win_rate_30d: winRate(month),
    avg_trade_size: day.trades === 0 ? null : averageOf(day),
    position_count: positions,
  };
}

const RATE_STEPS = 10_000;

/** With 4 decimals, cut off. */
function winRate({ wins, closes }: Span): number | null {
  return closes === 0 ? null : Math.floor((wins * RATE_STEPS) / closes) / RATE_STEPS;
}

function averageOf({ volume, trades }: Span): string {
  return decimalText(BigInt(volume) / BigInt(trades), MICRO_DECIMALS);
}
