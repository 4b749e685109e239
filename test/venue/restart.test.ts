// Everything that a venue had when it stopped is there when it is back: positions of both margin modes, waiting and
// triggered algo orders, settings, funding and all lists of history. It restarts from its snapshot, from its journal
// alone, and with a history that has to be rebuilt. Rules 0.1.

import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { defaultMarkets } from "@evermark/venue/configuration/default-markets.ts";
import { call } from "./outside/outside-caller.ts";
import { advance, setPrice } from "./outside/outside-controls.ts";
import { beginMinute, fillOf, limitOrder } from "./outside/outside-trading.ts";
import { accepted, newTrader, Trader } from "./outside/trader.ts";
import { type OutsideVenue, startVenue } from "./outside/whole-venue.ts";

const ETH = "PERP_ETH_USDC";
const BTC = "PERP_BTC_USDC";
const HOUR_MS = 3_600_000;

const dataDirectory = mkdtempSync(join(tmpdir(), "evermark-restart-"));
afterAll(() => rmSync(dataDirectory, { recursive: true, force: true }));

const markets = defaultMarkets()
  .filter(({ parameters }) => [BTC, ETH].includes(parameters.symbol))
  .map((market) => ({ ...market, parameters: { ...market.parameters, fundingPeriodHours: 1 } }));
const open = (): Promise<OutsideVenue> => startVenue({ dataDirectory, markets });

const SIGNED = [
  "/v1/client/holding",
  "/v1/positions",
  `/v1/position/${ETH}?margin_mode=ISOLATED`,
  "/v1/client/margin_modes",
  "/v1/client/leverages",
  "/v1/orders",
  "/v1/trades",
  "/v1/algo/orders",
  "/v1/algo/orders?algo_type=STOP_LOSS",
  "/v1/algo/order/1",
  "/v1/algo/client/order/stop",
  "/v1/funding_fee/history",
];
const PUBLIC = [
  "/v1/public/funding_rates",
  `/v1/public/funding_rate_history?symbol=${ETH}`,
  `/v1/public/futures/${ETH}`,
  "/v1/public/insurancefund",
];

/** Everything that an account and the public can see, without the time of the answer. */
async function everything(trader: Trader): Promise<Record<string, unknown>> {
  const shown: Record<string, unknown> = {};
  for (const path of SIGNED) shown[path] = accepted(await trader.get(path)).data;
  for (const path of PUBLIC) shown[path] = accepted(await call(`${trader.url}${path}`)).data;
  for (const rate of (shown["/v1/public/funding_rates"] as { rows: Record<string, unknown>[] }).rows) {
    delete rate.est_funding_rate_timestamp;
  }
  return shown;
}

let trader: Trader;
let before: Record<string, unknown>;
beforeAll(async () => {
  const venue = await open();
  const maker = await newTrader(venue.url, { claims: 10 });
  trader = await newTrader(venue.url);
  const isolated = { margin_mode: "ISOLATED" };
  await setPrice(venue.url, ETH, 3_000);
  await beginMinute(venue.url, [maker, trader]);
  accepted(await trader.post("/v1/client/leverages", { symbol: ETH, leverage: 20, ...isolated }));
  accepted(await trader.post("/v1/client/margin_mode", { symbol: BTC, default_margin_mode: "ISOLATED" }));
  await fillOf(maker, trader, limitOrder(ETH, "BUY", 2, 3_000, isolated));
  await fillOf(maker, trader, limitOrder(ETH, "SELL", 1, 3_000));
  accepted(await trader.post("/v1/position_margin", { symbol: ETH, amount: "12.5", type: "ADD" }));
  accepted(await trader.order(limitOrder(ETH, "BUY", 1, 2_900, isolated)));
  const algo = async (order: object) => accepted(await trader.post("/v1/algo/order", { symbol: ETH, ...order }));
  const leg = { side: "SELL", type: "CLOSE_POSITION", reduce_only: true };
  const child_orders = [
    { ...leg, algo_type: "TAKE_PROFIT", trigger_price: 3_200 },
    { ...leg, algo_type: "STOP_LOSS", trigger_price: 2_800 },
  ];
  await algo({ algo_type: "POSITIONAL_TP_SL", ...isolated, child_orders });
  await algo({ algo_type: "TRAILING_STOP", type: "MARKET", side: "SELL", quantity: 1, callback_rate: 0.02 });
  const stop = { algo_type: "STOP", type: "MARKET", side: "BUY", quantity: 0.5, trigger_price: 3_010 };
  await algo({ ...stop, client_order_id: "stop" });
  const entry = { type: "LIMIT", side: "BUY", price: 2_950, quantity: 1 };
  await algo({ algo_type: "BRACKET", ...entry, child_orders: [{ algo_type: "POSITIONAL_TP_SL", child_orders }] });
  accepted(await maker.order(limitOrder(ETH, "SELL", 0.5, 3_012)));
  await setPrice(venue.url, ETH, 3_010);
  const now = await advance(venue.url, 0);
  await advance(venue.url, HOUR_MS + 1_000 - (now % HOUR_MS));
  await trader.synchronise();
  before = await everything(trader);
  expect(before["/v1/algo/client/order/stop"]).toMatchObject({ algo_status: "FILLED", executed_quantity: 0.5 });
  expect(before["/v1/funding_fee/history"]).toMatchObject({ meta: { total: 2 } });
  venue.audit();
  await venue.stop();
});

/** Deletes everything in the data directory whose name matches. @returns how many */
function forget(isForgotten: (name: string) => boolean): number {
  const names = readdirSync(dataDirectory, { recursive: true, encoding: "utf8" }).filter(isForgotten);
  for (const name of names) rmSync(join(dataDirectory, name), { recursive: true, force: true });
  return names.length;
}

test.each([
  ["from its snapshot", null],
  ["from the journal alone", /snap/],
  ["with a rebuilt history", /history/],
] as const)("a venue that is back %s shows the same as before", async (_, forgotten) => {
  if (forgotten !== null) expect(forget((name) => forgotten.test(name))).toBeGreaterThan(0);
  const venue = await open();
  try {
    const reconnected = new Trader(venue.url, trader.wallet, trader.accountId, trader.key, 0);
    await reconnected.synchronise();
    expect(await everything(reconnected)).toEqual(before);
    venue.audit();
    expect(venue.errors).toEqual([]);
  } finally {
    await venue.stop();
  }
});
