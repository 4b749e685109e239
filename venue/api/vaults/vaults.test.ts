// A strategy vault through the interface, from its opening to its end: who may make which requests, each refusal, the
// provider's key, and what is public. Investors together take out no more than was put in or gained. Rules 9.4, 9.7,
// 10, errors 8.6.

import { beforeAll, expect, test } from "bun:test";
import { accountIdOf, subAccountIdOf } from "@evermark/interface/chain/account-id.ts";
import {
  addProviderKeyTypedData,
  dexRequestTypedData,
  fundsDomain,
  WITHDRAWAL_CONTRACT,
} from "@evermark/interface/chain/wallet-messages.ts";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { newKey, type TestKey } from "../../testing/test-key.ts";
import { ApiVenue, ETHER, type Trader } from "../testing/api-venue.ts";

const USDC = 1_000_000;
const YEAR_MS = 365 * 86_400_000;
const [LP_DEPOSIT, LP_WITHDRAW, SP_DEPOSIT, SP_WITHDRAW] = [0, 1, 2, 3];
const OTHER = `0x${"ab".repeat(20)}`;
const ADDRESS = `0x${"cd".repeat(20)}`;
const VAULT = accountIdOf(ADDRESS, "demo");
const wallets = [1, 2, 3].map(() => privateKeyToAccount(generatePrivateKey()));
const api = new ApiVenue();
let provider: Trader;
let investor: Trader;
let house: Trader;
let fundId: string;
/** Sends requests signed with the key that trades the fund. */
let trades: Trader["call"];

type Members = Readonly<Record<string, unknown>>;
const walletOf = (caller: Trader) => wallets.find(({ address }) => address.toLowerCase() === caller.wallet)!;

beforeAll(async () => {
  const scope = "read,trading,asset";
  const open = (usdc: number, n: number) => api.trader(usdc, { wallet: wallets[n]!.address.toLowerCase(), scope });
  provider = await open(70_000, 0);
  investor = await open(30_000, 1);
  house = await open(100_000, 2);
  api.price(ETHER, 2_000);
  fundId = subAccountIdOf(provider.accountId, 1);
  const sub = { account: provider.account, number: 1, accountId: fundId, description: "fund" };
  const fund = api.apply({ type: "add_sub_account", ...sub }).created;
  const terms = {
    name: "Steady",
    provider: provider.account,
    fund,
    kind: "operator",
    performanceFeePercent: 20,
  } as const;
  const profile = { address: ADDRESS, description: "buys low", providerName: "Acme" };
  expect(api.apply({ type: "create_vault", vaultId: VAULT, ...terms, profile }).rejection).toBeNull();
});

interface Changes {
  readonly message?: Members;
  readonly body?: Members;
  readonly signer?: (typeof wallets)[number];
  readonly domain?: Members;
}

/** A request signed by its trader's wallet, with any changes applied. */
async function bodyOf(caller: Trader, payloadType: number, amount: unknown, changes: Changes = {}) {
  // Each address may ask for a limited number of nonces a second.
  api.now += 1_000;
  const { nonce } = (await api.get("/v1/public/sv_nonce")).data;
  const message = {
    ...{ payloadType, nonce: String(nonce), receiver: caller.wallet, amount: String(amount), vaultId: VAULT },
    ...{ token: "USDC", dexBrokerId: "demo", ...changes.message },
  };
  const digits = /^[0-9]+$/.test(message.amount) ? BigInt(message.amount) : 0n;
  const signed = { ...message, nonce: Number(message.nonce), amount: digits };
  // Values that can't be signed are replaced for signing: they are refused before the signature is checked.
  const receiver = /^0x[0-9a-f]{40}$/.test(message.receiver) ? message.receiver : OTHER;
  const data = dexRequestTypedData({ ...signed, payloadType: payloadType % 256, receiver }, fundsDomain());
  const domain = { ...data.domain, ...changes.domain };
  return {
    message: { ...message, chainId: 196, chainType: "EVM", ...changes.message },
    signature: await (changes.signer ?? walletOf(caller)).signTypedData({ ...data, domain } as typeof data),
    userAddress: caller.wallet,
    verifyingContract: WITHDRAWAL_CONTRACT,
    ...changes.body,
  };
}

const send = (caller: Trader, body: unknown) => caller.call("POST", "/v1/sv_operation_request", body);
const ask = async (caller: Trader, payloadType: number, amount: unknown, changes: Changes = {}) =>
  send(caller, await bodyOf(caller, payloadType, amount, changes));
