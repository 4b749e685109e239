// The numbers of frames about events, from outside: they go on after a restart, from a snapshot and from the journal alone.

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

/** Places an order and cancels it. @returns the numbers of the two reports of that */
async function numbersOfOrder(client: Client): Promise<number[]> {
  const numbers: number[] = [];
  await client.streams.private.subscribe("executionreport", (_, { seq }) => numbers.push(seq!)).ready;
  const { order_id } = await client.orders.placeOrder(TERMS);
  await client.orders.cancelOrder({ symbol: TERMS.symbol, order_id });
  while (numbers.length < 2) await Bun.sleep(20);
  return numbers;
}

test("a venue that is started again goes on with the numbers of its frames", async () => {
  let running = await runInProcess(directory.path);
  const { client, credentials } = await onboard({ baseUrl: running.url, brokerId: "evermark" });
  expect(await numbersOfOrder(client)).toEqual([1, 2]);
  client.close();
  await running.stop();

  const again = async () => {
    running = await runInProcess(directory.path);
    const next = new Client({ baseUrl: running.url, signer: credentials });
    const numbers = await numbersOfOrder(next);
    next.close();
    await running.stop();
    return numbers;
  };
  expect(await again()).toEqual([3, 4]);
  // The journal alone leads to the same.
  rmSync(join(directory.path, "snapshots"), { recursive: true });
  expect(await again()).toEqual([5, 6]);
}, 120_000);
