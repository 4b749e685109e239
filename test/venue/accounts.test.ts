// Opening accounts and binding keys, from outside: every row of errors 8.1, the check order of account opening, and the
// published vectors of ids and signatures.

import { expect, test } from "bun:test";
import { keccak256, toHex } from "viem";
import { expectRefusal, expectSuccess, type Refusal } from "./outside/expected-refusal.ts";
import { base58 } from "./outside/outside-base58.ts";
import { type Answer, call, post } from "./outside/outside-caller.ts";
import { advance } from "./outside/outside-controls.ts";
import { ApiKey } from "./outside/outside-key.ts";
import { ADD_KEY, newWallet, REGISTRATION, signTyped, type Wallet } from "./outside/outside-wallet.ts";
import { bindKey, newTrader, openAccount, Trader, venueTime, YEAR_MS } from "./outside/trader.ts";
import { venueOfFile } from "./outside/venue-of-file.ts";

const venue = venueOfFile();

const MISMATCH: Refusal = [400, 9, "address and signature do not match"];
const BLANK: Refusal = [400, -1005, "must not be blank"];
const NONCE: Refusal = [400, 10, "nonce is invalid"];

/** Changes to a registration body, made before or after signing. */
interface Change {
  /** Changes to what is both signed and sent. */
  readonly signed?: Readonly<Record<string, unknown>>;
  /** Changes to what is sent, but not to what was signed. */
  readonly sent?: Readonly<Record<string, unknown>>;
  /** Members of the message that are left out. */
  readonly without?: readonly string[];
  readonly body?: (body: Record<string, unknown>) => Record<string, unknown>;
  readonly domain?: Readonly<Record<string, unknown>>;
  readonly primaryType?: string;
  readonly fields?: typeof REGISTRATION | readonly { readonly name: string; readonly type: string }[];
  readonly signature?: (signature: string) => string;
}

async function register(wallet: Wallet, change: Change = {}, path = "/v1/register_dex_account"): Promise<Answer> {
  const nonce = await call(`${venue.url}/v1/registration_nonce`);
  const message = {
    brokerId: "demo",
    chainId: 196,
    timestamp: nonce.json.timestamp!,
    registrationNonce: String(nonce.data.registration_nonce),
    ...change.signed,
  };
  return submit(wallet, message, REGISTRATION, change, path);
}

async function bind(wallet: Wallet, key: string, change: Change = {}, path = "/v1/dex_api_key"): Promise<Answer> {
  const timestamp = await venueTime(venue.url);
  const expiration = timestamp + YEAR_MS;
  const terms = { brokerId: "demo", chainId: 196, key, scope: "read,trading", timestamp, expiration };
  return submit(wallet, { ...terms, ...change.signed }, ADD_KEY, change, path);
}

async function submit(
  wallet: Wallet,
  message: Readonly<Record<string, unknown>>,
  fields: Change["fields"] & object,
  change: Change,
  path: string,
): Promise<Answer> {
  const signature = await signTyped(wallet, {
    primaryType: change.primaryType ?? (fields === ADD_KEY ? "AddDexApiKey" : "Registration"),
    fields: change.fields ?? fields,
    message,
    ...(change.domain && { domain: change.domain }),
  });
  const sent: Record<string, unknown> = { ...message, chainType: "EVM", ...change.sent };
  for (const name of change.without ?? []) delete sent[name];
  const body = { message: sent, signature: (change.signature ?? String)(signature), userAddress: wallet.address };
  return post(`${venue.url}${path}`, (change.body ?? ((same) => same))(body));
}

test("an account is opened, looked up, given a key, and the key verified, in the interface's order", async () => {
  const wallet = newWallet();
  const opened = await register(wallet);
  expectSuccess(opened);
  expect(opened.data.account_id).toMatch(/^0x[0-9a-f]{64}$/);

  const found = await call(`${venue.url}/v1/get_account?address=${wallet.address}&broker_id=demo`);
  expectSuccess(found);
  expect(found.data.account_id).toBe(opened.data.account_id!);
  expect(Number.isInteger(found.data.user_id)).toBe(true);

  const key = new ApiKey();
  const bound = await bind(wallet, key.name);
  expectSuccess(bound);
  const trader = new Trader(venue.url, wallet, String(opened.data.account_id), key, 0);
  const info = await trader.get("/v1/client/info");
  expectSuccess(info);
  expect(info.data).toMatchObject({ account_id: trader.accountId, taker_fee_rate: 6, maker_fee_rate: 3 });
});

