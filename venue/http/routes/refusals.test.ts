// Refusals that follow from a row, provoked for each row: by who signs, how often, with what input, and whether anything can
// be made durable or looked up at all. Refusals that only one row has are tested in the folder of its area. Errors 4, 6 and 7.

import { beforeAll, describe, expect, test } from "bun:test";
import { micros } from "@evermark/engine";
import {
  addKeyTypedData,
  addProviderKeyTypedData,
  CHAIN_ID,
  delegateAddKeyTypedData,
  delegateSettlePnlTypedData,
  delegateSignerTypedData,
  delegateWithdrawTypedData,
  dexRequestTypedData,
  fundsDomain,
  registrationTypedData,
  settlePnlTypedData,
  WITHDRAWAL_CONTRACT,
  withdrawTypedData,
} from "@evermark/interface/chain/wallet-messages.ts";
import { endpoints } from "@evermark/interface/endpoints.ts";
import { type EndpointRow, isAnsweredOnce } from "@evermark/interface/rows/endpoint.ts";
import { errorsOf } from "@evermark/interface/rows/endpoint-errors.ts";
import { type ErrorName, errors } from "@evermark/interface/rows/errors.ts";
import { exampleRequest, textOf } from "../../api/testing/samples.ts";
import { HistoryUnavailable } from "../../history/index.ts";
import { memoryApi, serverOf } from "../../testing/memory-api.ts";
import { MEMORY_VENUE_START } from "../../testing/memory-venue.ts";
import { call, newTrader, type RestAnswer, signedHeaders, type Trader } from "../../testing/rest-caller.ts";
import { newKey, type TestKey } from "../../testing/test-key.ts";
import type { JsonSchema } from "../input/expectation.ts";
import { RateLimits } from "../limits/rate-limits.ts";
import type { Api } from "./server.ts";

const NOW = MEMORY_VENUE_START;
const memory = memoryApi();
const { api } = memory;
/** A venue that continues one that was running until just now. */
const again = serverOf(memory, { formerUntil: NOW + 300_000 });
const narrow = serverOf(memory, { limits: new RateLimits(0, undefined, () => 0) });

/** The administrator of its builder, with a key for everything. */
let trader: Trader;
/** A key that may only read, and one that may only move funds. */
let reader: Trader;
let mover: Trader;
let subAccountId = "";
/** A vault whose provider is the trader. */
let vault: Readonly<Record<string, unknown>> = {};
/** Contracts for which the trader's wallet signs: for the first one it is confirmed and has a key. */
const [CONTRACT, OTHER_CONTRACT] = [`0x${"ab".repeat(20)}`, `0x${"cd".repeat(20)}`] as const;
/** A deposit to the trader's account that waits for the operator. */
const PARKED = "chain:1";
let contractAccountId = "";
let contractKey: TestKey;
beforeAll(async () => {
  trader = await newTrader(api, { now: NOW, scope: "read,trading,asset" });
  reader = await newTrader(api, { now: NOW, scope: "read" });
  mover = await newTrader(api, { now: NOW, scope: "asset" });
  const opened = await send(api, rowOf("POST /v1/client/add_sub_account"), { body: "{}" });
  subAccountId = String(opened.json.data?.account_id);
  vault = await done("POST /sandbox/vault", {
    body: { vault_name: "First", sp_address: trader.wallet.address, broker_id: "demo", performance_fee_rate: 0.2 },
  });
  const confirmed = await done("POST /v1/delegate_signer", await signerOf(CONTRACT));
  contractAccountId = String(confirmed.account_id);
  contractKey = await newKey();
  await done("POST /v1/delegate_svc_key", await keyFor(contractKey));
  const { accountId } = trader;
  memory.apply({ type: "park_deposit", accountId, amount: micros(5_000_000), reference: PARKED, reason: "moved" });
});

const ANOTHER_SIGNATURE = Buffer.alloc(64, 1).toString("base64url");

/** Each request is signed in a millisecond of its own; otherwise two could be the same request. */
let signed = 0;

interface Sent {
  readonly now?: number;
  readonly query?: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly by?: Trader;
}

