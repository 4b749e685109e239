// A new sandbox as a client finds it: days of past trades in its journal, and a live market from the first second on.

import { expect, test } from "bun:test";
import { onboard } from "@evermark/client";
import { temporaryDirectory } from "@evermark/journal/testing/temporary-directory.ts";
import { rebuildHistory } from "@evermark/venue/history/history-inside.ts";
import { evermark } from "../witness/backup-process.ts";
import { call } from "./outside/outside-caller.ts";
import { runInProcess } from "./outside/whole-venue.ts";

const LIVELY = { prices: "simulated", demo: true, pastDays: 1, audit: true } as const;
const SYMBOL = "PERP_BTC_USDC";

test("the first client trades at once, finds a day of history, and the journal has all of it once", async () => {
  using data = temporaryDirectory();
  const venue = await runInProcess(data.path, LIVELY);
  const { engine } = venue.venue;
  const createdAt = engine.market(0).createdAt;
  const { client } = await onboard({ baseUrl: venue.url, brokerId: "evermark" });
  const order = { symbol: SYMBOL, side: "BUY", order_type: "MARKET", order_quantity: 0.01 } as const;
  expect((await client.orders.placeOrder(order)).status).toBe("FILLED");
  client.close();
  expect(engine.bookSide(0, "BUY", 50).length).toBeGreaterThan(40);

  const until = Math.floor(createdAt / 1_000) + 86_400;
  const paths = [
    `/v1/tv/history?symbol=${SYMBOL}&resolution=15&from=${until - 86_400}&to=${until}`,
    `/v1/public/funding_rate_history?symbol=${SYMBOL}`,
  ];
  const answers = async (url: string) => {
    const found = await Promise.all(paths.map((path) => call(`${url}${path}`)));
    return found.map(({ json }) => ({ ...json, timestamp: 0 }));
  };
  const before = await answers(venue.url);
  expect((before[0] as unknown as { t: number[] }).t.length).toBeGreaterThanOrEqual(96);
  await venue.stop();

  expect(await evermark(["verify", "--data", data.path, "--replay"])).toMatchObject({ code: 0 });
  await rebuildHistory(data.path, () => {});
  const second = await runInProcess(data.path, LIVELY);
  expect(second.venue.engine.market(0).createdAt).toBe(createdAt);
  expect(await answers(second.url)).toEqual(before);
  (second.venue.engine as typeof engine & { audit(): void }).audit();
  await second.stop();
});