test("account ids are those of the published vectors, one per builder", async () => {
  const wallet = newWallet(keccak256(toHex("svc-test-vector-1")));
  expect(wallet.address).toBe("0xD435D47bBEb4efdFD724FecC909476B16B95Fb31");
  const demo = await register(wallet);
  expect(demo.data.account_id).toBe("0x60c2dad95efc0928d99d0e8d9f1465bacc821ff5962d22bebbf5f7fb4b978208");
  const other = await register(wallet, { signed: { brokerId: "demo2" } });
  expect(other.data.account_id).toBe("0xb6ff759849d0f9c08b0bfe4b7b383394cdc7ce4d8030d9bbcc28060370cc59b4");
  const brokers = await call(`${venue.url}/v1/get_broker?address=${wallet.address}`);
  expect(brokers.data.broker_id).toEqual(["demo", "demo2"]);
});

test("the tests' own helpers sign like the published vectors", () => {
  const seed = Uint8Array.from({ length: 32 }, (_, i) => i);
  expect(base58(seed)).toBe("1thX6LZfHDZZKUs92febYZhYRcXddmzfzF2NvTkPNE");
  const key = new ApiKey(seed);
  expect(key.name).toBe("ed25519:FAe4sisG95oZ42w7buUn5qEE4TAnfTTFPiguZUHmhiF");
  expect(key.sign("1779269143700")).toBe(
    "vKHmimfrB4Qkp5oVFzEnGMcf-QeKguNj1F682gmq1RrOIFWPpcusm2Rq7u-ydFQRjUkchgxfziL24H3zZ6wfBA",
  );
  const body = `{"symbol":"PERP_ETH_USDC","side":"BUY","order_type":"LIMIT","order_price":2500.5,"order_quantity":0.1}`;
  expect(key.sign(`1779269143700POST/v1/order${body}`)).toBe(
    "bcxFkUG9179NXuSW9Ivz_reuTjYi0GUmhAQSc7dxhPt3Dp6vZAa2P-gjKXo8KKbUpi9e_1WduZIeM_dxjLByAg",
  );
});

test("a nonce comes with the time to sign, and no two are the same", async () => {
  const [one, two] = await Promise.all([1, 2].map(() => call(`${venue.url}/v1/registration_nonce?what=ever`)));
  for (const { data } of [one!, two!]) expect(String(data.registration_nonce)).toMatch(/^[0-9]+$/);
  expect(one!.data.registration_nonce).not.toBe(two!.data.registration_nonce);
});

const MESSAGE_MEMBERS = ["brokerId", "chainId", "timestamp", "registrationNonce"] as const;
const upperS = (signature: string): string => {
  const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
  const s = (order - BigInt(`0x${signature.slice(66, 130)}`)).toString(16).padStart(64, "0");
  return `${signature.slice(0, 66)}${s}${signature.endsWith("1b") ? "1c" : "1b"}`;
};

