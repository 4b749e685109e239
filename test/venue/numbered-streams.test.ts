// The sequence numbers of event frames, from outside: they continue after a restart, from a snapshot and from the
// journal alone.

import { afterAll, expect, test } from "bun:test";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { Client, onboard } from "@evermark/client";
import { temporaryDirectory } from "@evermark/journal/testing/temporary-directory.ts";
import { runInProcess } from "./outside/whole-venue.ts";

const directory = temporaryDirectory();
afterAll(() => directory[Symbol.dispose]());

const TERMS = {
  symbol: "PERP_BTC_USDC",
  side: "BUY",
  order_type: "LIMIT",
  order_price: 40_000,
  order_quantity: 0.01,
} as const;

const BOOK = `${TERMS.symbol}@orderbookupdate` as const;

interface Seen {
  /** Sequence numbers of the execution reports. */
  readonly reports: readonly number[];
  /** The first book update after the placements. */
  readonly book: { readonly seq: number; readonly prevTs: number; readonly ts: number };
}

/**
 * Places an order that stays and one that is cancelled, after the book before them was sent. @returns the frames that
 * followed
 */
async function placeTwo(client: Client): Promise<Seen> {
  const reports: number[] = [];
  const books: Seen["book"][] = [];
  await client.streams.private.subscribe("executionreport", (_, { seq }) => reports.push(seq!)).ready;
  await client.streams.public.subscribe(BOOK, ({ prevTs }, { seq, ts }) => books.push({ seq: seq!, prevTs, ts })).ready;
  await client.orders.placeOrder(TERMS);
  const { order_id } = await client.orders.placeOrder(TERMS);
  await client.orders.cancelOrder({ symbol: TERMS.symbol, order_id });
  while (reports.length < 3 || books.length < 1) await Bun.sleep(20);
  // The three changes may be published together or separately.
  const { ts } = await client.streams.public.request("orderbook", { symbol: TERMS.symbol });
  while (books.at(-1)!.ts < ts) await Bun.sleep(20);
  return { reports, book: books[0]! };
}

test("a venue that is restarted continues the numbers of its frames, and its books", async () => {
  let running = await runInProcess(directory.path);
  const { client, credentials } = await onboard({ baseUrl: running.url, brokerId: "evermark" });
  const first = await placeTwo(client);
  expect(first.reports).toEqual([1, 2, 3]);
  expect(first.book.prevTs).toBe(0);
  const versionAt = async (owner: Client) =>
    (await owner.streams.public.request("orderbook", { symbol: TERMS.symbol })).ts;
  const versions = [await versionAt(client)];
  client.close();
  await running.stop();

  const again = async (): Promise<Seen> => {
    running = await runInProcess(directory.path);
    const next = new Client({ baseUrl: running.url, signer: credentials });
    // Changes from before the stop were published before anything that the new process did.
    const before = await versionAt(next);
    expect(before).toBeGreaterThanOrEqual(versions.at(-1)!);
    const seen = await placeTwo(next);
    expect(seen.book.prevTs).toBe(before);
    expect(seen.book.seq).toBeGreaterThan(1);
    versions.push(await versionAt(next));
    next.close();
    await running.stop();
    return seen;
  };
  expect((await again()).reports).toEqual([4, 5, 6]);
  // Replaying the journal alone gives the same numbers.
  rmSync(join(directory.path, "snapshots"), { recursive: true });
  expect((await again()).reports).toEqual([7, 8, 9]);
}, 120_000);