const outcome = ({ status, code }: { readonly status: number; readonly code?: number }) =>
  status === 200 ? 200 : [status, code];

async function see(name: string, query: Members = {}) {
  api.now += 1_000;
  const text = new URLSearchParams(query as Record<string, string>);
  return api.get(`/v1/public/strategy_vault/${name}?${text}`);
}
const rowsOf = async (name: string, query: Members = {}) => (await see(name, query)).data.rows;
const info = async () => (await rowsOf("vault/info", { vault_id: VAULT }))[0];
const holdingOf = ({ account }: Trader) => api.engine.margin(account).holding / USDC;

function nextPeriod(): void {
  const HOUR = 3_600_000;
  const end = api.engine.vaults.vault(VAULT)!.nextPeriodAt;
  for (let at = Math.floor(api.now / HOUR) * HOUR + HOUR; at <= end; at += HOUR) {
    api.now = at;
    api.apply({ type: "tick" });
  }
  api.now += 1_000;
}
const setState = (state: "live" | "closing") => api.apply({ type: "set_vault_state", vaultId: VAULT, state });

test("no two nonces are the same, not even in one moment", async () => {
  api.now += 1_000;
  const results = await Promise.all(Array.from({ length: 5 }, () => api.get("/v1/public/sv_nonce")));
  expect(new Set(results.map(({ data }) => data.nonce)).size).toBe(5);
});

test("a vault is shown as its operator opened it, and takes only the provider's money until the reserve is in", async () => {
  expect(await info()).toMatchObject({
    ...{ vault_id: VAULT, vault_address: ADDRESS, vault_type: "operator", vault_name: "Steady" },
    ...{ description: "buys low", broker_id: "demo", sp_address: provider.wallet, sp_name: "Acme", asset: "USDC" },
    ...{ status: "pre_launch", vault_start_time: null, vault_age: 0, performance_fee_rate: 0.2, tvl: 0, valid_hpr: 0 },
    ...{ "30d_apy": null, supported_chains: [], lp_counts: 0, lock_duration: 172_800_000, min_deposit_amount: 10 },
    ...{ gate_threshold_pct: 10, gate_triggered: false },
  });
  expect(outcome(await ask(investor, LP_DEPOSIT, 100 * USDC))).toEqual([400, -1012]);
  expect(outcome(await ask(investor, SP_DEPOSIT, 100 * USDC))).toEqual([400, -1012]);
  expect(outcome(await ask(provider, SP_DEPOSIT, 60_000 * USDC))).toBe(200);
  expect(holdingOf(provider)).toBe(10_000);
  nextPeriod();
  expect(setState("live").rejection).toBeNull();
  expect(await info()).toMatchObject({
    status: "live",
    vault_start_time: api.engine.vaults.vault(VAULT)!.nextPeriodAt - 10_800_000,
  });
});

const amount = 10 * USDC;
const refused: readonly (readonly [string, number, unknown, Changes, number[]])[] = [
  ["another contract", 0, amount, { body: { verifyingContract: OTHER } }, [400, 29]],
  ["a payload type beyond 3", 4, amount, {}, [400, -1005]],
  ["an amount of nothing", 0, 0, {}, [400, 5]],
  ["an amount in words", 0, "ten", {}, [400, 5]],
  ["less than the least deposit", 0, amount - 1, {}, [400, 5]],
  ["more than there is", 0, 30_000 * USDC + 1, {}, [400, 5]],
  ["more than can be counted", 0, 2n ** 100n, {}, [400, 5]],
  ["no vault", 0, amount, { message: { vaultId: `0x${"00".repeat(32)}` } }, [400, -1006]],
  ["another builder", 0, amount, { message: { dexBrokerId: "other" } }, [400, 15]],
  ["another wallet's signature", 0, amount, { signer: wallets[2]! }, [400, 9]],
  ["another wallet", 0, amount, { body: { userAddress: OTHER } }, [400, 9]],
  ["another domain", 0, amount, { domain: { name: "DexDomain" } }, [400, 9]],
  ["another chain type", 0, amount, { message: { chainType: "SOL" } }, [400, 9]],
  ["half a signature", 0, amount, { body: { signature: "0x12" } }, [400, 3]],
  ["no signature", 0, amount, { body: { signature: undefined } }, [400, -1005]],
  ["another receiver", 0, amount, { message: { receiver: OTHER } }, [400, 30]],
  ["no receiver", 0, amount, { message: { receiver: "me" } }, [400, 30]],
  ["another chain", 0, amount, { message: { chainId: 1 } }, [400, 31]],
  ["another token", 0, amount, { message: { token: "USDT" } }, [400, 33]],
  ["a nonce that was not handed out", 0, amount, { message: { nonce: "12345" } }, [400, 10]],
  ["a nonce that no number is", 0, amount, { message: { nonce: "9007199254740992" } }, [400, 10]],
  ["shares that it does not have", LP_WITHDRAW, 1, {}, [400, 5]],
  ["the provider's part", SP_WITHDRAW, 1, {}, [400, -1012]],
];
test.each(refused)("%s is refused, and moves nothing", async (_, payloadType, amount, changes, refusal) => {
  expect(outcome(await ask(investor, payloadType, amount, changes))).toEqual(refusal);
  expect([holdingOf(investor), api.engine.vaults.vault(VAULT)!.queuedDeposits as number]).toEqual([30_000, 0]);
});