const openings: readonly (readonly [string, Change, Refusal])[] = [
  ...["message", "signature", "userAddress"].map(
    (name) =>
      [
        `no ${name}`,
        { body: (body: Record<string, unknown>) => ({ ...body, [name]: undefined }) },
        [400, -1005, `${name} must not be blank`],
      ] as const,
  ),
  ...MESSAGE_MEMBERS.map(
    (name) => [`no message.${name}`, { without: [name] }, [400, -1005, `${name} must not be blank`]] as const,
  ),
  ["an empty brokerId", { sent: { brokerId: "" } }, [400, -1005, "brokerId must not be blank"]],
  ["no chainType", { without: ["chainType"] }, MISMATCH],
  ["chainType SOL", { sent: { chainType: "SOL" } }, MISMATCH],
  ["chainType in lower case", { sent: { chainType: "evm" } }, MISMATCH],
  ["chainType null", { sent: { chainType: null } }, MISMATCH],
  ["chainType a number", { sent: { chainType: 1 } }, MISMATCH],
  ["chain 1", { signed: { chainId: 1 } }, MISMATCH],
  ["chain 1 sent, 196 signed", { sent: { chainId: 1 } }, MISMATCH],
  ["another timestamp, signed", { signed: { timestamp: 1_700_000_000_000 } }, NONCE],
  ["another timestamp, sent", { sent: { timestamp: 1_700_000_000_000 } }, NONCE],
  ["a nonce that was not handed out", { signed: { registrationNonce: "1" } }, NONCE],
  ["a signature of 64 bytes", { signature: (s) => s.slice(0, 130) }, [400, 3]],
  ["a signature without 0x", { signature: (s) => s.slice(2) }, [400, 3]],
  ["a signature that is no hex", { signature: (s) => `${s.slice(0, 131)}g` }, [400, 3]],
  ["v of 29", { signature: (s) => `${s.slice(0, 130)}1d` }, [400, 3]],
  ["v of 2", { signature: (s) => `${s.slice(0, 130)}02` }, [400, 3]],
  ["a high s", { signature: upperS }, [400, 3]],
  ["r of zero", { signature: (s) => `0x${"0".repeat(64)}${s.slice(66)}` }, [400, 3]],
  ["another domain name", { domain: { name: "OtherDomain" } }, MISMATCH],
  ["another domain version", { domain: { version: "2" } }, MISMATCH],
  ["another domain chain", { domain: { chainId: 1 } }, MISMATCH],
  [
    "the withdrawal contract in the domain",
    { domain: { verifyingContract: "0x6F7a338F2aA472838dEFD3283eB360d4Dff5D203" } },
    MISMATCH,
  ],
  ["another type name", { primaryType: "Register" }, MISMATCH],
  [
    "chainType signed",
    { signed: { chainType: "EVM" }, fields: [...REGISTRATION, { name: "chainType", type: "string" }] },
    MISMATCH,
  ],
  ["another wallet's address", { body: (body) => ({ ...body, userAddress: newWallet().address }) }, MISMATCH],
  ["an invalid address", { body: (body) => ({ ...body, userAddress: "0x12" }) }, [400, -1005]],
  ["a message that is text", { body: (body) => ({ ...body, message: "text" }) }, [400, -1005]],
  ["a message that is a list", { body: (body) => ({ ...body, message: [1] }) }, [400, -1005]],
  ["a chainId that is text", { sent: { chainId: "one" } }, [400, -1005]],
  ["a chainId with a fraction", { sent: { chainId: 196.5 } }, [400, -1005]],
  ["a nonce below zero", { sent: { registrationNonce: -1 } }, [400, -1005]],
  ["a nonce beyond all numbers", { sent: { registrationNonce: "99999999999999999999" } }, NONCE],
  // The order of errors 8.1: members, chain, builder, nonce, form, signer, duplicate.
  ["a blank member and a wrong chain", { without: ["timestamp"], sent: { chainId: 1 } }, [400, -1005]],
  ["a wrong chain and a bad nonce", { sent: { chainId: 1, registrationNonce: "1" } }, MISMATCH],
  ["a bad builder and a bad nonce", { sent: { brokerId: "a:b", registrationNonce: "1" } }, [400, 15]],
  ["a bad nonce and a malformed signature", { sent: { registrationNonce: "1" }, signature: () => "0x12" }, NONCE],
  ["a malformed signature of another wallet", { signature: () => "0x12", domain: { version: "3" } }, [400, 3]],
];

test.each(openings)("opening with %s is refused", async (_, change, refusal) => {
  const wallet = newWallet();
  expectRefusal(await register(wallet, change), refusal);
  const found = await call(`${venue.url}/v1/get_account?address=${wallet.address}&broker_id=demo`);
  expectRefusal(found, [400, -1006, "account does not exist"]);
});

test("the account-opening signature may end in 0 or 1 instead of 27 or 28, and the nonce may be a number", async () => {
  const low = (s: string): string => s.slice(0, 130) + (s.endsWith("1b") ? "00" : "01");
  expectSuccess(await register(newWallet(), { signature: low }));
  const nonce = await call(`${venue.url}/v1/registration_nonce`);
  const numbers = { timestamp: String(nonce.json.timestamp), registrationNonce: Number(nonce.data.registration_nonce) };
  expectSuccess(await register(newWallet(), { signed: numbers }));
});

test("other paths for opening and binding answer only that they are the wrong path", async () => {
  expectRefusal(await register(newWallet(), {}, "/v1/register_account"), MISMATCH);
  expectRefusal(await bind(newWallet(), new ApiKey().name, {}, "/v1/svc_key"), BLANK);
  expectRefusal(await post(`${venue.url}/v1/register_account`, {}), MISMATCH);
  expectRefusal(await post(`${venue.url}/v1/svc_key`, []), BLANK);
});

