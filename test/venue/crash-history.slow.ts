// A venue whose history is lost or damaged: it continues trading, reports it, rebuilds history meanwhile, and then
// answers everything as before, without a restart. Also where the journal no longer goes back to its beginning.

import { Database } from "bun:sqlite";
import { afterAll, beforeAll, expect, test } from "bun:test";
import { closeSync, cpSync, existsSync, openSync, readdirSync, readSync, rmSync, writeSync } from "node:fs";
import { type DataPaths, dataPaths } from "@evermark/core";
import { temporaryDirectory } from "@evermark/journal/testing/temporary-directory.ts";
import { rebuildHistory } from "@evermark/venue/history/history-inside.ts";
import { Bot, SYMBOL } from "../witness/bot.ts";
import { startLoad } from "../witness/bots-at-work.ts";
import { expectPromisesKept } from "../witness/promises.ts";
import { startVenue } from "../witness/venue-process.ts";
import { healthOf, untilWhole } from "../witness/whole.ts";

const FLAGS = [
  ["--journal-snapshot-every-commands", "1000"],
  ["--journal-segment-bytes", "65536"],
  ["--journal-prune"],
  ["--limits-factor", "100000"],
].flat();

/** A venue that has traded and pruned its journal. Each test damages its own copy. */
const traded = temporaryDirectory();
let bots: Bot[];

beforeAll(async () => {
  await using venue = await startVenue({ dataDirectory: traded.path, flags: FLAGS });
  bots = [await Bot.onboard(venue.url), await Bot.onboard(venue.url)];
  const load = startLoad(bots, 1);
  await load.reached(1_200);
  load.stop();
  await load.ended;
  for (const bot of bots) bot.close();
  await venue.process.terminate();
  const paths = dataPaths(traded.path);
  expect(existsSync(paths.keptHistory)).toBe(true);
  expect(readdirSync(paths.journal)).not.toContain("segment-0000000000000001.log");
});

afterAll(() => traded[Symbol.dispose]());

function copyOf(path: string): { readonly path: string; readonly paths: DataPaths } & Disposable {
  const copy = temporaryDirectory();
  cpSync(path, copy.path, { recursive: true });
  return { path: copy.path, paths: dataPaths(copy.path), [Symbol.dispose]: () => copy[Symbol.dispose]() };
}

/** Flips a bit in place, as a disk would, even while the file is open. */
function flipBit(path: string, byte: number): void {
  const file = openSync(path, "r+");
  const bytes = new Uint8Array(1);
  readSync(file, bytes, 0, 1, byte);
  bytes[0]! ^= 0x10;
  writeSync(file, bytes, 0, 1, byte);
  closeSync(file);
}

/**
 * Places an order that ends at once and that no bot remembers, because each test has its own copy of the venue.
 * @returns its id
 */
async function trade({ client }: Bot): Promise<number> {
  const order = { symbol: SYMBOL, order_price: 150, order_quantity: 1, side: "BUY", order_type: "IOC" } as const;
  const client_order_id = crypto.randomUUID();
  const { order_id, status } = await client.orders.placeOrder({ ...order, client_order_id });
  expect(status).toBe("CANCELLED");
  return order_id;
}

/** Orders are accepted all the time, and once history is rebuilt everything is answered as before. */
async function expectWholeAgain(url: string): Promise<void> {
  for (const bot of bots) await bot.reconnect(url);
  await trade(bots[0]!);
  await untilWhole(url);
  await expectPromisesKept(bots);
  for (const bot of bots) bot.close();
}

