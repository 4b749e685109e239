// A strategy vault that a sandbox's operator opens, over real HTTP, and what is left of it after a restart: nonces that
// were given out are valid, used ones are not, and everything is shown as before. Rules 9.4, 10.

import { afterAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bindProviderKey, Client, generateApiKey, generateWallet, onboard, requestOfVault } from "@evermark/client";
import { expectRefusal, INVALID } from "./outside/expected-refusal.ts";
import { call, post } from "./outside/outside-caller.ts";
import { EVERY_SCOPE, holdingOf } from "./outside/outside-funds.ts";
import { ApiKey } from "./outside/outside-key.ts";
import { ADD_PROVIDER_KEY, signTyped } from "./outside/outside-wallet.ts";
import { accepted, newTrader, Trader, YEAR_MS } from "./outside/trader.ts";
import { vaultRequestBody } from "./outside/wallet-requests.ts";
import { startVenue } from "./outside/whole-venue.ts";

const SP_DEPOSIT = 2;
const OTHER = `0x${"ab".repeat(20)}`;
const dataDirectory = mkdtempSync(join(tmpdir(), "evermark-vaults-"));
afterAll(() => rmSync(dataDirectory, { recursive: true, force: true }));

test("a vault continues after a restart, and no request is carried out a second time", async () => {
  let venue = await startVenue({ dataDirectory });
  let provider = await newTrader(venue.url, { scope: EVERY_SCOPE });
  const open = (changes: object = {}) =>
    post(`${venue.url}/sandbox/vault`, {
      ...{ vault_name: "Steady", sp_address: provider.wallet.address, broker_id: "demo", performance_fee_rate: 0.2 },
      ...changes,
    });
  const vault = accepted(await open()).data;
  const terms = { payloadType: SP_DEPOSIT, amount: "1000000", vaultId: vault.vault_id };
  const [used, unused] = [await vaultRequestBody(provider, terms), await vaultRequestBody(provider, terms)];
  accepted(await provider.post("/v1/sv_operation_request", used));

  const key = new ApiKey();
  const timestamp = key.timeAfter(provider.now());
  const contract = String(vault.vault_address);
  const message = {
    ...{ brokerId: "demo", chainId: 196, key: key.name, scope: "read,trading", timestamp },
    ...{ expiration: timestamp + YEAR_MS, contract },
  };
  const domain = { verifyingContract: contract };
  const typed = { domain, primaryType: "AddSpDexApiKey", fields: ADD_PROVIDER_KEY, message };
  const signature = await signTyped(provider.wallet, typed);
  accepted(await post(`${venue.url}/v1/sv/sp_svc_key`, { message, signature, userAddress: provider.wallet.address }));

  // Refused openings leave nothing behind.
  expectRefusal(await open({ sp_address: OTHER }), [400, -1006]);
  expectRefusal(await open({ performance_fee_rate: 0.51 }), INVALID);
  expectRefusal(await open({ performance_fee_rate: 0.125 }), INVALID);
  expectRefusal(await open({ vault_address: vault.vault_address }), [409, -1007]);
  expect(accepted(await provider.get("/v1/client/sub_account")).data.rows).toHaveLength(1);
  const state = { vault_id: vault.vault_id, state: "live" };
  expectRefusal(await post(`${venue.url}/sandbox/vault_state`, state), [400, -1012]);

  const shown = async () => accepted(await call(`${venue.url}/v1/public/strategy_vault/vault/info`)).data.rows;
  const asked = async () => accepted(await provider.get("/v1/account_sv_transaction_history")).data.rows;
  const before = [await shown(), await asked()];
  expect(before).toMatchObject([
    [{ vault_id: vault.vault_id, vault_address: vault.vault_address, status: "pre_launch" }],
    [{ status: "pending" }],
  ]);

  await venue.stop();
  venue = await startVenue({ dataDirectory });
  provider = new Trader(venue.url, provider.wallet, provider.accountId, provider.key, provider.skew);
  expect([await shown(), await asked()]).toEqual(before);
  expectRefusal(await provider.post("/v1/sv_operation_request", used), [400, 10]);
  accepted(await provider.post("/v1/sv_operation_request", unused));
  expect(await holdingOf(provider)).toBe(9_998);
  const fund = new Trader(venue.url, provider.wallet, String(vault.fund_account_id), key, provider.skew);
  expect(await holdingOf(fund)).toBe(0);
  await byClientLibrary(venue.url);
  venue.audit();
  expect(venue.errors).toEqual([]);
  await venue.stop();
});

/**
 * The same with the client library: a provider opens a client on its fund, and money is deposited with its wallet's
 * signature.
 */
async function byClientLibrary(baseUrl: string): Promise<void> {
  const wallet = generateWallet();
  const keyTerms = { scope: EVERY_SCOPE };
  const { client } = await onboard({ baseUrl, brokerId: "demo", wallet, keyTerms });
  const terms = { sp_address: wallet.address, broker_id: "demo", performance_fee_rate: 0.2 };
  const vault = await client.sandbox.openVault({ vault_name: "Second", ...terms });
  const request = { vaultId: vault.vault_id, brokerId: "demo", operation: "SP_DEPOSIT", amount: "1000.5" } as const;
  await requestOfVault(client.rest, wallet, request);
  const { rows } = await client.strategyVaults.getVaultTransactions();
  expect(rows).toMatchObject([{ type: "deposit", status: "pending", amount_change: 1_000.5 }]);
  expect(requestOfVault(client.rest, wallet, { ...request, amount: "0.0000001" })).rejects.toThrow(
    "more than 6 decimals",
  );

  const key = await generateApiKey();
  await bindProviderKey(client.rest, wallet, { address: vault.vault_address, brokerId: "demo" }, key);
  const fund = new Client({ baseUrl, signer: { accountId: vault.fund_account_id, key } });
  expect(await fund.account.getHolding({ all: true })).toMatchObject({ holding: [{ token: "USDC", holding: 0 }] });
  client.close();
  fund.close();
}
