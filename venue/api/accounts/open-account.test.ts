import { describe, expect, test } from "bun:test";
import { accountDomain, registrationTypedData, registrationTypes } from "@evermark/interface/chain/wallet-messages.ts";
import { type Hex, keccak256, stringToBytes } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { type MemoryApi, memoryApi, serverOf } from "../../testing/memory-api.ts";
import { call, openAccount, post, type RestAnswer } from "../../testing/rest-caller.ts";

const wallet = privateKeyToAccount(keccak256(stringToBytes("svc-test-vector-1")));
const ACCOUNT_ID = "0x60c2dad95efc0928d99d0e8d9f1465bacc821ff5962d22bebbf5f7fb4b978208";

type Api = MemoryApi["api"];

interface Opening {
  readonly message: Record<string, unknown>;
  readonly signature: string;
  readonly userAddress: string;
}

/** A valid opening with a fresh nonce. */
async function opening(api: Api, brokerId = "demo"): Promise<Opening> {
  const nonce = await call(api, "GET", "/v1/registration_nonce");
  const message = {
    brokerId,
    chainId: 196,
    timestamp: Number(nonce.json.timestamp),
    registrationNonce: Number(nonce.json.data?.registration_nonce),
  };
  const signature = await wallet.signTypedData(registrationTypedData(message));
  return { message: { ...message, chainType: "EVM" }, signature, userAddress: wallet.address };
}

const open = (api: Api, body: unknown) => post(api, "/v1/register_dex_account", body);
const refused = ({ status, json }: RestAnswer) => [status, json.code, json.message];
const MISMATCH = [400, 9, "address and signature do not match"];
const BAD_NONCE = [400, 10, "nonce is invalid"];

describe("a nonce", () => {
  test("is an integer below 2^53 as text, with the time to sign beside it", async () => {
    const { venue, api } = memoryApi();
    const { json } = await call(api, "GET", "/v1/registration_nonce");
    expect(json.data?.registration_nonce).toMatch(/^[1-9][0-9]*$/);
    expect(Number(json.data?.registration_nonce)).toBeLessThan(2 ** 53);
    expect(json.timestamp).toBe(venue.clock.now());
  });

  test("is good from the start, however fast time passes", async () => {
    const memory = memoryApi();
    const { clock } = memory.venue;
    let passed = 0;
    const runs: typeof clock = Object.create(clock, { now: { value: () => clock.now() + passed++ } });
    const api = serverOf(memory, { parts: { clock: runs } });
    expect(await open(api, await opening(api))).toMatchObject({ status: 200 });
  });
});