test("a nonce works once, within two minutes, and survives a wrong signature", async () => {
  const wallet = newWallet();
  const nonce = await call(`${venue.url}/v1/registration_nonce`);
  const pinned = { timestamp: nonce.json.timestamp!, registrationNonce: String(nonce.data.registration_nonce) };
  expectRefusal(await register(wallet, { signed: pinned, domain: { version: "2" } }), MISMATCH);
  expectSuccess(await register(wallet, { signed: pinned }));
  expectRefusal(await register(wallet, { signed: pinned }), NONCE);
  expectRefusal(await register(newWallet(), { signed: pinned }), NONCE);

  expectRefusal(await register(wallet), [409, -1007, "account already exists"]);

  const late = await call(`${venue.url}/v1/registration_nonce`);
  await advance(venue.url, 121_000);
  const expired = { timestamp: late.json.timestamp!, registrationNonce: String(late.data.registration_nonce) };
  expectRefusal(await register(newWallet(), { signed: expired }), NONCE);
});

test("one nonce sent in fifty simultaneous requests opens one account", async () => {
  const nonce = await call(`${venue.url}/v1/registration_nonce`);
  const pinned = { timestamp: nonce.json.timestamp!, registrationNonce: String(nonce.data.registration_nonce) };
  const wallets = Array.from({ length: 50 }, () => newWallet());
  const answers = await Promise.all(wallets.map((wallet) => register(wallet, { signed: pinned })));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  for (const answer of answers.filter(({ status }) => status !== 200)) expectRefusal(answer, NONCE);
});

test("a wallet that opens its account ten times at once has one account", async () => {
  const wallet = newWallet();
  const answers = await Promise.all(Array.from({ length: 10 }, () => openAccount(venue.url, wallet, "race")));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(9).fill(409)]);
});

const lookups: readonly (readonly [string, Refusal])[] = [
  ["broker_id=demo", [400, -1005, "address must not be blank"]],
  ["address=&broker_id=demo", [400, -1005, "address must not be blank"]],
  [`address=0x${"ab".repeat(20)}`, [400, -1005, "broker_id must not be blank"]],
  [`address=0x${"ab".repeat(20)}&broker_id=`, [400, -1005, "broker_id must not be blank"]],
  [`address=${"ab".repeat(20)}&broker_id=demo`, [400, -1005]],
  [`address=0x${"ab".repeat(19)}&broker_id=demo`, [400, -1005]],
  [`address=0x${"ag".repeat(20)}&broker_id=demo`, [400, -1005]],
  [`address=0x${"ab".repeat(20)}&broker_id=demo`, [400, -1006, "account does not exist"]],
  [`address=0x${"ab".repeat(20)}&broker_id=nobody`, [400, -1006, "account does not exist"]],
];
test.each(lookups)("get_account?%s is refused", async (query, refusal) => {
  expectRefusal(await call(`${venue.url}/v1/get_account?${query}`), refusal);
});

test("get_account ignores the case of an address", async () => {
  const wallet = newWallet();
  await openAccount(venue.url, wallet);
  for (const address of [wallet.address.toLowerCase(), `0x${wallet.address.slice(2).toUpperCase()}`]) {
    expectSuccess(await call(`${venue.url}/v1/get_account?address=${address}&broker_id=demo`));
  }
});

