// Deposits by plain transfer from outside: two of the sandbox's own chains, transfers of test money, and a restart of
// the venue in between. Interface 4.8 and 4.9, rules 9.2.

import { afterAll, expect, test } from "bun:test";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { micros } from "@evermark/engine";
import type { ConfigurationChanges } from "@evermark/venue/configuration/load.ts";
import { expectRefusal } from "./outside/expected-refusal.ts";
import { call, post, type Row } from "./outside/outside-caller.ts";
import { accepted, newTrader, Trader } from "./outside/trader.ts";
import { type OutsideVenue, startVenue } from "./outside/whole-venue.ts";

const ADDRESS = "/v1/client/asset/receiver_address";
const EVENTS = "/v1/client/asset/receiver_events";

const dataDirectory = mkdtempSync(join(tmpdir(), "evermark-receivers-"));
afterAll(() => rmSync(dataDirectory, { recursive: true, force: true }));
const open = (changes: ConfigurationChanges = {}): Promise<OutsideVenue> =>
  startVenue({ dataDirectory, receiverChains: { chains: "local", treasury: "none" }, ...changes });

async function place(trader: Trader, chainId: number, token: string) {
  return accepted(await trader.get(`${ADDRESS}?chain_id=${chainId}&token=${token}`)).data as Readonly<{
    receiver_address: string;
    token_address: string;
  }>;
}

async function send(venue: OutsideVenue, what: object): Promise<string> {
  return String(accepted(await post(`${venue.url}/sandbox/receiver_transfer`, what)).data.tx_id);
}

/** The deposit rows, once `count` of them have the state `end`. */
async function events(trader: Trader, count: number, end = "COMPLETED"): Promise<readonly Row[]> {
  for (;;) {
    const rows = accepted(await trader.get(EVENTS)).data.rows as readonly Row[];
    if (rows.filter((row) => row.trans_status === end).length >= count) return rows;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

const holding = async (trader: Trader): Promise<unknown> =>
  (accepted(await trader.get("/v1/client/holding")).data.holding as readonly Row[])[0]?.holding;

test("money sent to the account's address on another chain is credited once, over every restart", async () => {
  let venue = await open();
  const trader = await newTrader(venue.url);
  const before = Number(await holding(trader));
  const arbitrum = await place(trader, 42161, "USDC");
  const bnb = await place(trader, 56, "USDT");
  expect(bnb.receiver_address).toBe(arbitrum.receiver_address);
  const address = arbitrum.receiver_address;
  const first = await send(venue, { chain_id: 42161, address, amount: 25 });
  await send(venue, { chain_id: 42161, address, amount: 4.999999 });
  const missing = await post(`${venue.url}/sandbox/receiver_transfer`, { chain_id: 10, address, amount: 1 });
  expectRefusal(missing, [400, -1011, "this venue has no chain 10 with USDC of its own"]);
  const second = await send(venue, { chain_id: 56, token: "USDT", address, amount: "7.000001" });
  const rows = await events(trader, 2);
  const facts = rows.map(({ chain_id, tx_id, token, amount }) => ({ chain_id, tx_id, token, amount }));
  expect(facts).toContainEqual({ chain_id: "42161", tx_id: first, token: "USDC", amount: 25 });
  expect(facts).toContainEqual({ chain_id: "56", tx_id: second, token: "USDT", amount: 7.000001 });
  expect(facts.length).toBe(2);
  expect(await holding(trader)).toBe(before + 32.000001);
  // Chains whose address was not requested have no node.
  expect(existsSync(join(dataDirectory, "chain", "receivers", "local", "1", "state.json.gz"))).toBe(false);
  expect(venue.errors).toEqual([]);
  venue.audit();
  await venue.stop();

  venue = await open();
  const reconnected = new Trader(venue.url, trader.wallet, trader.accountId, trader.key, trader.skew);
  await send(venue, { chain_id: 42161, address, amount: 6 });
  await events(reconnected, 3);
  expect(await holding(reconnected)).toBe(before + 38.000001);
  expect(venue.errors).toEqual([]);
  venue.audit();
  await venue.stop();
});

interface Reserves {
  readonly assets: number;
  readonly liabilities: number;
  readonly rows: readonly Row[];
}

test("deposits above a token's cap are kept over a restart, shown with the reason, and credited once there is room", async () => {
  const directory = mkdtempSync(join(tmpdir(), "evermark-cap-"));
  const cap = (usdt: number) =>
    open({ dataDirectory: directory, chain: { nodes: "off" }, receivers: { cap: micros(usdt * 1e6) } });
  const reserves = async ({ url }: OutsideVenue) =>
    accepted(await call(`${url}/v1/public/reserves`)).data as unknown as Reserves;
  let venue = await cap(20);
  const trader = await newTrader(venue.url);
  const before = Number(await holding(trader));
  const { receiver_address: address } = await place(trader, 56, "USDT");
  await send(venue, { chain_id: 56, token: "USDT", address, amount: 15 });
  await events(trader, 1);
  await send(venue, { chain_id: 56, token: "USDT", address, amount: 10 });
  const [kept] = await events(trader, 1, "FAILED");
  expect(kept).toMatchObject({ amount: 10, token: "USDT" });
  expect(kept?.fail_reason).toContain("the venue holds as much of its token as it takes");
  expect(await holding(trader)).toBe(before + 15);
  const shown = (await reserves(venue)).rows.find(({ token }) => token === "USDT");
  expect(shown).toMatchObject({
    place: "treasury",
    chain_id: 56,
    balance: 25,
    uncredited: 10,
    value: 15,
    cap: 20,
    price: null,
  });
  expect(shown?.stop).toBe("the treasury has 25 USDT, and takes 20");
  expect(await venue.metrics()).toContain('evermark_treasury_token_stopped{chain="56",token="USDT",why="cap"} 1');
  expect(venue.errors.every((line) => line.includes("deposits of a token are not credited"))).toBe(true);
  await venue.stop();

  venue = await cap(25);
  const reconnected = new Trader(venue.url, trader.wallet, trader.accountId, trader.key, trader.skew);
  const rows = await events(reconnected, 2);
  expect(rows.map(({ amount, trans_status }) => [amount, trans_status])).toEqual([
    [10, "COMPLETED"],
    [15, "COMPLETED"],
  ]);
  expect(await holding(reconnected)).toBe(before + 25);
  const { assets, liabilities } = await reserves(venue);
  // The faucet's money is not in a treasury.
  expect(assets).toBe(25);
  expect(liabilities).toBe(venue.custody() / 1e6);
  venue.audit();
  await venue.stop();
  rmSync(directory, { recursive: true, force: true });
});
