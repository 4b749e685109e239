// API keys after they were bound: removing them, restricting them to addresses, over REST and over streams, and who may
// do that to which key. The venue trusts this machine as a proxy that names client addresses. Interface 4.7, errors 4,
// 5 and 8.1.

import { beforeAll, describe, expect, test } from "bun:test";
import { blank, expectRefusal, expectSuccess, INVALID, type Refusal } from "./outside/expected-refusal.ts";
import { type Answer, call } from "./outside/outside-caller.ts";
import { openSubAccount } from "./outside/outside-funds.ts";
import { ApiKey } from "./outside/outside-key.ts";
import { OutsideStream, privateUrl, upgradeOf } from "./outside/outside-stream.ts";
import { accepted, bindKey, newTrader, Trader, venueTime } from "./outside/trader.ts";
import { venueOfFile } from "./outside/venue-of-file.ts";

const venue = venueOfFile({ trustedProxies: [{ address: "127.0.0.1", bits: 32, family: "ipv4" }] });

const INFO = "/v1/client/info";
const RESTRICTION = "/v1/client/svc_key_ip_restriction";
const SET = "/v1/client/set_svc_key_ip_restriction";
const RESET = "/v1/client/reset_svc_key_ip_restriction";
const NOT_ALLOWED: Refusal = [401, -1002, "ip is not allowed"];
const NO_KEY: Refusal = [401, -1002, "api key error"];
const NOT_BOUND: Refusal = [400, -1006, "the key is not bound to this account"];

/** A further key of the same account. */
async function anotherKey({ url, wallet, accountId, skew }: Trader, scope = "read,trading"): Promise<Trader> {
  const key = new ApiKey();
  accepted(await bindKey(url, wallet, key.name, { scope }));
  return new Trader(url, wallet, accountId, key, skew);
}

const encoded = encodeURIComponent;
const remove = (by: Trader, key: Trader) => by.post("/v1/client/remove_svc_key", { svc_key: key.key.name });
/** Sends the parameters in the query, without a body. */
const ask = (by: Trader, path: string) =>
  call(`${by.url}${path}`, { method: "POST", headers: by.headers("POST", path) });
const restrict = (by: Trader, key: Trader, list: string) =>
  ask(by, `${SET}?svc_key=${encoded(key.key.name)}&ip_restriction_list=${encoded(list)}`);
const reset = (by: Trader, key: Trader, mode: string) =>
  ask(by, `${RESET}?svc_key=${encoded(key.key.name)}&reset_mode=${mode}`);
const infoFrom = (trader: Trader, address: string): Promise<Answer> =>
  call(`${trader.url}${INFO}`, { headers: { ...trader.headers("GET", INFO), "X-Forwarded-For": address } });
const keysOf = async (by: Trader, query = "") => accepted(await by.get(`/v1/client/key_info${query}`)).data.rows!;

describe("the list of an account's keys", () => {
  test("shows what each may do, until when, from where, and when it was last used", async () => {
    const trader = await newTrader(venue.url);
    const reader = await anotherKey(trader, "read");
    const removed = await anotherKey(trader);
    expectSuccess(await restrict(trader, reader, "192.0.2.0/24"));
    expectSuccess(await remove(trader, removed));
    const rows = await keysOf(trader);
    expect(rows.map((row) => row.svc_key)).toEqual([removed, reader, trader].map(({ key }) => key.name));
    expect(rows[1]).toEqual({
      svc_key: reader.key.name,
      key_status: "ACTIVE",
      scope: "read",
      expiration: expect.any(Number),
      tag: null,
      ip_restriction_list: ["192.0.2.0/24"],
      ip_restriction_status: "ALLOW_RESTRICTION_LIST",
    });
    expect(rows[0]).toMatchObject({ key_status: "REMOVED", ip_restriction_status: "ALLOW_ALL_IPS" });
    expect(Number(rows[0]!.expiration)).toBeLessThanOrEqual(trader.now() + 1_000);
    const statuses = async (status: string) => (await keysOf(trader, `?key_status=${status}`)).length;
    expect([await statuses("ACTIVE"), await statuses("REMOVED"), await statuses("REMOVING")]).toEqual([2, 1, 0]);
    expectRefusal(await trader.get("/v1/client/key_info?key_status=GONE"), INVALID);
  });

  test("contains each account's own: a sub-account sees none of its main account's keys", async () => {
    const trader = await newTrader(venue.url);
    const sub = await openSubAccount(trader);
    expect(await keysOf(sub)).toEqual([]);
    expectRefusal(await remove(sub, trader), NOT_BOUND);
  });

  test("shows the name that came with the binding", async () => {
    const trader = await newTrader(venue.url);
    const key = new ApiKey();
    const bound = await bindKey(venue.url, trader.wallet, key.name, {}, { tag: "market maker" });
    expectSuccess(bound);
    expect((await keysOf(trader))[0]).toMatchObject({ svc_key: key.name, tag: "market maker" });
    const query = `account_id=${trader.accountId}&svc_key=${encoded(key.name)}`;
    expect((await call(`${venue.url}/v1/get_svc_key?${query}`)).data.tag).toBe("market maker");
    const tooLong = await bindKey(venue.url, trader.wallet, key.name, {}, { tag: "x".repeat(65) });
    expectRefusal(tooLong, INVALID);
  });
});