test("a key without `asset` can make no request to a vault, nor can a sub-account or a fund", async () => {
  const wallet = privateKeyToAccount(generatePrivateKey());
  wallets.push(wallet);
  const reader = await api.trader(100, { wallet: wallet.address.toLowerCase() });
  expect(outcome(await ask(reader, LP_DEPOSIT, amount))).toEqual([401, -1002]);
  for (const accountId of [fundId, subAccountIdOf(house.accountId, 1)]) {
    const owner = accountId === fundId ? provider : house;
    const sub = { account: house.account, number: 1, accountId, description: "" };
    if (accountId !== fundId) api.apply({ type: "add_sub_account", ...sub });
    const headers = { "SVC-Account-Id": accountId };
    const body = await bodyOf(owner, LP_DEPOSIT, amount);
    expect(outcome(await owner.call("POST", "/v1/sv_operation_request", body, headers))).toEqual([400, -1012]);
  }
});

test("the same request again, at once or later, by its owner or another, moves nothing twice", async () => {
  const body = await bodyOf(investor, LP_DEPOSIT, 10_000 * USDC);
  const answers = await Promise.all([1, 2, 3].map(() => send(investor, body)));
  expect(answers.map(outcome)).toContain(200);
  expect(answers.filter((answer) => answer.code === 10)).toHaveLength(2);
  expect(outcome(await send(investor, body))).toEqual([400, 10]);
  expect(holdingOf(investor)).toBe(20_000);
  // Another wallet signs for itself, with the used nonce.
  const { nonce } = body.message;
  expect(outcome(await ask(house, LP_DEPOSIT, amount, { message: { nonce } }))).toEqual([400, 10]);
  // A nonce that was handed out more than ten minutes ago.
  const late = await bodyOf(investor, LP_DEPOSIT, amount);
  api.now += 601_000;
  expect(outcome(await send(investor, late))).toEqual([400, 10]);
  const [waiting] = await rowsOf("lp/info", { wallet_address: investor.wallet });
  expect(waiting).toMatchObject({ lp_nav: 0, lp_tvl: 10_000, total_main_shares: 0 });
});

interface KeyChanges {
  readonly message?: Members;
  readonly body?: Members;
  readonly signer?: (typeof wallets)[number];
  readonly domain?: Members;
}

async function bindKey({ key }: TestKey, changes: KeyChanges = {}) {
  api.now += 1_000;
  const timestamp = api.now;
  const message = {
    ...{ brokerId: "demo", chainId: 196, key, scope: "read,trading", timestamp },
    ...{ expiration: timestamp + YEAR_MS, contract: ADDRESS, ...changes.message },
  };
  const data = addProviderKeyTypedData(message);
  const domain = { ...data.domain, ...changes.domain };
  const signature = await (changes.signer ?? wallets[0]!).signTypedData({ ...data, domain } as never);
  const body = { message, signature, userAddress: wallets[0]!.address, ...changes.body };
  return api.post("/v1/sv/sp_svc_key", body);
}

