// A withdrawal above the cap, in a sandbox without other users: it waits in the vault's queue for a minute, and is then
// paid. Vault 6.

import { afterAll, beforeAll, expect, test } from "bun:test";
import { createTestClient, http, publicActions } from "viem";
import { call, type Row } from "./outside/outside-caller.ts";
import { assetHistory, EVERY_SCOPE, holdingOf } from "./outside/outside-funds.ts";
import { accepted, newTrader } from "./outside/trader.ts";
import { withdrawal } from "./outside/wallet-requests.ts";
import { type OutsideVenue, startVenue } from "./outside/whole-venue.ts";

let venue: OutsideVenue;
beforeAll(async () => {
  venue = await startVenue({ chain: { nodes: "local" } });
});
afterAll(async () => {
  venue.audit();
  await venue.stop();
});

const vaultBalance = async (): Promise<Row> =>
  accepted(await call(`${venue.url}/v1/public/vault_balance`)).data.rows![0]!;

test("a withdrawal above the cap is paid when its time in the queue is over, without another transaction", async () => {
  const trader = await newTrader(venue.url, { scope: EVERY_SCOPE, claims: 26 });
  while ((await vaultBalance()).balance !== venue.custody() / 1e6) await Bun.sleep(50);
  const { withdraw_id: id } = accepted(await withdrawal(trader, "255000000000")).data;
  const stateOf = async () => (await assetHistory(trader, "?side=WITHDRAW"))[0]?.trans_status;
  while ((await stateOf()) !== "PROCESSING") await Bun.sleep(50);

  const { public_rpc_url: url } = accepted(await call(`${venue.url}/v1/public/chain_info`)).data.rows![0]!;
  const node = createTestClient({ mode: "anvil", transport: http(String(url)) }).extend(publicActions);
  const before = await node.getBlockNumber();
  await node.increaseTime({ seconds: 61 });
  while ((await stateOf()) === "PROCESSING") await Bun.sleep(50);
  const [row] = await assetHistory(trader, "?side=WITHDRAW");
  expect(row).toMatchObject({ id: String(id), trans_status: "COMPLETED", amount: 255_000 });
  expect(await holdingOf(trader)).toBe(5_000);
  expect((await node.getBlockNumber()) - before).toBeLessThan(30n);
  while ((await vaultBalance()).balance !== venue.custody() / 1e6) await Bun.sleep(50);
  expect(await vaultBalance()).toMatchObject({ shortfall: 0 });
});
