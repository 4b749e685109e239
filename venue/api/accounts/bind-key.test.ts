import { beforeEach, expect, test } from "bun:test";
import { addKeyTypedData } from "@evermark/interface/chain/wallet-messages.ts";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { type MemoryApi, memoryApi } from "../../testing/memory-api.ts";
import { MEMORY_VENUE_START } from "../../testing/memory-venue.ts";
import { call, openAccount, post, type RestAnswer } from "../../testing/rest-caller.ts";
import { newKey } from "../../testing/test-key.ts";
import { keyOfHex, SECOND_SPELLINGS, SMALL_ORDER_KEYS } from "../../testing/weak-keys.ts";

const NOW = MEMORY_VENUE_START;
const DAY_MS = 86_400_000;
const wallet = privateKeyToAccount(generatePrivateKey());

let memory: MemoryApi;
let api: MemoryApi["api"];
let key: string;
beforeEach(async () => {
  memory = memoryApi();
  ({ api } = memory);
  key = (await newKey()).key;
  await openAccount(api, wallet, "demo");
});

const message = (changes: Record<string, unknown> = {}) => ({
  brokerId: "demo",
  chainId: 196,
  key,
  scope: "read,trading",
  timestamp: NOW,
  expiration: NOW + 365 * DAY_MS,
  ...changes,
});

/** Signs a message and sends it to bind the key; `sent` overrides members after signing. */
async function bind(
  changes: Record<string, unknown> = {},
  sent: Record<string, unknown> = {},
  signer = wallet,
): Promise<RestAnswer> {
  const signed = message(changes);
  const signature = await signer.signTypedData(addKeyTypedData(signed));
  const body = { message: { ...signed, chainType: "EVM", ...sent }, signature, userAddress: signer.address };
  return post(api, "/v1/dex_api_key", body);
}

const keyOf = (signer = wallet) => memory.engine.findKey(memory.engine.accountsOfWallet(signer.address)[0]!, key);
const refused = ({ status, json }: RestAnswer) => [status, json.code, json.message];
const MISMATCH = [400, 9, "address and signature do not match"];

test("a key is bound to the wallet's account", async () => {
  const answer = await bind();
  expect(answer.json).toEqual({ success: true, timestamp: NOW });
  expect(keyOf()).toMatchObject({ scope: "read,trading", expiration: NOW + 365 * DAY_MS });
});

test("binding a key again, with a later message, replaces its scope and expiration", async () => {
  await bind();
  expect((await bind({ scope: "asset,read", timestamp: NOW + 1, expiration: NOW + 5 })).status).toBe(200);
  expect(keyOf()).toMatchObject({ scope: "asset,read", expiration: NOW + 5, signedAt: NOW + 1 });
});

test("an older binding that is sent again is refused, the latest one is answered again", async () => {
  const [wide, narrow] = [
    { scope: "read,trading,asset", timestamp: NOW - 7, expiration: NOW + DAY_MS },
    { scope: "read", timestamp: NOW, expiration: NOW + DAY_MS },
  ] as const;
  expect([(await bind(wide)).status, (await bind(narrow)).status]).toEqual([200, 200]);
  const answer = await bind(wide);
  expect([answer.status, answer.json]).toMatchObject([
    400,
    {
      code: 2,
      message: `Timestamp expired: timestamp ${NOW - 7} is not later than ${NOW}, with which this key was bound before`,
      detail: { timestamp: NOW - 7, last_timestamp: NOW },
    },
  ]);
  expect((await bind({ ...narrow, scope: "asset" })).json.code).toBe(2);
  expect((await bind(narrow)).json).toEqual({ success: true, timestamp: NOW });
  expect(keyOf()).toMatchObject({ scope: "read" });
});

test("a key that another account has bound can be bound all the same", async () => {
  const other = privateKeyToAccount(generatePrivateKey());
  await openAccount(api, other, "demo");
  expect((await bind({ scope: "asset" }, {}, other)).status).toBe(200);
  expect((await bind()).status).toBe(200);
  expect([keyOf(other)?.scope, keyOf()?.scope]).toEqual(["asset", "read,trading"]);
});

test("a key of small order, or one spelled in a second way, can't be bound", async () => {
  for (const hex of [...SMALL_ORDER_KEYS, ...SECOND_SPELLINGS]) {
    expect(refused(await bind({ key: keyOfHex(hex) }))).toEqual([400, -1005, "key is invalid"]);
  }
});

test("a missing or empty member is refused with the bare text", async () => {
  const blank = [400, -1005, "must not be blank"];
  for (const name of ["brokerId", "chainId", "key", "timestamp", "expiration"]) {
    expect(refused(await bind({}, { [name]: undefined }))).toEqual(blank);
  }
  expect(refused(await bind({}, { key: "" }))).toEqual(blank);
  expect(refused(await bind({}, { key: undefined, publicKey: key }))).toEqual(blank);
  expect(refused(await post(api, "/v1/dex_api_key", {}))).toEqual(blank);
  expect(refused(await post(api, "/v1/svc_key", { message: message() }))).toEqual(blank);
  expect(refused(await call(api, "POST", "/v1/svc_key"))).toEqual(blank);
});

test("an error names a malformed key or scope", async () => {
  for (const bad of ["abc", "ed25519:0OIl", key.slice(8), `ed25519:${key}`]) {
    expect(refused(await bind({ key: bad }))).toEqual([400, -1005, "key is invalid"]);
  }
  for (const bad of ["", "read,read", "admin", "read, trading", "Read", "read,"]) {
    const answer = await bind({ scope: bad });
    expect([answer.status, answer.json.code]).toEqual([400, -1005]);
    expect(answer.json.message).toStartWith("scope is invalid");
  }
});

test("the message's time may be off by ten minutes", async () => {
  expect((await bind({ timestamp: NOW - 600_000, expiration: NOW + 1 })).status).toBe(200);
  expect(refused(await bind({ timestamp: NOW - 600_001, expiration: NOW + 1 }))).toEqual([400, 2, "Timestamp expired"]);
  expect(refused(await bind({ timestamp: NOW + 600_001 }))).toEqual([400, 2, "Timestamp expired"]);
});

test("a key expires after it is bound, at most 365 days after the message", async () => {
  const bad = [400, -1005, "expiration is invalid"];
  expect(refused(await bind({ expiration: NOW }))).toEqual(bad);
  expect(refused(await bind({ expiration: NOW + 365 * DAY_MS + 1 }))).toEqual(bad);
  expect(refused(await bind({ timestamp: NOW - 5, expiration: NOW - 1 }))).toEqual(bad);
  expect((await bind({ expiration: NOW + 1 })).status).toBe(200);
});

test("another chain, a missing chain type or another signer does not match", async () => {
  expect(refused(await bind({ chainId: 1 }))).toEqual(MISMATCH);
  expect(refused(await bind({}, { chainType: undefined }))).toEqual(MISMATCH);
  expect(refused(await bind({}, { scope: "read,trading,asset" }))).toEqual(MISMATCH);
  expect(refused(await bind({}, { expiration: NOW + 5 }))).toEqual(MISMATCH);
});

test("an account that was never opened has no keys", async () => {
  const stranger = privateKeyToAccount(generatePrivateKey());
  expect(refused(await bind({}, {}, stranger))).toEqual([400, -1006, "account does not exist"]);
  expect(refused(await bind({ brokerId: "demo2" }))).toEqual([400, -1006, "account does not exist"]);
});
