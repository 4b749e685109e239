// Questions of the public query that history answers, while it holds many fills: candles of a market, finished orders and
// fills of a wallet. Held against a bare server that runs as many prepared queries on a copy of the same tables and sends
// their rows as they are. Requests come from many addresses, because each has a pool of its own.

import { copyFileSync } from "node:fs";
import { dataPaths } from "@evermark/venue/data-directory.ts";
import { CheckedPages } from "@evermark/venue/history/file/checked-pages.ts";
import { Tables } from "@evermark/venue/history/tables.ts";
import { DAY_MS, MINUTE_MS } from "@evermark/venue/statistics/candles.ts";
import { ratioAtLeast } from "./budget.ts";
import { startChild } from "./child-process.ts";
import { runLoad } from "./load.ts";
import { type Benchmark, figureOf, inTurns } from "./measure.ts";
import type { BareOpening } from "./query-bare.child.ts";
import type { QueryVenueOpened } from "./query-venue.child.ts";
import { mostlyTaken } from "./rest-order.ts";
import { scratchDirectory } from "./scratch.ts";
import { makeAccounts } from "./signed-orders.ts";

const FILLS = 10_000_000;
const QUICK_FILLS = 5_000;
const CANDLES = 20_000;
const SYMBOL = "PERP_BTC_USDC";
/** Each sends this often before it comes again: none spends its pool. */
const ADDRESSES = 500;

/** The types, and the queries that each is answered with. */
const QUESTIONS = {
  candles: {
    members: { symbol: SYMBOL, interval: "1m", limit: 500 },
    sql: [
      "SELECT * FROM candles WHERE market = 0 AND resolution = 0 AND start >= ?2 AND start < ?3 AND ?1 > 0 ORDER BY start",
      `SELECT close FROM candles WHERE market = 0 AND resolution = 0 AND start < ?2 AND ?1 > 0 AND ?3 > 0
       ORDER BY start DESC LIMIT 1`,
    ],
  },
  historicalOrders: {
    members: { limit: 100 },
    sql: [
      `SELECT * FROM orders INDEXED BY orders_by_account WHERE account = ?1 AND created_at >= ?2 AND created_at <= ?3
       AND status IN (2, 3, 4) ORDER BY created_at DESC, order_id DESC LIMIT 101`,
      `SELECT state FROM algo_orders INDEXED BY algo_orders_by_account WHERE account = ?1 AND parent_id = 0
       AND created_at >= ?2 AND created_at <= ?3 AND status IN ('FILLED', 'CANCELLED', 'REJECTED')
       ORDER BY created_at DESC, algo_order_id DESC LIMIT 101`,
    ],
  },
  trades: {
    members: { limit: 100 },
    sql: [
      `SELECT * FROM fills INDEXED BY fills_by_account WHERE account = ?1 AND at >= ?2 - ?3
       ORDER BY at DESC, trade_id DESC LIMIT 101`,
    ],
  },
} as const;

export const publicQuery: Benchmark = {
  name: "public-query",
  about: "answers/s of the public query from history: candles, historicalOrders, trades",
  load: { accounts: 64, connections: 32, seconds: 2 },
  quickLoad: { accounts: 4, connections: 4, seconds: 0.2 },
  onRequest: true,
  async run({ quick, load }, report) {
    const accounts = await makeAccounts(load.accounts);
    const known = accounts.map(({ accountId, wallet, key }) => ({ accountId, wallet, key }));
    await scratchDirectory(async (directory) => {
      const opening = { directory, accounts: known, fromMany: true };
      const first = startChild<QueryVenueOpened>("query-venue.child.ts");
      const { numbers, now } = await first.ask(opening).finally(() => first.stop());
      const { history } = dataPaths(directory);
      fillTables(history, { numbers, now, fills: quick ? QUICK_FILLS : FILLS });
      copyFileSync(history, `${history}-peer`);

      const venue = startChild<QueryVenueOpened>("query-venue.child.ts");
      const bare = startChild<number>("query-bare.child.ts");
      try {
        const { port } = await venue.ask({ ...opening, accounts: [] });
        for (const [type, { members, sql }] of Object.entries(QUESTIONS)) {
          const span = type === "candles" ? [now - 500 * MINUTE_MS, now] : [now - DAY_MS, now];
          const barePort = await bare.ask({ path: `${history}-peer`, sql, numbers, span } satisfies BareOpening);
          const requests = requestsOf({ type, ...members }, known, load.connections);
          const milliseconds = load.seconds * 1_000;
          const highest = (port: number) => async () => mostlyTaken(await runLoad({ port, requests, milliseconds }));
          const ours = highest(port);
          const samples = await inTurns({ runs: quick ? 1 : 3, ours, theirs: highest(barePort), warm: quick });
          const against = "bare prepared queries";
          report(figureOf(`public-query, ${type}`, "answers/s", against, samples, ratioAtLeast(0.7)));
        }
      } finally {
        await Promise.all([venue.stop(), bare.stop()]);
      }
    });
  },
};

/** Of each connection, from as many addresses. */
function requestsOf(question: object, accounts: readonly { wallet: string }[], connections: number): Uint8Array[][] {
  return Array.from({ length: connections }, (_, connection) =>
    Array.from({ length: ADDRESSES }, (_, n) => {
      const { wallet } = accounts[n % accounts.length]!;
      const body = JSON.stringify({ address: wallet, ...question });
      const from = `10.${connection}.${n >> 8}.${n & 255}`;
      const head = `POST /v1/public/query HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Forwarded-For: ${from}\r\n`;
      return Buffer.from(`${head}Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`);
    }),
  );
}

interface Filling {
  /** The accounts, by their numbers. */
  readonly numbers: readonly number[];
  /** Until when. */
  readonly now: number;
  readonly fills: number;
}

/** A year of fills, an order for each, and candles of the last minutes, in the tables of a venue that is stopped. */
function fillTables(path: string, { numbers, now, fills }: Filling): void {
  const tables = new Tables(
    path,
    CheckedPages.check(path, () => {}),
  );
  tables.execute("PRAGMA synchronous = OFF");
  const fill = tables.prepare(`INSERT INTO fills VALUES (${"?, ".repeat(16)}?)`);
  const order = tables.prepare(`INSERT INTO orders VALUES (${"?, ".repeat(21)}?)`);
  const candle = tables.prepare(`INSERT OR REPLACE INTO candles VALUES (${"?, ".repeat(9)}?)`);
  const since = now - 365 * DAY_MS;
  tables.execute("BEGIN");
  for (let n = 0; n < fills; n++) {
    const account = numbers[n % numbers.length]!;
    const at = since + Math.floor((n / fills) * (now - since));
    fill.run(n + 1, n + 1, n + 1, account, 0, n & 1, 600_000, 200, 72_000, 0, 0, 0, 0, 0, 0, 120_072_000, at);
    const filled = [600_000, 200, 0, 200, -1, 2, "", 200, 120_000_000, 72_000, 0, at, at];
    order.run(n + 1, account, 0, "", n & 1, 0, 0, 0, "", ...filled);
    if (n % 1_000_000 === 999_999) {
      tables.execute("COMMIT");
      tables.takeOverLog();
      tables.execute("BEGIN");
    }
  }
  const minute = Math.floor(now / MINUTE_MS) * MINUTE_MS;
  for (let n = 0; n < CANDLES; n++) {
    candle.run(0, 0, minute - n * MINUTE_MS, 600_000, 600_100, 599_900, 600_000, 2_000, 120_000_000, 10);
  }
  tables.execute("COMMIT");
  tables.close();
}