const NOW = 0;
const keyCases: readonly (readonly [string, Change & { readonly times?: readonly [number, number] }, Refusal])[] = [
  ["no key", { without: ["key"] }, BLANK],
  ["an empty key", { sent: { key: "" } }, BLANK],
  ["a null key", { sent: { key: null } }, BLANK],
  ["the key under another name", { without: ["key"], sent: { svcKey: "ed25519:1" } }, BLANK],
  ...["brokerId", "chainId", "scope", "timestamp", "expiration"].map(
    (name) => [`no ${name}`, { without: [name] }, BLANK] as const,
  ),
  ["no message", { body: (body) => ({ ...body, message: undefined }) }, BLANK],
  ["no signature", { body: (body) => ({ ...body, signature: undefined }) }, BLANK],
  ["no userAddress", { body: (body) => ({ ...body, userAddress: undefined }) }, BLANK],
  ["a key without its prefix", { signed: { key: new ApiKey().name.slice(8) } }, [400, -1005, "key is invalid"]],
  ["a key of 31 bytes", { signed: { key: `ed25519:${base58(new Uint8Array(31).fill(7))}` } }, [400, -1005]],
  ["a key with a letter that base58 lacks", { signed: { key: `${new ApiKey().name.slice(0, -1)}0` } }, [400, -1005]],
  ["an empty scope", { signed: { scope: "" } }, [400, -1005]],
  ["a scope of a foreign word", { signed: { scope: "read,write" } }, [400, -1005]],
  ["a scope twice", { signed: { scope: "read,read" } }, [400, -1005]],
  ["a scope with a space", { signed: { scope: "read, trading" } }, [400, -1005]],
  ["a scope in upper case", { signed: { scope: "READ" } }, [400, -1005]],
  ["a scope that ends in a comma", { signed: { scope: "read," } }, [400, -1005]],
  ["a scope that is a list", { sent: { scope: ["read"] } }, [400, -1005]],
  ["a timestamp 601 s behind", { times: [-601_000, YEAR_MS / 2] }, [400, 2]],
  ["a timestamp 605 s ahead", { times: [605_000, YEAR_MS] }, [400, 2]],
  ["an expiration at the timestamp", { times: [NOW, NOW] }, [400, -1005]],
  ["an expiration in the past", { times: [-500_000, -1_000] }, [400, -1005]],
  ["an expiration after more than 365 days", { times: [NOW, YEAR_MS + 1] }, [400, -1005]],
  ["chain 1", { signed: { chainId: 1 } }, MISMATCH],
  ["no chainType", { without: ["chainType"] }, MISMATCH],
  ["chainType SOL", { sent: { chainType: "SOL" } }, MISMATCH],
  ["another domain", { domain: { name: "Other" } }, MISMATCH],
  ["another type", { primaryType: "AddKey" }, MISMATCH],
  ["another scope than was signed", { sent: { scope: "read,trading,asset" } }, MISMATCH],
  ["another key than was signed", { sent: { key: new ApiKey().name } }, MISMATCH],
  ["a builder without an account", { signed: { brokerId: "nobody-here" } }, [400, -1006]],
];
test.each(keyCases)("binding with %s is refused", async (_, { times, ...change }, refusal) => {
  const wallet = newWallet();
  await openAccount(venue.url, wallet);
  const now = await venueTime(venue.url);
  const timed = times && { signed: { timestamp: now + times[0], expiration: now + times[1] } };
  expectRefusal(await bind(wallet, new ApiKey().name, { ...change, ...timed }), refusal);
});

test("an account that is not open yet can't bind a key, and a malformed signature has its own code", async () => {
  expectRefusal(await bind(newWallet(), new ApiKey().name), [400, -1006, "account does not exist"]);
  const wallet = newWallet();
  await openAccount(venue.url, wallet);
  expectRefusal(await bind(wallet, new ApiKey().name, { signature: () => "0xzz" }), [400, 3]);
});

test("a key that is bound again gets the new scope", async () => {
  const trader = await newTrader(venue.url, { scope: "read" });
  const [order, refused] = [{ scope: "read,trading" }, [401, -1002, "scope trading is required"]] as const;
  expectRefusal(await trader.order(), refused);
  expectSuccess(await bindKey(venue.url, trader.wallet, trader.key.name, order));
  expectSuccess(await trader.order());
});

test("a key stops working at its expiration, and not before", async () => {
  const trader = await newTrader(venue.url);
  const later = (await venueTime(venue.url)) + 1;
  const short = { timestamp: later, expiration: later + 60_000 };
  expectSuccess(await bindKey(venue.url, trader.wallet, trader.key.name, short));
  await trader.synchronise();
  expectSuccess(await trader.get("/v1/client/info"));
  await advance(venue.url, 60_001);
  await trader.synchronise();
  expectRefusal(await trader.get("/v1/client/info"), [401, -1002, "api key error"]);
});

test("the faucet pays an existing account a hundred times and no more", async () => {
  const claim = (body: unknown) => post(`${venue.url}/v1/faucet/usdc`, body);
  const trader = await newTrader(venue.url, { claims: 0 });
  const body = { user_address: trader.wallet.address, broker_id: "demo" };
  expectRefusal(await claim({ ...body, user_address: newWallet().address }), [400, -1006]);
  expectRefusal(await claim({ ...body, broker_id: "nobody" }), [400, -1006]);
  expectRefusal(await claim({ broker_id: "demo" }), [400, -1005, "user_address must not be blank"]);
  expectRefusal(await claim({ user_address: body.user_address }), [400, -1005, "broker_id must not be blank"]);

  const answers = await Promise.all(Array.from({ length: 105 }, () => claim({ ...body, chain_id: "196" })));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(100);
  for (const answer of answers.filter(({ status }) => status !== 200)) expectRefusal(answer, [400, -1012]);
  const holding = await trader.get("/v1/client/holding");
  expect(holding.data.holding).toMatchObject([{ token: "USDC", holding: 1_000_000, frozen: 0, pending_short: 0 }]);
});
