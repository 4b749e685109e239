// What protects an account from an attacker who has seen its key's messages, or knows its public key: an older binding
// never comes back, another account's binding changes nothing, and a key or signature is refused when it is an
// alternative encoding of one or can be signed for without a secret. Interface 2.2, 4.1 and 5.

import { beforeAll, describe, expect, test } from "bun:test";
import { expectRefusal, expectSuccess } from "./outside/expected-refusal.ts";
import { base58 } from "./outside/outside-base58.ts";
import { type Answer, call, post } from "./outside/outside-caller.ts";
import { ApiKey } from "./outside/outside-key.ts";
import { OutsideStream, privateUrl } from "./outside/outside-stream.ts";
import { newWallet } from "./outside/outside-wallet.ts";
import { bindKey, newTrader, openAccount, Trader, venueTime } from "./outside/trader.ts";
import { venueOfFile } from "./outside/venue-of-file.ts";

const venue = venueOfFile();
const scopeOf = async ({ accountId, key }: Trader) => {
  const query = `account_id=${accountId}&svc_key=${encodeURIComponent(key.name)}`;
  return (await call(`${venue.url}/v1/get_svc_key?${query}`)).data.scope;
};

describe("a binding that an attacker has kept", () => {
  let trader: Trader;
  let wide: () => Promise<Answer>;
  let narrow: () => Promise<Answer>;
  beforeAll(async () => {
    trader = await newTrader(venue.url, { scope: "read" });
    const timestamp = await venueTime(venue.url);
    const binding = (scope: string, signedAt: number) => () =>
      bindKey(venue.url, trader.wallet, trader.key.name, { scope, timestamp: signedAt });
    wide = binding("read,trading,asset", timestamp + 1);
    narrow = binding("read", timestamp + 2);
    expectSuccess(await wide());
    expectSuccess(await trader.order());
    expectSuccess(await narrow());
  });

  test("does not bring back what a later one has taken away", async () => {
    expectRefusal(await wide(), [400, 2]);
    expect((await wide()).json.message).toMatch(
      /^Timestamp expired: timestamp \d+ is not later than \d+, with which this key was bound before$/,
    );
    expect(await scopeOf(trader)).toBe("read");
    expectRefusal(await trader.order(), [401, -1002, "scope trading is required"]);
  });

  test("is answered again while it is the latest one, as after a lost answer", async () => {
    expectSuccess(await narrow());
    expectSuccess(await narrow());
    expect(await scopeOf(trader)).toBe("read");
  });
});

describe("a public key that another account has bound first", () => {
  let thief: Trader;
  let owner: Trader;
  beforeAll(async () => {
    const key = new ApiKey();
    const stolen = await newTrader(venue.url);
    expectSuccess(await bindKey(venue.url, stolen.wallet, key.name, { scope: "asset" }));
    // The thief knows only the public key, and signs with another secret.
    thief = new Trader(venue.url, stolen.wallet, stolen.accountId, key, stolen.skew);

    const wallet = newWallet();
    const opened = await openAccount(venue.url, wallet);
    const bound = await bindKey(venue.url, wallet, key.name);
    expectSuccess(bound);
    expectSuccess(await post(`${venue.url}/v1/faucet/usdc`, { user_address: wallet.address, broker_id: "demo" }));
    owner = new Trader(venue.url, wallet, String(opened.data.account_id), key, bound.json.timestamp! - Date.now());
  });

  test("still belongs to its owner, over REST and over streams", async () => {
    expect([await scopeOf(owner), await scopeOf(thief)]).toEqual(["read,trading", "asset"]);
    expectSuccess(await owner.order());
    const stream = await OutsideStream.openPrivate(venue, owner);
    expect(await stream.request("order.cancel_all")).toMatchObject({ success: true });
    stream.close();
  });

  test("shows on each account what was bound there, and has that account's scope", async () => {
    // The owner of the secret may act for the thief's account as far as the thief's binding allows.
    expectRefusal(await thief.order(), [401, -1002, "scope trading is required"]);
    expectSuccess(await bindKey(venue.url, thief.wallet, thief.key.name, { scope: "read" }));
    expect([await scopeOf(owner), await scopeOf(thief)]).toEqual(["read,trading", "read"]);
    expectSuccess(await owner.order());
  });
});

/**
 * Small-order points, in hex: the neutral point, the other one with x = 0, one of order 8, and that of order 4 with
 * 2^255 − 19 for 0.
 */
const SMALL_ORDER = [
  `01${"00".repeat(31)}`,
  `ec${"ff".repeat(30)}7f`,
  "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa",
  `ed${"ff".repeat(30)}7f`,
];
const ORDER_OF_GROUP = 2n ** 252n + 27742317777372353535851937790883648493n;

describe("a key or signature in an alternative encoding, or one that fits every message", () => {
  let trader: Trader;
  beforeAll(async () => {
    trader = await newTrader(venue.url);
  });

  test.each(SMALL_ORDER)("%s can neither be bound nor sign", async (hex) => {
    const key = `ed25519:${base58(Buffer.from(hex, "hex"))}`;
    expectRefusal(await bindKey(venue.url, trader.wallet, key), [400, -1005, "key is invalid"]);
    const headers = { ...trader.headers("GET", "/v1/client/info"), "SVC-Api-Key": key };
    expectRefusal(await call(`${venue.url}/v1/client/info`, { headers }), [401, -1002, "api key error"]);
  });

  test("a signature with the group's order added is refused", async () => {
    const second = (signature: Buffer): string => {
      const number = BigInt(`0x${Buffer.from(signature.subarray(32)).reverse().toString("hex")}`) + ORDER_OF_GROUP;
      const bytes = Buffer.from(number.toString(16).padStart(64, "0"), "hex").reverse();
      return Buffer.concat([signature.subarray(0, 32), bytes]).toString("base64url");
    };
    const headers = trader.headers("GET", "/v1/client/info");
    const signed = headers["SVC-Signature"]!;
    expectSuccess(await call(`${venue.url}/v1/client/info`, { headers }));
    const other = { ...headers, "SVC-Signature": second(Buffer.from(signed, "base64url")) };
    expectRefusal(await call(`${venue.url}/v1/client/info`, { headers: other }), [401, -1002, "signature error"]);

    const now = String(trader.now());
    const url = privateUrl(venue, trader, now, second(trader.key.signBytes(now)));
    const handshake = await call(url.replace("ws://", "http://"), {
      headers: { Connection: "Upgrade", Upgrade: "websocket" },
    });
    expect([handshake.status, handshake.json.message]).toEqual([401, "signature error"]);
  });
});