describe("a key that is removed", () => {
  test("is refused from then on; its streams end, and so do the orders placed over them", async () => {
    const trader = await newTrader(venue.url);
    const removed = await anotherKey(trader);
    const guarded = await OutsideStream.open(`${privateUrl(venue, removed)}&cancel_on_disconnect=true`);
    const placed = await guarded.request("order.place", {
      symbol: "PERP_BTC_USDC",
      side: "BUY",
      order_type: "LIMIT",
      order_price: 50_000,
      order_quantity: 0.01,
    });
    const own = await OutsideStream.openPrivate(venue, trader);
    await own.subscribe("executionreport");
    const before = performance.now();
    expectSuccess(await remove(trader, removed));
    expect(await guarded.closed()).toEqual({ code: 1008, reason: "api key expired or removed" });
    expect(performance.now() - before).toBeLessThan(10_000);
    const orderId = placed.data.order_id;
    await own.next(
      ({ topic, data }) => topic === "executionreport" && data.orderId === orderId && data.status === "CANCELLED",
    );
    own.close();

    expectRefusal(await removed.get(INFO), NO_KEY);
    expectRefusal(await removed.order(), NO_KEY);
    expect(await upgradeOf(privateUrl(venue, removed))).toMatchObject({ status: 401, message: "api key error" });
    expectSuccess(await trader.get(INFO));
    expectRefusal(await remove(trader, removed), [400, -1006]);
  });

  test("can be bound as a new key only by a later message of the wallet", async () => {
    const trader = await newTrader(venue.url);
    const key = new ApiKey();
    const removed = new Trader(venue.url, trader.wallet, trader.accountId, key, trader.skew);
    const timestamp = await venueTime(venue.url);
    const binding = (signedAt: number) => bindKey(venue.url, trader.wallet, key.name, { timestamp: signedAt });
    expectSuccess(await binding(timestamp + 5));
    expectSuccess(await restrict(trader, removed, "192.0.2.1"));
    expectSuccess(await remove(trader, removed));
    // An attacker has kept the messages that the wallet signed.
    for (const signedAt of [timestamp + 5, timestamp + 4]) expectRefusal(await binding(signedAt), [400, 2]);
    expectRefusal(await removed.get(INFO), NO_KEY);
    expectSuccess(await binding(timestamp + 6));
    expectSuccess(await removed.get(INFO));
  });

  test("belongs to the account that removed it, no matter which other account has bound it", async () => {
    const [owner, other] = [await newTrader(venue.url), await newTrader(venue.url)];
    expectSuccess(await bindKey(venue.url, other.wallet, owner.key.name));
    expectRefusal(await remove(other, await newTrader(venue.url)), NOT_BOUND);
    expectSuccess(await remove(other, owner));
    expectSuccess(await owner.get(INFO));
    expectRefusal(await new Trader(venue.url, other.wallet, other.accountId, owner.key, other.skew).get(INFO), NO_KEY);
  });

  test("may be the one that signs the request", async () => {
    const trader = await newTrader(venue.url);
    expectSuccess(await remove(trader, trader));
    expectRefusal(await trader.get(INFO), NO_KEY);
  });
});

describe("a key that changes another key needs every scope that the other has", () => {
  let trader: Trader;
  let reader: Trader;
  let treasurer: Trader;
  beforeAll(async () => {
    trader = await newTrader(venue.url);
    reader = await anotherKey(trader, "read");
    treasurer = await anotherKey(trader, "read,trading,asset");
  });

  const changes: readonly [string, (by: Trader, key: Trader) => Promise<Answer>][] = [
    ["to open it to every address", (by, key) => reset(by, key, "ALLOW_ALL_IPS")],
    ["to close it", (by, key) => reset(by, key, "DISALLOW_ALL_IPS")],
    ["to let it be used from elsewhere", (by, key) => restrict(by, key, "198.51.100.1")],
    ["to end it", remove],
  ];
  test.each(changes)("%s", async (_, change) => {
    expectRefusal(await change(reader, trader), [401, -1002, "scope trading is required"]);
    expectRefusal(await change(trader, treasurer), [401, -1002, "scope asset is required"]);
    expectRefusal(await change(reader, treasurer), [401, -1002, "scope trading is required"]);
    const other = await anotherKey(trader, "read");
    expectSuccess(await change(trader, other));
    expectSuccess(await trader.get(INFO));
  });

  test("a key needs a scope to be listed at all", async () => {
    const assetOnly = await anotherKey(trader, "asset");
    expectRefusal(await remove(assetOnly, assetOnly), [401, -1002, "scope read is required"]);
    expectRefusal(await assetOnly.get("/v1/client/key_info"), [401, -1002, "scope read is required"]);
  });
});

