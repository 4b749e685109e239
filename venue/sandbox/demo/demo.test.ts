// The demo traders against a real venue, over real HTTP and WebSocket.

import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onboard } from "@evermark/client";
import { sandboxConfiguration } from "../../configuration/load.ts";
import { type RunningVenue, runVenue } from "../../run.ts";
import { silentLog as log } from "../../testing/kept-log.ts";
import { type Demo, startDemo } from "./demo.ts";

const directory = mkdtempSync(join(tmpdir(), "evermark-demo-"));
let running: RunningVenue;
let demo: Demo;

beforeAll(async () => {
  const changes = { port: 0, demo: false, logLevel: "silent", audit: true } as const;
  running = await runVenue(sandboxConfiguration(directory, changes), log);
  demo = await startDemo({ baseUrl: running.url, brokerId: "evermark", brand: "svc", seed: 1 }, log);
});

afterAll(async () => {
  await demo.stop();
  await running.stop();
  rmSync(directory, { recursive: true });
});

/** The runner's limit ends what never comes to hold. */
async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await Bun.sleep(50);
}

/** Accounts that a wallet owns; the first one opened is the tight maker's. */
function traders(): number[] {
  const { engine } = running.venue;
  const accounts = Array.from({ length: engine.accountCount }, (_, account) => account);
  return accounts.filter((account) => engine.findAccount(engine.account(account).accountId) !== -1);
}

const markets = () => Array.from({ length: 13 }, (_, market) => running.venue.engine.market(market));

test("within seconds every market has two sides and a tape", async () => {
  const isLive = () => markets().every((market) => market.bestBid > 0 && market.bestAsk > 0 && market.lastPrice > 0);
  await until(isLive);
  for (const { bestBid, bestAsk, mark } of markets()) {
    expect(bestBid).toBeLessThan(bestAsk);
    expect(bestAsk / mark).toBeLessThan(1.01);
    expect(bestBid / mark).toBeGreaterThan(0.99);
  }
});

test("four traders share the work, each with an account of its own", () => {
  const { engine } = running.venue;
  expect(traders().length).toBe(4);
  for (const account of traders()) expect(engine.margin(account).freeCollateral).toBeGreaterThan(0);
});

test("they go on after the clock was moved by hours, and come back to the same accounts after a stop", async () => {
  const { engine } = running.venue;
  const [maker] = traders();
  const moved = await fetch(`${running.url}/sandbox/clock`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ advance_ms: 7_200_000 }),
  });
  expect(moved.status).toBe(200);
  const before = engine.commandCount;
  await until(() => engine.commandCount > before + 30);

  await demo.stop();
  expect(engine.openOrders(maker!, -1)).toEqual([]);
  demo = await startDemo({ baseUrl: running.url, brokerId: "evermark", brand: "svc", seed: 1 }, log);
  await until(() => engine.openOrders(maker!, -1).length > 20);
  expect(traders().length).toBe(4);
});

test("a trader who buys as much as there is, or bids above all, does not leave the book without a side", async () => {
  const { client } = await onboard({ baseUrl: running.url, brokerId: "evermark" });
  const symbol = "PERP_BTC_USDC";
  await client.positions.setLeverage({ symbol, leverage: 20 });
  const btc = () => running.venue.engine.market(0);
  const bought = async () => {
    const { rows } = await client.positions.getPositions();
    return rows.find((row) => row.symbol === symbol)?.position_qty ?? 0;
  };
  // More than both makers mean to hold.
  const buy = { symbol, side: "BUY", order_type: "MARKET", order_quantity: 0.2 } as const;
  for (let orders = 0; orders < 100 && (await bought()) < 1.5; orders++) {
    await client.orders.placeOrder(buy);
    await until(() => btc().bestAsk > 0);
  }
  expect(await bought()).toBeGreaterThan(1.4);
  // Makers that begin know what they hold.
  await demo.stop();
  demo = await startDemo({ baseUrl: running.url, brokerId: "evermark", brand: "svc", seed: 1 }, log);
  await until(() => btc().bestAsk > 0 && btc().bestBid > 0);

  const { mark_price: mark } = await client.marketData.getMarket({ symbol });
  const above = { symbol, side: "BUY", order_type: "LIMIT", order_price: Math.round(mark * 1.02) } as const;
  await client.orders.placeOrder({ ...above, order_quantity: 0.05 });
  const isTraded = async () => (await client.orders.getOrders({ status: "INCOMPLETE" })).rows.length === 0;
  for (let looks = 0; looks < 100 && !(await isTraded()); looks++) await Bun.sleep(100);
  expect(await isTraded()).toBe(true);
  await until(() => btc().bestAsk > 0 && btc().bestBid > 0);
  client.close();
});