async function send(
  to: Api,
  row: EndpointRow,
  { query = "", params = {}, body = "", headers, by, now = NOW + ++signed }: Sent = {},
) {
  const filled = row.path.replaceAll(/\{([a-z_]+)\}/g, (_, name: string) => String(params[name] ?? 1));
  const path = query === "" ? filled : `${filled}?${query}`;
  const takesBody = row.method === "POST" || row.method === "PUT";
  const sent = takesBody ? body : "";
  const credentials =
    row.auth === "signed" ? await (by ?? trader).sign({ method: row.method, path, now, body: sent }) : {};
  return call(to, row.method, path, {
    headers: { ...(sent !== "" && { "content-type": "application/json" }), ...credentials, ...headers },
    ...(sent !== "" && { body: sent }),
  });
}

function expectRefused(answer: RestAnswer, name: ErrorName): void {
  const { http, code } = errors[name];
  expect([answer.status, answer.json.code], answer.text).toEqual([http, code]);
}

function rowOf(name: string): EndpointRow {
  return endpoints.find((row) => nameOf(row) === name)!;
}

function nameOf({ method, path }: EndpointRow): string {
  return `${method} ${path}`;
}

const rowsWith = (name: ErrorName) =>
  endpoints.filter((row) => errorsOf(row).includes(name)).map((row) => [nameOf(row), row] as const);

describe("who signs", () => {
  test.each(rowsWith("unauthorized"))(
    "%s accepts neither a signature of another text nor a key without the scope",
    async (_, row) => {
      const headers = { "SVC-Signature": ANOTHER_SIGNATURE };
      expectRefused(await send(api, row, { body: "{}", headers }), "unauthorized");
      const isForFunds = row.scopes?.includes("asset") === true;
      expectRefused(await send(api, row, { body: "{}", by: isForFunds ? reader : mover }), "unauthorized");
      const isForReaders = row.scopes?.includes("read") === true;
      if (!isForReaders) expectRefused(await send(api, row, { body: "{}", by: reader }), "unauthorized");
    },
  );

  test.each(rowsWith("invalid_credentials"))("%s requires four readable headers", async (_, row) => {
    expectRefused(await call(api, row.method, row.path.replaceAll(/\{[a-z_]+\}/g, "1")), "invalid_credentials");
  });
});

test.each(rowsWith("rate_limit_exceeded"))("%s is answered as often as its limit allows", async (_, row) => {
  const most = row.limit.stated ? row.limit.count : 1;
  for (let i = 0; i < most; i++) expect((await send(narrow, row)).status).not.toBe(429);
  const over = await send(narrow, row);
  expectRefused(over, "rate_limit_exceeded");
  expect(Number(over.headers.get("retry-after"))).toBeGreaterThanOrEqual(1);
});

const answeredOnce = rowsWith("duplicate").filter(([, row]) => isAnsweredOnce(row));
test.each(answeredOnce)("%s is carried out once per signature, and for one account", async (_, row) => {
  const now = NOW + ++signed;
  if (row.once !== true) return expectRefused(await send(again, row, { body: "{}", now }), "duplicate");
  await send(api, row, { body: "{}", now });
  expectRefused(await send(api, row, { body: "{}", now, headers: { "SVC-Account-Id": subAccountId } }), "duplicate");
});

test.each(rowsWith("path_not_found"))("%s does not exist for pages of other origins", async (_, row) => {
  expectRefused(await send(api, row, { headers: { origin: "https://bots.example" } }), "path_not_found");
});

test.each(rowsWith("content_type_not_supported"))("%s accepts no body type but JSON", async (_, row) => {
  const answer = await send(api, row, { body: "{}", headers: { "content-type": "text/plain" } });
  expect(answer.status).toBe(errors.content_type_not_supported.http);
});

const takesMembers = rowsWith("invalid_parameter").filter(
  ([, row]) => namesOf(row.query ?? row.body ?? row.params).length > 0,
);
test.each(takesMembers)("%s refuses invalid members", async (_, row) => {
  const answers: RestAnswer[] = [];
  for (const name of namesOf(row.params)) answers.push(await send(api, row, { params: { [name]: "%00" } }));
  for (const name of namesOf(row.query)) answers.push(await send(api, row, { query: `${name}=%00` }));
  for (const name of namesOf(row.query)) answers.push(await send(api, row, { query: `${name}=` }));
  if (row.query !== undefined) answers.push(await send(api, row));
  if (row.body !== undefined) answers.push(await send(api, row, { body: "[]" }));
  const refused = answers.filter(({ status, json }) => status === 400 && json.code === -1005);
  expect(refused.length).toBeGreaterThan(0);
});