describe("a key restricted to some addresses", () => {
  let trader: Trader;
  let bot: Trader;
  beforeAll(async () => {
    trader = await newTrader(venue.url);
    bot = await anotherKey(trader);
  });

  test("is refused from every other address, before its signature is checked", async () => {
    const list = "192.0.2.7, 198.51.100.0/24, 2001:DB8::/32, 203.0.113.5-203.0.113.9, 192.0.2.7";
    const set = await restrict(trader, bot, list);
    const entries = ["192.0.2.7", "198.51.100.0/24", "2001:db8::/32", "203.0.113.5-203.0.113.9"];
    expect(accepted(set).data).toEqual({ ip_restriction_list: entries });
    expect(accepted(await trader.get(`${RESTRICTION}?svc_key=${encoded(bot.key.name)}`)).data).toEqual({
      account_id: trader.accountId,
      svc_key: bot.key.name,
      ip_restriction_list: entries,
      tag: null,
    });
    for (const address of ["192.0.2.7", "198.51.100.255", "2001:db8:1::5", "::ffff:192.0.2.7", "203.0.113.9"]) {
      expectSuccess(await infoFrom(bot, address));
    }
    for (const address of ["192.0.2.8", "198.51.101.0", "2001:db9::", "203.0.113.10", "127.0.0.1"]) {
      expectRefusal(await infoFrom(bot, address), NOT_ALLOWED);
    }
    // With no address at all, as if the venue could not know it.
    expectRefusal(await bot.get(INFO), NOT_ALLOWED);
    const forged = {
      ...bot.headers("GET", INFO),
      "SVC-Signature": bot.key.sign("anything"),
      "X-Forwarded-For": "192.0.2.8",
    };
    expectRefusal(await call(`${venue.url}${INFO}`, { headers: forged }), NOT_ALLOWED);
    expectSuccess(await trader.get(INFO));
  });

  test("opens no stream from another address, by its URL or by an auth frame", async () => {
    expectSuccess(await restrict(trader, bot, "192.0.2.7"));
    expect(await upgradeOf(privateUrl(venue, bot))).toMatchObject({ status: 401, message: "ip is not allowed" });
    const url = privateUrl(venue, bot);
    const stream = await OutsideStream.open(url.slice(0, url.indexOf("?")));
    const params = Object.fromEntries(new URL(url).searchParams);
    const answer = await stream.ask({ event: "auth", params });
    expect(answer).toMatchObject({ success: false, errorMsg: "auth failed", reason: "ip is not allowed" });
    expect(await stream.closed()).toEqual({ code: 1008, reason: "auth failed" });
  });

  test("loses its open streams from other addresses", async () => {
    expectSuccess(await reset(trader, bot, "ALLOW_ALL_IPS"));
    const [kept, lost] = [await OutsideStream.openPrivate(venue, trader), await OutsideStream.openPrivate(venue, bot)];
    expectSuccess(await restrict(trader, bot, "127.0.0.1"));
    expect(await lost.ask({ event: "subscribe", topic: "account" })).toMatchObject({ success: true });
    expectSuccess(await restrict(trader, bot, "192.0.2.7"));
    expect(await lost.closed()).toEqual({ code: 1008, reason: "ip is not allowed" });
    expect(kept.isClosed).toBe(false);
    kept.close();
  });

  test("may lock itself out, and is let in again by another key of the account", async () => {
    expectSuccess(await reset(trader, bot, "ALLOW_ALL_IPS"));
    expectSuccess(await reset(bot, bot, "DISALLOW_ALL_IPS"));
    expect((await keysOf(trader)).find((row) => row.svc_key === bot.key.name)).toMatchObject({
      ip_restriction_list: [],
      ip_restriction_status: "DISALLOW_ALL_IPS",
    });
    for (const address of ["192.0.2.7", "127.0.0.1", "::1"]) expectRefusal(await infoFrom(bot, address), NOT_ALLOWED);
    // Binding it again changes its scope, not its addresses.
    expectSuccess(await bindKey(venue.url, bot.wallet, bot.key.name, { scope: "read" }));
    expectRefusal(await bot.get(INFO), NOT_ALLOWED);
    const fresh = await anotherKey(bot);
    expectSuccess(await reset(fresh, bot, "ALLOW_ALL_IPS"));
    expectSuccess(await bot.get(INFO));
  });

  test("signs for sub-accounts from the same addresses", async () => {
    const sub = (await openSubAccount(trader)).accountId;
    expectSuccess(await restrict(trader, bot, "192.0.2.7"));
    expectRefusal(await bot.actingFor(sub).get(INFO), NOT_ALLOWED);
    expectSuccess(await infoFrom(bot.actingFor(sub), "192.0.2.7"));
    expectSuccess(await reset(trader, bot, "ALLOW_ALL_IPS"));
  });

  test("accepts its list in a JSON body as well, as a text or as a list", async () => {
    const svc_key = bot.key.name;
    const set = async (ip_restriction_list: unknown) =>
      accepted(await trader.post(SET, { svc_key, ip_restriction_list })).data.ip_restriction_list;
    expect(await set("192.0.2.7,192.0.2.9")).toEqual(["192.0.2.7", "192.0.2.9"]);
    expect(await set(["192.0.2.0/28"])).toEqual(["192.0.2.0/28"]);
    expectSuccess(await trader.post(RESET, { svc_key, reset_mode: "ALLOW_ALL_IPS" }));
    expectSuccess(await bot.get(INFO));
  });

  const twenty = Array.from({ length: 20 }, (_, i) => `192.0.2.${i}`);
  test("has at most twenty entries", async () => {
    expectSuccess(await restrict(trader, bot, twenty.join(",")));
    expectRefusal(await restrict(trader, bot, [...twenty, "192.0.2.20"].join(",")), INVALID);
    expectSuccess(await reset(trader, bot, "ALLOW_ALL_IPS"));
  });

  test.each([
    ...["192.0.2", "192.0.2.1/33", "2001:db8::/129", "fe80::1%eth0", "localhost", "192.0.2.1,", "192.0.2.9-192.0.2.1"],
    ...["192.0.2.1-2001:db8::1", "192.0.2.1-192.0.2.2-192.0.2.3", "none", "0x7f.1", "192.0.2.1/-1", "-", "1.2.3.4\n5"],
  ])("can't be restricted to %j", async (list) => {
    const answer = await restrict(trader, bot, list);
    expectRefusal(answer, INVALID);
    expect(answer.json.message).toStartWith("ip_restriction_list is invalid: ");
    expectSuccess(await bot.get(INFO));
  });

  test("must be named in the request, and so must its new restriction", async () => {
    // At most ten resets a minute are allowed.
    const trader = await newTrader(venue.url);
    const bot = await anotherKey(trader);
    const named = `svc_key=${encoded(bot.key.name)}`;
    const refused: readonly [string, Refusal][] = [
      [`${SET}?ip_restriction_list=192.0.2.1`, blank("svc_key")],
      [`${SET}?${named}`, blank("ip_restriction_list")],
      [`${SET}?${named}&ip_restriction_list=`, blank("ip_restriction_list")],
      [`${RESET}?reset_mode=ALLOW_ALL_IPS`, blank("svc_key")],
      [`${RESET}?${named}`, blank("reset_mode")],
      [`${RESET}?${named}&reset_mode=ALLOW`, INVALID],
      [`${SET}?svc_key=nobody&ip_restriction_list=192.0.2.1`, NOT_BOUND],
      [`${RESET}?svc_key=nobody&reset_mode=ALLOW_ALL_IPS`, NOT_BOUND],
    ];
    for (const [path, refusal] of refused) expectRefusal(await ask(trader, path), refusal);
    expectRefusal(await trader.get(RESTRICTION), blank("svc_key"));
    expectRefusal(await trader.get(`${RESTRICTION}?svc_key=nobody`), NOT_BOUND);
    expectRefusal(await trader.post("/v1/client/remove_svc_key", {}), blank("svc_key"));
    expectRefusal(await trader.post("/v1/client/remove_svc_key", { svc_key: "nobody" }), NOT_BOUND);
    expectRefusal(await trader.send("POST", SET, "{"), [400, -1005, "invalid request body"]);
  });
});

test("a binding that names a sub-account is refused: if the name were ignored, the key would work for all of them", async () => {
  const trader = await newTrader(venue.url);
  const key = new ApiKey();
  const answer = await bindKey(venue.url, trader.wallet, key.name, {}, { subAccountId: "1" });
  expectRefusal(answer, INVALID);
  expect(answer.json.message).toStartWith("subAccountId is invalid: ");
  expectSuccess(await bindKey(venue.url, trader.wallet, key.name, {}, { subAccountId: "" }));
});
