// USDT that arrives by transfer while it is worth less than a dollar, on a venue that gets the price of USDT from
// outside and is killed at each step: nothing is lost, and nothing is credited that should not be, or twice.

import { afterAll, expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryDirectory } from "@evermark/journal/testing/temporary-directory.ts";
import { startVenue } from "../witness/venue-process.ts";
import { call, post, type Row } from "./outside/outside-caller.ts";
import { accepted, newTrader, Trader } from "./outside/trader.ts";

const CHAIN = 56;
const ADDRESS = `/v1/client/asset/receiver_address?chain_id=${CHAIN}&token=USDT`;

const directory = temporaryDirectory();
/** The price of one USDT that two exchanges report. */
let price = "0.90";
const exchange = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: () => Response.json({ last: price }) });
afterAll(async () => {
  await exchange.stop(true);
  directory[Symbol.dispose]();
});

const sources = ["one", "two"].map(
  (name) => `
[[sources]]
converts = "USDT"
driver = "json_http"
name = "${name}"
url = "http://127.0.0.1:${exchange.port}/${name}"
pair = "USDT"
last = "last"
poll_seconds = 1
`,
);
const config = join(directory.path, "evermark.toml");
writeFileSync(config, sources.join(""));

const start = () =>
  startVenue({
    dataDirectory: join(directory.path, "data"),
    flags: ["--config", config, "--prices", "feeds", "--receiver-chains", "local"],
  });

async function until<Found>(look: () => Promise<Found | undefined>): Promise<Found> {
  for (;;) {
    const found = await look();
    if (found !== undefined) return found;
    await Bun.sleep(100);
  }
}

/** The venue's row for USDT in its treasury, once the balance and the price are known. */
const treasury = (url: string) =>
  until(async () => {
    const rows = accepted(await call(`${url}/v1/public/reserves`)).data.rows as readonly Row[];
    return rows.find(({ token, price: known, block }) => token === "USDT" && known !== null && block !== null);
  });
const events = async (trader: Trader) =>
  accepted(await trader.get("/v1/client/asset/receiver_events")).data.rows as readonly Row[];
const state = (trader: Trader, expected: string, count = 1) =>
  until(async () => {
    const rows = (await events(trader)).filter(({ trans_status }) => trans_status === expected);
    return rows.length >= count ? rows : undefined;
  });
const holding = async (trader: Trader): Promise<unknown> =>
  (accepted(await trader.get("/v1/client/holding")).data.holding as readonly Row[])[0]?.holding;

test("USDT at 0.90 waits through every kill of the process, and is credited once when it is worth a dollar", async () => {
  let venue = await start();
  const first = await newTrader(venue.url);
  const before = Number(await holding(first));
  const second = () => new Trader(venue.url, first.wallet, first.accountId, first.key, first.skew);
  const address = String(accepted(await first.get(ADDRESS)).data.receiver_address);
  const send = async (amount: number) =>
    accepted(await post(`${venue.url}/sandbox/receiver_transfer`, { chain_id: CHAIN, token: "USDT", address, amount }));
  await send(30);
  // Only after it was seen: the sandbox's own chain may not have written it to disk before.
  await until(async () => (await events(second())).at(0));
  await venue.process.kill();

  venue = await start();
  const [failed] = await state(second(), "FAILED");
  expect(failed).toMatchObject({ amount: 30, token: "USDT" });
  expect(failed?.fail_reason).toContain("its token is off its peg");
  await venue.process.kill();

  venue = await start();
  expect(await treasury(venue.url)).toMatchObject({ balance: 30, uncredited: 30, price: 0.9, value: 0 });
  const { reasons } = (await call(`${venue.url}/health`)).json as { readonly reasons?: Row };
  expect(reasons?.receiver_tokens).toContain("USDT is off its peg: within 0.5 % of one USDC; now 0.9");
  expect(await holding(second())).toBe(before);
  await venue.process.kill();

  price = "1.001";
  venue = await start();
  await state(second(), "COMPLETED");
  await venue.process.kill();

  venue = await start();
  await send(5);
  await state(second(), "COMPLETED", 2);
  expect(await holding(second())).toBe(before + 35);
  expect(await treasury(venue.url)).toMatchObject({ balance: 35, uncredited: 0, price: 1.001, value: 35, stop: null });
  expect((await venue.process.terminate()).code).toBe(0);
}, 120_000);
