// Deposits by plain transfer from outside: two of the sandbox's own chains, transfers of play money, and a venue that is started
// again in between. Interface 4.8 and 4.9, rules 9.2.

import { afterAll, expect, test } from "bun:test";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expectRefusal } from "./outside/expected-refusal.ts";
import { post, type Row } from "./outside/outside-caller.ts";
import { accepted, newTrader, Trader } from "./outside/trader.ts";
import { type OutsideVenue, startVenue } from "./outside/whole-venue.ts";

const ADDRESS = "/v1/client/asset/receiver_address";
const EVENTS = "/v1/client/asset/receiver_events";

const dataDirectory = mkdtempSync(join(tmpdir(), "evermark-receivers-"));
afterAll(() => rmSync(dataDirectory, { recursive: true, force: true }));
const open = (): Promise<OutsideVenue> =>
  startVenue({ dataDirectory, receiverChains: { chains: "local", treasury: "none" } });

async function place(trader: Trader, chainId: number, token: string) {
  return accepted(await trader.get(`${ADDRESS}?chain_id=${chainId}&token=${token}`)).data as Readonly<{
    receiver_address: string;
    token_address: string;
  }>;
}

async function send(venue: OutsideVenue, what: object): Promise<string> {
  return String(accepted(await post(`${venue.url}/sandbox/receiver_transfer`, what)).data.tx_id);
}

/** Once this many deposits have come to their end. */
async function events(trader: Trader, count: number): Promise<readonly Row[]> {
  for (;;) {
    const rows = accepted(await trader.get(EVENTS)).data.rows as readonly Row[];
    if (rows.filter((row) => row.trans_status === "COMPLETED").length >= count) return rows;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

const holding = async (trader: Trader): Promise<unknown> =>
  (accepted(await trader.get("/v1/client/holding")).data.holding as readonly Row[])[0]?.holding;

test("money sent to the account's address on another chain is the account's, once, over every restart", async () => {
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
  // Chains that were not asked for have no node.
  expect(existsSync(join(dataDirectory, "chain", "receivers", "local", "1", "state.json.gz"))).toBe(false);
  expect(venue.errors).toEqual([]);
  venue.audit();
  await venue.stop();

  venue = await open();
  const again = new Trader(venue.url, trader.wallet, trader.accountId, trader.key, trader.skew);
  await send(venue, { chain_id: 42161, address, amount: 6 });
  await events(again, 3);
  expect(await holding(again)).toBe(before + 38.000001);
  expect(venue.errors).toEqual([]);
  venue.audit();
  await venue.stop();
});