test("with a pruned journal, history that is lost or damaged is rebuilt from the kept copy", async () => {
  const damages: Record<string, (paths: DataPaths) => void> = {
    lost: ({ history }) => rmSync(history),
    damaged: ({ history }) => flipBit(history, 4_096 * 3 + 100),
  };
  for (const [damage, inflict] of Object.entries(damages)) {
    using copy = copyOf(traded.path);
    inflict(copy.paths);
    await using venue = await startVenue({ dataDirectory: copy.path, flags: FLAGS });
    await expectWholeAgain(venue.url);
    await venue.process.terminate();
    const rebuilt = venue.process.logged("history is being rebuilt");
    expect({ damage, level: rebuilt?.level }).toEqual({ damage, level: "warn" });
    // The damaged file is kept for an operator to inspect.
    expect(readdirSync(copy.path).includes("history.sqlite.aside-1")).toBe(damage !== "lost");
  }
});

test("a page that is damaged while the venue runs is found, and history is rebuilt under the running venue", async () => {
  using copy = copyOf(traded.path);
  await using venue = await startVenue({ dataDirectory: copy.path, flags: FLAGS });
  flipBit(copy.paths.history, 4_096 * 5 + 200);
  while (venue.process.logged("history is being rebuilt") === undefined) await Bun.sleep(20);
  await expectWholeAgain(venue.url);
  const metrics = await venue.process.metrics();
  expect(metrics).toMatch(/^evermark_history_rebuilds_total 1$/m);
  expect(await venue.process.terminate()).toEqual({ code: 0, signal: null });
  expect(venue.process.logged("history is being rebuilt")?.reason).toStartWith(
    "it is damaged: page 6 is not what was written; the old file is history.sqlite.aside-1 now",
  );
});

test("tables that another program has dropped are rebuilt under the running venue", async () => {
  using copy = copyOf(traded.path);
  await using venue = await startVenue({ dataDirectory: copy.path, flags: FLAGS });
  await untilWhole(venue.url);
  {
    using database = new Database(copy.paths.history);
    database.run("PRAGMA busy_timeout = 10000");
    database.run("DROP TABLE orders");
  }
  await expectWholeAgain(venue.url);
  expect(await venue.process.terminate()).toEqual({ code: 0, signal: null });
});

test("a history file that another program has locked does not delay a start: the venue trades, and reports the lock", async () => {
  using copy = copyOf(traded.path);
  await using venue = await (async () => {
    using database = new Database(copy.paths.history);
    database.run("BEGIN IMMEDIATE");
    const venue = await startVenue({ dataDirectory: copy.path, flags: FLAGS });
    await bots[0]!.reconnect(venue.url);
    await trade(bots[0]!);
    while ((await healthOf(venue.url)).reasons.history === undefined) await Bun.sleep(20);
    const locked = "history can't be written: another program has its file locked";
    expect(await healthOf(venue.url)).toMatchObject({ status: "degraded", reasons: { history: locked } });
    database.run("ROLLBACK");
    return venue;
  })();
  await expectWholeAgain(venue.url);
  expect(await venue.process.terminate()).toEqual({ code: 0, signal: null });
});

test("with nothing left to rebuild history from, the venue trades, refuses requests for history, and reports why", async () => {
  using copy = copyOf(traded.path);
  rmSync(copy.paths.history);
  flipBit(copy.paths.keptHistory, 4_096 * 2 + 100);
  await using venue = await startVenue({ dataDirectory: copy.path, flags: FLAGS });
  const [bot] = bots as [Bot];
  await bot.reconnect(venue.url);
  const order_id = await trade(bot);
  const read = bot.client.orders.getOrder({ order_id });
  expect(await read.catch((error) => error)).toMatchObject({ status: 503, code: -1011 });
  expect(await healthOf(venue.url)).toMatchObject({
    status: "degraded",
    reasons: { history: "history has failed; the log says why" },
  });
  bot.close();
  expect(await venue.process.terminate()).toEqual({ code: 0, signal: null });
  const failed = venue.process.logged("history has failed");
  expect(JSON.stringify(failed)).toContain("page 3 of the kept copy is not what was written");
  expect(JSON.stringify(failed)).toContain("put back the pruned segments, or a copy of the history file");
  await expect(rebuildHistory(copy.path, () => {})).rejects.toThrow("must be made anew (an operator asks for it)");
});
