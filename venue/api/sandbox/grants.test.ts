// What a sandbox's operator grants to builders and accounts, and the deposits that the operator reports. Rules 8.1, 9.2, 9.5.

import { expect, test } from "bun:test";
import { accountIdOf } from "@evermark/interface/chain/account-id.ts";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import type { ChainNodes } from "../../configuration/values/chain-nodes.ts";
import { memoryApi } from "../../testing/memory-api.ts";
import { MEMORY_VENUE_START } from "../../testing/memory-venue.ts";
import { call, newTrader, openAccount, post, type RestAnswer } from "../../testing/rest-caller.ts";

/** The limit of rules 9.1. */
const SUB_ACCOUNTS_MAX = 10;
const outcome = ({ status, json }: RestAnswer) => (status === 200 ? json.data : [status, json.code]);

function sandbox(nodes: ChainNodes = "off") {
  const memory = memoryApi({ configuration: { chain: { nodes } } });
  const { api } = memory;
  const control = async (name: string, body: object) => outcome(await post(api, `/sandbox/${name}`, body));
  return { memory, api, control };
}

test("a deposit is credited once, and one for no account is kept until the account exists", async () => {
  const { memory, api, control } = sandbox();
  const wallet = privateKeyToAccount(generatePrivateKey());
  const account_id = accountIdOf(wallet.address, "demo");
  const deposit = { account_id, amount: "12.5", tx_id: "0x1" };
  expect(await control("deposit", deposit)).toEqual({ state: "PARKED" });
  expect(await control("deposit", deposit)).toEqual([409, -1007]);
  await openAccount(api, wallet, "demo");
  expect(await control("deposit", { ...deposit, amount: 13 })).toEqual([400, -1005]);
  expect(await control("deposit", deposit)).toEqual({ state: "CREDITED" });
  expect(await control("deposit", deposit)).toEqual([409, -1007]);
  const account = memory.engine.findAccount(account_id);
  expect(memory.engine.margin(account).holding as number).toBe(12_500_000);
  for (const amount of [0, -1, "x", "0.0000001"]) {
    expect(await control("deposit", { ...deposit, amount, tx_id: "0x2" })).toEqual([400, -1005]);
  }
});

test("no control replaces an existing chain", async () => {
  const { memory, control } = sandbox("local");
  const deposit = { account_id: `0x${"ab".repeat(32)}`, amount: 1, tx_id: "0x1" };
  expect(await control("deposit", deposit)).toEqual([400, -1012]);
  expect(await control("withdrawal", { withdraw_id: 1, state: "COMPLETED" })).toEqual([400, -1012]);
  expect(memory.engine.funds.parkedDeposits()).toEqual([]);
});

test("a sub-account is on no chain, so it takes no deposit", async () => {
  const { api, control } = sandbox();
  const owner = await newTrader(api, { now: MEMORY_VENUE_START });
  const path = "/v1/client/add_sub_account";
  const headers = await owner.sign({ method: "POST", path, now: MEMORY_VENUE_START, body: "{}" });
  const opened = await call(api, "POST", path, { headers, body: "{}" });
  const account_id = opened.json.data?.account_id;
  expect(await control("deposit", { account_id, amount: 1, tx_id: "0x1" })).toEqual([400, -1012]);
});

test("there can be at most fifty announcements", async () => {
  const { control } = sandbox();
  const announce = () => control("announcement", { message: "soon" });
  for (let i = 1; i <= 50; i++) expect(await announce()).toEqual({ announcement_id: i });
  expect(await announce()).toEqual([400, -1012]);
});

test("a provider can have as many vaults as sub-accounts", async () => {
  const { api, control } = sandbox();
  const { wallet } = await newTrader(api, { now: MEMORY_VENUE_START });
  const terms = { sp_address: wallet.address, broker_id: "demo", performance_fee_rate: 0.2 };
  const open = (i: number) => control("vault", { ...terms, vault_name: `No. ${i}` });
  for (let i = 1; i <= SUB_ACCOUNTS_MAX; i++) expect(await open(i)).toMatchObject({ vault_id: expect.any(String) });
  expect(await open(SUB_ACCOUNTS_MAX + 1)).toEqual([400, -1012]);
});

test("a vault that was not opened has no state", async () => {
  const { control } = sandbox();
  const state = { vault_id: `0x${"12".repeat(32)}`, state: "live" };
  expect(await control("vault_state", state)).toEqual([400, -1006]);
});

test("the operator decides a builder's tier, and whose keys may transfer to any account", async () => {
  const { memory, api, control } = sandbox();
  const scope = "read,trading,asset";
  const [from, to] = [
    await newTrader(api, { now: MEMORY_VENUE_START, scope }),
    await newTrader(api, { now: MEMORY_VENUE_START }),
  ];
  await control("deposit", { account_id: from.accountId, amount: 100, tx_id: "0x1" });
  const path = "/v1/internal_transfer";
  let sent = 0;
  const transfer = async () => {
    const receiver_list = [{ account_id: to.accountId, amount: ++sent }];
    const body = JSON.stringify({ token: "USDC", receiver_list });
    const headers = await from.sign({ method: "POST", path, now: MEMORY_VENUE_START, body });
    return (await call(api, "POST", path, { headers, body })).status;
  };
  expect(await transfer()).toBe(400);
  expect(await control("account", { account_id: from.accountId, transfers_allowed: true })).toBeUndefined();
  expect(await transfer()).toBe(200);
  await control("account", { account_id: from.accountId, transfers_allowed: false });
  expect(await transfer()).toBe(400);
  const granted = { broker_id: "demo", tier: 2, minimum_tier: 2, transfers_allowed: true };
  expect(await control("builder", { broker_id: "demo", minimum_tier: 2, transfers_allowed: true })).toEqual(granted);
  expect(await transfer()).toBe(200);
  const former = { ...granted, transfers_allowed: false };
  expect(await control("builder", { broker_id: "demo", transfers_allowed: false })).toEqual(former);
  expect(await control("builder", { broker_id: "demo", minimum_tier: 5 })).toEqual([400, -1005]);
  expect(await control("builder", { broker_id: "unknown" })).toEqual([400, -1006]);
  expect(await control("account", { account_id: "0x1", transfers_allowed: true })).toEqual([400, -1006]);
  expect(memory.engine.fees.broker(memory.engine.findBroker("demo")).minimumTier).toBe(2);
});