test("the provider binds a key that trades the fund, and reaches nothing else of the provider's", async () => {
  const key = await newKey();
  const wrong: readonly (readonly [KeyChanges, number[]])[] = [
    [{ signer: wallets[1]! }, [400, 9]],
    [{ domain: { verifyingContract: OTHER } }, [400, 9]],
    [{ body: { signature: "0x12" } }, [400, 3]],
    [{ message: { chainId: 1 } }, [400, 9]],
    [{ message: { contract: OTHER } }, [400, -1006]],
    [{ message: { brokerId: "other" } }, [400, 9]],
    [{ message: { scope: "all" } }, [400, -1005]],
    [{ message: { key: "ed25519:x" } }, [400, -1005]],
    [{ message: { timestamp: api.now - 700_000 } }, [400, 2]],
    [{ message: { subAccountId: house.accountId } }, [400, -1006]],
  ];
  for (const [changes, refusal] of wrong) expect(outcome(await bindKey(key, changes))).toEqual(refusal);
  expect(outcome(await bindKey(key))).toBe(200);
  trades = api.callerOf(fundId, key);
  expect((await trades("GET", "/v1/client/holding")).data.holding[0].holding).toBe(60_000);
  const asProvider = api.callerOf(provider.accountId, key);
  expect(outcome(await asProvider("GET", "/v1/client/holding"))).toEqual([401, -1002]);
  // Whatever the key's scope, the fund's money leaves only through shares, even by the provider's own key.
  expect(outcome(await bindKey(key, { message: { scope: "read,trading,asset" } }))).toBe(200);
  const receiver_list = [{ account_id: provider.accountId, amount: 1 }];
  const transfer = { token: "USDC", receiver_list };
  expect(outcome(await trades("POST", "/v1/internal_transfer", transfer))).toEqual([400, -1012]);
  const headers = { "SVC-Account-Id": fundId };
  const byProvider = await provider.call("POST", "/v1/internal_transfer", transfer, headers);
  expect(outcome(byProvider)).toEqual([400, -1012]);
});

test("the fund's gains belong to its shares, less the provider's fee, and are public", async () => {
  nextPeriod();
  const order = { symbol: ETHER, order_type: "LIMIT", order_price: 2_000, order_quantity: 20 };
  expect(outcome(await house.call("POST", "/v1/order", { ...order, side: "SELL" }))).toBe(200);
  expect((await trades("POST", "/v1/order", { ...order, side: "BUY" })).data.status).toBe("FILLED");
  const positions = await rowsOf("vault/positions", { vault_id: VAULT });
  expect(positions).toMatchObject([{ exchange: "svc", symbol: ETHER, position_qty: 20, average_open_price: 2_000 }]);
  api.price(ETHER, 2_350);
  nextPeriod();
  // 70,000 and 20 × 350 less 24 of fees: 1.0996571… a share. A fifth of the investors' gain of 996.57… is the provider's.
  const now = await info();
  expect(now).toMatchObject({ lp_counts: 1, total_main_shares: 10_000, status: "live" });
  const { mainPrice, value } = api.engine.vaults.vault(VAULT)!.now;
  const profit = value / USDC - 10_000;
  expect(now).toMatchObject({
    vault_lifetime_net_pnl: expect.closeTo(profit, 5),
    tvl: value / USDC,
    valid_hpr: expect.closeTo(mainPrice / 1e8 - 1, 7),
  });
  expect(profit).toBeGreaterThan(500);
  const performance = await rowsOf("vault/performance", { vault_id: VAULT });
  for (const row of performance) {
    expect(row).toMatchObject({
      incremental_net_pnl: expect.closeTo(profit, 5),
      volume: 40_000,
      max_drawdown: expect.any(Number),
    });
    expect(row.fees).toBeCloseTo(profit / 4, 3);
  }
  expect(performance.map(({ time_range }: { time_range: string }) => time_range)).toEqual([
    "24h",
    "7d",
    "30d",
    "all_time",
  ]);
  const [mine] = await rowsOf("lp/info", { wallet_address: investor.wallet, vault_id: VAULT });
  expect(mine).toMatchObject({ total_main_shares: 10_000, available_main_shares: 0 });
  expect(mine.potential_pnl).toBeCloseTo(profit, 2);
  expect(mine.total_performance_fees).toBeCloseTo(profit / 4, 2);
  for (const time_range of ["24h", "7d", "30d", "all_time"]) {
    const chart = (type: string) => rowsOf("vault/performance_chart", { vault_id: VAULT, type, time_range });
    expect((await chart("PNL")).at(-1).value).toBeCloseTo(profit, 2);
    expect((await chart("TVL")).at(-1).value).toBeCloseTo(value / USDC, 2);
  }
  const periods = { vault_id: VAULT, wallet_address: investor.wallet };
  const flows = (rows: Members[]) =>
    rows.map((row) => [row.period_number, row.total_deposit_amount, row.total_withdrawal_amount]);
  const all = [
    [3, null, null],
    [2, 0, 0],
    [1, 10_000, 0],
    [0, 0, 0],
  ];
  expect(flows(await rowsOf("fund/period_info", periods))).toEqual(all);
  const second = await see("fund/period_info", { ...periods, page: 2, size: 3 });
  expect([flows(second.data.rows), second.data.meta.total]).toEqual([all.slice(3), 4]);
  expect(flows(await rowsOf("fund/period_info", { ...periods, period_number: 1 }))).toEqual([all[2]!]);
  expect(await rowsOf("fund/period_info", { ...periods, period_number: 9 })).toEqual([]);
  expect(await rowsOf("fund/period_info", { ...periods, page: 9 })).toEqual([]);
});

