// Checks what must hold for a venue that has run for a number of days, and measures how large it is by then.

import { Fault } from "@evermark/engine";
import {
  historyQueries,
  openTables,
  rebuildHistory,
  SCHEMA,
  type Table,
  type Tables,
} from "@evermark/venue/history/history-inside.ts";
import { DAY_MS } from "@evermark/venue/sums/candle-sums.ts";
import { type Life, type Sizes, VenueOfYears } from "./venue-of-years.ts";

export interface Years extends Life {
  readonly days: number;
  readonly print: (line: string) => void;
}

export interface Outcome {
  readonly sizes: Sizes;
  /** The size of history's file at the end of each day, in bytes. */
  readonly historyBytes: readonly number[];
  /** For each table whose rows are deleted: the number of rows without any deletion, and how many are left. */
  readonly rows: Readonly<Record<string, readonly [all: number, kept: number]>>;
  readonly commands: number;
  /** Milliseconds for rebuilding history from its kept copy and the pruned journal. */
  readonly rebuildMs: number;
}

const TABLES = Object.entries<Table>(SCHEMA).filter(([name]) => name !== "meta");
const hasLeaving = ({ leaves, leavesWith }: Table): boolean => leaves !== undefined || leavesWith !== undefined;

/** @throws {Fault} that says what does not hold */
export async function liveFor({ days, print, ...life }: Years): Promise<Outcome> {
  const venue = await VenueOfYears.open(life);
  const historyBytes: number[] = [];
  print("day  journal  snapshots  history  kept copy  with nothing pruned  (KiB)");
  for (let day = 1; day <= days; day++) {
    await venue.playDay();
    const sizes = venue.sizes();
    historyBytes.push(sizes.history);
    if (day % Math.ceil(days / 12) !== 0 && day !== days) continue;
    print([day, ...Object.values(sizes).map((bytes) => Math.round(bytes / 1_024))].join("  "));
  }
  const commands = venue.engine.commandCount;
  // During each day, the rows are deleted that are older than `keepDays` before the previous day.
  const before = venue.now - DAY_MS - life.keepDays * DAY_MS;
  await venue.leaveAll(before);
  await venue.close();
  const sizes = venue.sizes();
  const kept = open(venue.paths.history);
  const { everything } = venue;
  sameWhereNothingLeaves(everything, kept);
  const rows = keptRows(everything, kept, before);
  answers(everything, kept, before);
  const liveContent = contentOf(kept);
  kept.close();

  const startedAt = performance.now();
  const { keepDays } = life;
  await rebuildHistory(life.directory, () => {}, {
    retention: { orders: keepDays, trades: keepDays, positions: keepDays },
  });
  const rebuildMs = performance.now() - startedAt;
  const rebuilt = open(venue.paths.history);
  for (const [name, content] of Object.entries(contentOf(rebuilt))) {
    mustHold(
      content === liveContent[name],
      `${name} of a rebuilt history equals that of the history that was written live`,
    );
  }
  rebuilt.close();
  everything.close();
  return { sizes, historyBytes, rows, commands, rebuildMs };
}

function open(path: string): Tables {
  const opened = openTables(path);
  if ("unusable" in opened) throw new Fault(opened.unusable);
  return opened.tables;
}

/** Checks sums, candles, money and everything else that stays. */
function sameWhereNothingLeaves(everything: Tables, kept: Tables): void {
  for (const [name, table] of TABLES) {
    if (!hasLeaving(table)) mustHold(content(everything, name) === content(kept, name), `${name} has all its rows`);
  }
}

function keptRows(everything: Tables, kept: Tables, before: number): Outcome["rows"] {
  const found = TABLES.filter(([, table]) => hasLeaving(table)).map(([name, { leaves }]) => {
    const all = new Set(rowsOf(everything, name));
    const remaining = rowsOf(kept, name);
    mustHold(
      remaining.every((row) => all.has(row)),
      `the remaining rows of ${name} are as they were written`,
    );
    if (leaves !== undefined) {
      const young = `${name} WHERE ${leaves.begun} >= ${before}`;
      mustHold(count(everything, young) === count(kept, young), `${name} has every row that is recent enough`);
    }
    return [name, [all.size, remaining.length]] as const;
  });
  return Object.fromEntries(found);
}

/** Checks that pages still answer, and that what was deleted is not there. */
function answers(everything: Tables, kept: Tables, before: number): void {
  const [all, now] = [historyQueries(everything), historyQueries(kept)];
  const accounts = everything.ask<{ account: number }>("SELECT DISTINCT account FROM orders").map((row) => row.account);
  for (const account of accounts) {
    const filter = { account, size: 100, sort: "CREATED_TIME_DESC" } as const;
    const { total } = now.orders({ ...filter, page: 1 });
    let listed = 0;
    for (let page = 1; listed < total; page++) {
      const { rows } = now.orders({ ...filter, page });
      mustHold(rows.length > 0, "pages of orders go on until all of them were listed");
      listed += rows.length;
      for (const order of rows) {
        const query = { account, orderId: order.orderId, page: 1, size: 500 };
        const fills = now.fills(query).rows;
        mustHold(JSON.stringify(fills) === JSON.stringify(all.fills(query).rows), "an order has all its fills");
      }
    }
    mustHold(listed === total, "a list of orders has the length that it states");
    for (const list of ["ledger", "settlements", "assets"] as const) {
      const query = { account, page: 2, size: 20 };
      mustHold(
        JSON.stringify(now[list](query)) === JSON.stringify(all[list](query)),
        `${list} go back to the beginning`,
      );
    }
  }
  const [pruned] = everything.ask<{ id: number; account: number }>(
    `SELECT order_id AS id, account FROM orders WHERE status >= 2 AND updated_at < ${before} LIMIT 1`,
  );
  mustHold(pruned !== undefined && now.order(pruned.account, pruned.id) === undefined, "a pruned order is not found");
  for (const interval of ["1m", "1h", "1d", "1M"] as const) {
    const query = [0, interval, 500, before] as const;
    mustHold(JSON.stringify(now.candles(...query)) === JSON.stringify(all.candles(...query)), "candles are kept");
  }
  mustHold(JSON.stringify(now.trades(3, 500)) === JSON.stringify(all.trades(3, 500)), "the latest trades are kept");
}

function contentOf(tables: Tables): Readonly<Record<string, string>> {
  return Object.fromEntries(TABLES.map(([name]) => [name, content(tables, name)]));
}

function content(tables: Tables, name: string): string {
  return rowsOf(tables, name).join("\n");
}

function rowsOf(tables: Tables, name: string): string[] {
  const key = SCHEMA[name as keyof typeof SCHEMA].key.join(", ");
  return tables.ask<object>(`SELECT * FROM ${name} ORDER BY ${key}`).map((row) => JSON.stringify(row));
}

function count(tables: Tables, from: string): number {
  return tables.ask<{ count: number }>(`SELECT count(*) AS count FROM ${from}`)[0]!.count;
}

function mustHold(holds: boolean, claim: string): void {
  if (!holds) throw new Fault(`this does not hold: ${claim}`);
}
