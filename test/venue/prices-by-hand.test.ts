// Prices that are set by hand and released again, from outside: through the interface and the command line. A market
// that was moved far away follows its sources again without a halt, also after a restart. Design 9.

import { afterAll, expect, spyOn, test } from "bun:test";
import { evermarkProgram } from "@evermark/cli";
import { expectRefusal } from "./outside/expected-refusal.ts";
import { call, post } from "./outside/outside-caller.ts";
import { advance, setPrice } from "./outside/outside-controls.ts";
import { accepted } from "./outside/trader.ts";
import { startVenue } from "./outside/whole-venue.ts";

const BTC = "PERP_BTC_USDC";
const moving = await startVenue({ prices: "simulated" });
const byHand = await startVenue();
afterAll(async () => {
  moving.audit();
  await Promise.all([moving.stop(), byHand.stop()]);
  expect([moving.errors, byHand.errors]).toEqual([[], []]);
});

const set = (url: string, prices: object) => post(`${url}/sandbox/prices`, { prices });
const index = async () => Number(accepted(await call(`${moving.url}/v1/public/futures/${BTC}`)).data.index_price);
const stateOf = async () => accepted(await call(`${moving.url}/v1/public/info/${BTC}`)).data;

async function evermark(...args: string[]): Promise<string> {
  const written: string[] = [];
  const log = spyOn(process.stdout, "write").mockImplementation((text) => written.push(String(text)) > 0);
  try {
    await (await evermarkProgram()).parseAsync(["price", "--url", moving.url, ...args], { from: "user" });
    return written.join("");
  } finally {
    log.mockRestore();
  }
}

test("a market moved far away by hand follows its sources again, and is never halted for it", async () => {
  const before = await index();
  for (const price of [before * 0.4, before * 2]) {
    const expected = Math.round(price);
    await setPrice(moving.url, BTC, expected);
    await advance(moving.url, 60_000);
    expect(await index()).toBe(expected);
    accepted(await set(moving.url, { [BTC]: null }));
    await advance(moving.url, 2_000);
    expect(Math.abs((await index()) / before - 1)).toBeLessThan(0.1);
    const first = await index();
    await advance(moving.url, 40_000);
    expect(await stateOf()).toMatchObject({ status: "ACTIVE" });
    expect(await index()).not.toBe(first);
  }
});

test("the command line sets a price, and releases it", async () => {
  const before = await index();
  expect(await evermark(BTC, "41000.5")).toBe(`${BTC} is at 41000.5 until it is set free\n`);
  expect(await index()).toBe(41_000.5);
  expect(await evermark(BTC, "free", "--json")).toBe(`{"symbol":"${BTC}","price":null}\n`);
  await advance(moving.url, 2_000);
  expect(Math.abs((await index()) / before - 1)).toBeLessThan(0.1);
  for (const word of ["1,000", "-5", "", "Free"]) {
    await expect(evermark(BTC, "--", word)).rejects.toThrow("expected a price such as 61000.5, or the word free");
  }
});

test("without a source no price can be released, and the rest of such a request changes nothing either", async () => {
  const before = accepted(await call(`${byHand.url}/v1/public/futures/PERP_ETH_USDC`)).data.index_price;
  const refused = await set(byHand.url, { PERP_ETH_USDC: 1234, [BTC]: null });
  expectRefusal(refused, [400, -1012]);
  expect(refused.json.message).toContain("--prices manual");
  expect(accepted(await call(`${byHand.url}/v1/public/futures/PERP_ETH_USDC`)).data.index_price).toBe(before);
});