test("a vault that closes pays every investor, and no more than there is", async () => {
  expect(setState("closing").rejection).toBeNull();
  expect(outcome(await ask(investor, LP_DEPOSIT, amount))).toEqual([400, -1012]);
  const order = { symbol: ETHER, order_type: "LIMIT", order_price: 2_350, order_quantity: 20 };
  expect(outcome(await house.call("POST", "/v1/order", { ...order, side: "BUY" }))).toBe(200);
  const sold = await trades("POST", "/v1/order", { ...order, side: "SELL", reduce_only: true });
  expect(sold.data.status).toBe("FILLED");
  expect(outcome(await ask(investor, LP_WITHDRAW, 10_000 * USDC))).toBe(200);
  expect(outcome(await ask(investor, LP_WITHDRAW, 1))).toEqual([400, 5]);
  nextPeriod();
  expect((await info()).status).toBe("closed");
  const paid = Math.round((holdingOf(investor) - 20_000) * USDC) / USDC;
  const list = async (query = "") => (await investor.call("GET", `/v1/account_sv_transaction_history${query}`)).data;
  const withdrawal = {
    ...{ vault_id: VAULT, type: "withdrawal", status: "completed", asset: "USDC" },
    ...{ amount_change: paid, shares_change: 10_000, created_time: expect.any(Number) },
  };
  const deposit = { ...withdrawal, type: "deposit", amount_change: 10_000 };
  expect(await list()).toEqual({
    rows: [withdrawal, deposit],
    meta: { total: 2, records_per_page: 60, current_page: 1 },
  });
  expect((await list(`?type=deposit&vault_id=${VAULT}`)).rows).toEqual([deposit]);
  expect((await list(`?vault_id=0x${"00".repeat(32)}`)).rows).toEqual([]);
  expect(await rowsOf("lp/info", { wallet_address: investor.wallet })).toEqual([]);
  // What is left belongs to the provider; in total not a micro more is paid than came in and was gained.
  const fund = api.engine.margin(api.engine.findAccount(fundId)).holding / USDC;
  expect(paid + fund).toBeLessThanOrEqual(77_000);
  expect(outcome(await bindKey(await newKey()))).toEqual([400, -1006]);
});

test("unknown vaults, investors and periods are reported as unknown", async () => {
  const none = `0x${"00".repeat(32)}`;
  const asked: readonly [string, Members][] = [
    ["vault/info", {}],
    ["vault/performance", {}],
    ["vault/positions", {}],
    ["vault/performance_chart", { type: "PNL", time_range: "24h" }],
    ["fund/period_info", { wallet_address: OTHER }],
    ["lp/info", { wallet_address: investor.wallet }],
  ];
  for (const [name, query] of asked) {
    expect(outcome(await see(name, { vault_id: none, ...query }))).toEqual([400, -1006]);
    expect(outcome(await see(name, { vault_id: "0x5", ...query }))).toEqual([400, -1005]);
  }
  expect(await rowsOf("lp/info", { wallet_address: OTHER })).toEqual([]);
  expect(await rowsOf("vault/info", { broker_ids: "other,another" })).toEqual([]);
  expect(await rowsOf("vault/info", { broker_ids: "other,demo", status: "closed" })).toHaveLength(1);
  expect(await rowsOf("vault/info", { status: "live" })).toEqual([]);
});