function namesOf(schema: unknown): string[] {
  return Object.keys((schema as JsonSchema | undefined)?.properties ?? {});
}

describe("without a journal and a history", () => {
  const unavailable = async () => Promise.reject(new HistoryUnavailable("of a test"));
  const history = new Proxy(memory.venue.history, { get: () => unavailable });
  const cut = serverOf(memory, { parts: { history } });
  const during = async (ask: () => Promise<RestAnswer>): Promise<RestAnswer> => {
    const before = memory.engine.stateHash();
    memory.failJournal();
    const answer = await ask();
    memory.failJournal(null);
    expect(memory.engine.stateHash()).toBe(before);
    return answer;
  };

  const askAll = async (name: string, row: EndpointRow) => {
    const { query, ...example } = exampleRequest(row, {
      ...{ account_id: trader.accountId, account_ids: [trader.accountId], svc_key: trader.key.key, sub_account_id: 1 },
      ...Object.fromEntries(WALLETS.map((name) => [name, trader.wallet.address])),
      ...vault,
    });
    const request: Asked = { ...example, query: textOf(query), ...(await REQUESTS[name]?.()) };
    return during(() => send(cut, row, { ...request, body: JSON.stringify(request.body) }));
  };

  // Only nodes refuse it this way, because a database moves their clock: venue/operation/node/moving-clock.test.ts.
  const needsEither = rowsWith("core_unavailable").filter(([name]) => name !== "POST /sandbox/clock");
  test.each(needsEither)("%s reports it, and nothing is done", async (name, row) => {
    expectRefused(await askAll(name, row), "core_unavailable");
  });

  const others = endpoints.filter((row) => !needsEither.some(([, each]) => each === row));
  test.each(others.map((row) => [nameOf(row), row] as const))("%s needs neither", async (name, row) => {
    // Each item of a batch is answered separately.
    expect((await askAll(name, row)).status).not.toBe(503);
  });
});

/** Members that take a wallet's address. */
const WALLETS = ["address", "user_address", "wallet_address", "sp_address"];

/**
 * The input that a row needs to get as far as its command or its query, where its example does not suffice: what a wallet
 * signs is valid only for this venue.
 */