describe("opening an account", () => {
  test("answers the id that follows from wallet and builder, and the account is found by that id", async () => {
    const { api } = memoryApi();
    const opened = await open(api, await opening(api));
    expect(opened.json).toMatchObject({ success: true, data: { account_id: ACCOUNT_ID } });
    const found = await call(api, "GET", `/v1/get_account?address=${wallet.address.toLowerCase()}&broker_id=demo`);
    expect(found.json.data).toMatchObject({ account_id: ACCOUNT_ID });
    expect(Number.isInteger(found.json.data?.user_id)).toBe(true);
  });

  test("accepts time and nonce as text, too", async () => {
    const { api } = memoryApi();
    const { message, ...rest } = await opening(api);
    const texts = { timestamp: String(message.timestamp), registrationNonce: String(message.registrationNonce) };
    expect((await open(api, { ...rest, message: { ...message, ...texts } })).status).toBe(200);
  });

  test("names the missing member", async () => {
    const { api } = memoryApi();
    const good = await opening(api);
    for (const name of ["message", "signature", "userAddress"]) {
      const answer = await open(api, { ...good, [name]: undefined });
      expect(refused(answer)).toEqual([400, -1005, `${name} must not be blank`]);
    }
    for (const name of ["brokerId", "chainId", "timestamp", "registrationNonce"]) {
      const answer = await open(api, { ...good, message: { ...good.message, [name]: undefined } });
      expect(refused(answer)).toEqual([400, -1005, `${name} must not be blank`]);
    }
    expect((await open(api, { ...good, userAddress: "0x12" })).json.message).toStartWith("userAddress is invalid");
  });

  test("is refused on another chain, before anything else is checked", async () => {
    const { api } = memoryApi();
    const good = await opening(api);
    for (const changes of [{ chainType: undefined }, { chainType: "SOL" }, { chainType: 5 }, { chainId: 1 }]) {
      const answer = await open(api, { ...good, signature: "0x", message: { ...good.message, ...changes } });
      expect(refused(answer)).toEqual(MISMATCH);
    }
  });

  test("needs the nonce with the time that was answered with it, for two minutes of venue time", async () => {
    const memory = memoryApi();
    const { api } = memory;
    const good = await opening(api);
    for (const changes of [
      { timestamp: Number(good.message.timestamp) + 1 },
      { registrationNonce: 1 },
      { registrationNonce: "99999999999999999999" },
    ]) {
      expect(refused(await open(api, { ...good, message: { ...good.message, ...changes } }))).toEqual(BAD_NONCE);
    }
    memory.setNow(Number(good.message.timestamp) + 120_001);
    expect(refused(await open(api, good))).toEqual(BAD_NONCE);
  });

  test("keeps the nonce until it succeeds, and then never takes it again", async () => {
    const { api } = memoryApi();
    const good = await opening(api);
    expect(refused(await open(api, { ...good, signature: "0x12" }))).toEqual([400, 3, "Signature error"]);
    expect((await open(api, good)).status).toBe(200);
    expect(refused(await open(api, good))).toEqual(BAD_NONCE);
  });

  test("happens once, however many copies of one signed message arrive at the same time", async () => {
    const { api } = memoryApi();
    const good = await opening(api);
    const answers = await Promise.all([1, 2, 3].map(() => open(api, good)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
  });

  test("is refused with 409 when the account exists, and the nonce is not spent", async () => {
    const { api } = memoryApi();
    await open(api, await opening(api));
    const second = await opening(api);
    for (let attempt = 0; attempt < 2; attempt++) {
      expect(refused(await open(api, second))).toEqual([409, -1007, "account already exists"]);
    }
  });

  test("succeeds once for an account that a deposit has opened, with the same id", async () => {
    const memory = memoryApi();
    const { api } = memory;
    memory.openAccount({ wallet: wallet.address.toLowerCase(), forDeposit: true });
    const opened = await open(api, await opening(api));
    expect(opened.json).toMatchObject({ success: true, data: { account_id: ACCOUNT_ID } });
    expect(refused(await open(api, await opening(api)))).toEqual([409, -1007, "account already exists"]);
  });

  test("distinguishes a malformed signature from one of another wallet", async () => {
    const { api } = memoryApi();
    const good = await opening(api);
    const malformed = ["x", good.signature.slice(0, -2), `${good.signature.slice(0, -2)}1d`];
    for (const signature of malformed) {
      expect(refused(await open(api, { ...good, signature }))).toEqual([400, 3, "Signature error"]);
    }
    const other = privateKeyToAccount(keccak256(stringToBytes("another wallet")));
    expect(refused(await open(api, { ...good, userAddress: other.address }))).toEqual(MISMATCH);
  });

  test("is refused when another domain, type or chain type was signed", async () => {
    const { api } = memoryApi();
    const good = await opening(api);
    const { brokerId, timestamp, registrationNonce } = good.message;
    const message = {
      brokerId: String(brokerId),
      chainId: 196n,
      timestamp: BigInt(Number(timestamp)),
      registrationNonce: BigInt(Number(registrationNonce)),
    };
    const domain = accountDomain();
    const { Registration } = registrationTypes;
    const primaryType = "Registration" as const;
    const wrong: Promise<Hex>[] = [
      wallet.signTypedData({ domain: { ...domain, name: "Dex" }, types: registrationTypes, primaryType, message }),
      wallet.signTypedData({ domain: { ...domain, version: "2" }, types: registrationTypes, primaryType, message }),
      wallet.signTypedData({
        domain: { ...domain, verifyingContract: "0x6F7a338F2aA472838dEFD3283eB360d4Dff5D203" },
        types: registrationTypes,
        primaryType,
        message,
      }),
      wallet.signTypedData({ domain, types: { Register: Registration }, primaryType: "Register", message }),
      wallet.signTypedData({
        domain,
        types: { Registration: [...Registration, { name: "chainType", type: "string" }] },
        primaryType,
        message: { ...message, chainType: "EVM" },
      }),
    ];
    for (const signature of wrong) {
      expect(refused(await open(api, { ...good, signature: await signature }))).toEqual(MISMATCH);
    }
    expect((await open(api, good)).status).toBe(200);
  });

  test("at another venue's path is refused as the wrong place, whatever is sent", async () => {
    const { api } = memoryApi();
    expect(refused(await post(api, "/v1/register_account", await opening(api)))).toEqual(MISMATCH);
    expect(refused(await call(api, "POST", "/v1/register_account"))).toEqual(MISMATCH);
  });
});

describe("builders", () => {
  test("a sandbox adds a new builder, with the default fees, also when two openings arrive at once", async () => {
    const { api, venue, engine } = memoryApi();
    const wallets = ["a", "b"].map((name) => privateKeyToAccount(keccak256(stringToBytes(name))));
    const opened = await Promise.all(wallets.map((account) => openAccount(api, account, "my bots")));
    expect(opened.map(({ status }) => status)).toEqual([200, 200]);
    const account = engine.account(engine.findAccount(String(opened[0]?.json.data?.account_id)));
    expect(account.brokerId).toBe("my bots");
    expect(Number(account.takerFee)).toBe(venue.configuration.defaultFees.taker);
  });

  test("an id that cannot be part of a fee tag is not a builder", async () => {
    const { api } = memoryApi();
    for (const brokerId of ["a:b", "x".repeat(65), "a\nb"]) {
      expect(refused(await open(api, await opening(api, brokerId)))).toEqual([400, 15, "BrokerId is not exist"]);
    }
  });

  test("production knows only the builders that are configured", async () => {
    const { api, openAccount } = memoryApi({ configuration: { mode: "production" } });
    openAccount({ brokerId: "listed" });
    expect(refused(await open(api, await opening(api, "other")))).toEqual([400, 15, "BrokerId is not exist"]);
    expect((await open(api, await opening(api, "listed"))).status).toBe(200);
  });
});

describe("looking an account up", () => {
  const lookedUp = (query: string) => call(memoryApi().api, "GET", `/v1/get_account?${query}`);

  test("needs both parameters, and an address", async () => {
    expect(refused(await lookedUp("broker_id=demo"))).toEqual([400, -1005, "address must not be blank"]);
    expect(refused(await lookedUp(`address=${wallet.address}&broker_id=`))).toEqual([
      400,
      -1005,
      "broker_id must not be blank",
    ]);
    expect((await lookedUp("address=0x12&broker_id=demo")).json.message).toStartWith("address is invalid");
  });

  test("finds nothing where nothing was opened", async () => {
    const nothing = [400, -1006, "account does not exist"];
    expect(refused(await lookedUp(`address=${wallet.address}&broker_id=demo`))).toEqual(nothing);
    expect(refused(await lookedUp(`address=${wallet.address}&broker_id=demo&chain_type=SOL`))).toEqual(nothing);
  });
});

test("an opening that the journal can't take is refused, and the nonce stays good", async () => {
  const memory = memoryApi();
  const { api } = memory;
  const good = await opening(api);
  memory.failJournal();
  for (let attempt = 0; attempt < 2; attempt++) {
    const answer = await open(api, good);
    expect([answer.status, answer.json.code]).toEqual([503, -1011]);
    expect(answer.text).toContain("the disk is full");
  }
});