const REQUESTS: Readonly<Record<string, () => Asked | Promise<Asked>>> = {
  // For open orders alone, history is not queried.
  "GET /v1/orders": () => ({ query: "" }),
  "POST /v1/sub_account_settle_pnl": () => ({ headers: { "SVC-Account-Id": subAccountId } }),
  "POST /v1/public/query": () => ({ body: { type: "fundingRateHistory", symbol: "PERP_BTC_USDC" } }),
  "POST /v1/register_dex_account": async () => {
    const nonce = await call(api, "GET", "/v1/registration_nonce");
    const timestamp = Number(nonce.json.timestamp);
    const registrationNonce = Number(nonce.json.data?.registration_nonce);
    const message = { brokerId: "another", chainId: CHAIN_ID, timestamp, registrationNonce };
    return signedByWallet(message, registrationTypedData(message));
  },
  "POST /v1/dex_api_key": async () => {
    const { key } = await newKey();
    const message = { ...SIGNED, key, scope: "read", expiration: NOW + 1_000 };
    return signedByWallet(message, addKeyTypedData(message));
  },
  "POST /sandbox/parked_deposits": () => ({ body: { credit: PARKED } }),
  "POST /v1/delegate_signer": () => signerOf(OTHER_CONTRACT),
  "POST /v1/delegate_svc_key": async () => keyFor(await newKey()),
  "POST /v1/delegate_settle_pnl": async () => {
    const message = { ...SIGNED, delegateContract: CONTRACT, settleNonce: 1 };
    return { ...(await signedByWallet(message, delegateSettlePnlTypedData(message))), by: contractTrader() };
  },
  "POST /v1/delegate_withdraw_request": async () => {
    const named = { delegateContract: CONTRACT, receiver: CONTRACT };
    const message = { ...SIGNED, ...named, token: "USDC", amount: "5", withdrawNonce: 1 };
    const signed = await signedByWallet(message, delegateWithdrawTypedData({ ...message, amount: 5n }));
    return { ...signed, by: contractTrader() };
  },
  "POST /v1/settle_pnl": () => {
    const message = { ...SIGNED, settleNonce: 1 };
    return signedByWallet(message, settlePnlTypedData(message));
  },
  "POST /v1/withdraw_request": () => {
    const message = { ...SIGNED, receiver: trader.wallet.address, token: "USDC", amount: "5", withdrawNonce: 1 };
    return signedByWallet(message, withdrawTypedData({ ...message, amount: 5n }));
  },
  "POST /v1/sv_operation_request": async () => {
    const asked = await call(api, "GET", "/v1/public/sv_nonce");
    const nonce = Number(asked.json.data?.nonce);
    const named = { vaultId: String(vault.vault_id), receiver: trader.wallet.address, dexBrokerId: "demo" };
    const message = { payloadType: SP_DEPOSIT, nonce, amount: "5000000", token: "USDC", ...named };
    const signed = await signedByWallet(
      message,
      dexRequestTypedData({ ...message, amount: 5_000_000n }, fundsDomain()),
    );
    return { body: { ...signed.body, message: { ...message, nonce: String(nonce), chainId: CHAIN_ID } } };
  },
  "POST /v1/sv/sp_svc_key": async () => {
    const { key } = await newKey();
    const contract = String(vault.vault_address);
    const message = { ...SIGNED, key, scope: "read", expiration: NOW + 1_000, contract };
    return signedByWallet(message, addProviderKeyTypedData({ ...message, subAccountId: undefined }));
  },
};

async function done(name: string, { body, ...asked }: Asked): Promise<Readonly<Record<string, unknown>>> {
  const answer = await send(api, rowOf(name), { ...asked, body: JSON.stringify(body) });
  expect(answer.status, answer.text).toBe(200);
  return answer.json.data ?? {};
}

function namedBy(contract: string): Record<string, unknown> {
  return { delegate_contract: contract, broker_id: "demo", delegate_signer: trader.wallet.address };
}

/** A contract names the trader's wallet, which signs that it acts for the contract. */
async function signerOf(delegateContract: string): Promise<Asked> {
  const named = await send(api, rowOf("POST /sandbox/delegate"), { body: JSON.stringify(namedBy(delegateContract)) });
  const nonce = await call(api, "GET", "/v1/registration_nonce");
  const registrationNonce = Number(nonce.json.data?.registration_nonce);
  const used = { timestamp: Number(nonce.json.timestamp), registrationNonce };
  const message = { ...SIGNED, delegateContract, ...used, txHash: String(named.json.data?.tx_hash) };
  return signedByWallet(message, delegateSignerTypedData(message));
}

function keyFor({ key }: TestKey): Promise<Asked> {
  const message = { ...SIGNED, delegateContract: CONTRACT, key, scope: "read,trading,asset", expiration: NOW + 1_000 };
  return signedByWallet(message, delegateAddKeyTypedData(message));
}

function contractTrader(): Trader {
  const sign: Trader["sign"] = (parts) => signedHeaders(contractAccountId, contractKey, parts);
  return { ...trader, accountId: contractAccountId, key: contractKey, sign };
}

type Asked = Omit<Sent, "body"> & { readonly body?: Record<string, unknown> };

const SP_DEPOSIT = 2;
const SIGNED = { brokerId: "demo", chainId: CHAIN_ID, timestamp: NOW };

async function signedByWallet(
  message: object,
  typed: Parameters<Trader["wallet"]["signTypedData"]>[0],
): Promise<Asked> {
  const userAddress = trader.wallet.address;
  const signature = await trader.wallet.signTypedData(typed);
  const verifyingContract = WITHDRAWAL_CONTRACT;
  return { body: { message: { ...message, chainType: "EVM" }, signature, userAddress, verifyingContract } };
}
