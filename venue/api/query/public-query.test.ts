import { beforeAll, describe, expect, test } from "bun:test";
import { QUERY_POOL, QUERY_TYPES, type QueryType, queryKinds } from "@evermark/interface/queries/public-query.ts";
import { HistoryUnavailable } from "../../history/index.ts";
import type { JsonSchema } from "../../http/input/expectation.ts";
import { ApiVenue, ETHER, type Trader } from "../testing/api-venue.ts";

const api = new ApiVenue();
let trader: Trader;
beforeAll(async () => {
  trader = await api.trader(10_000);
});

/** Each test has its own address, and so its own pool. */
let lastIp = 0;
const newIp = () => `10.0.${++lastIp >> 8}.${lastIp & 255}`;

/** The members that a kind requires, with values that exist. */
function needed(type: QueryType): Record<string, unknown> {
  const values: Record<string, unknown> = { symbol: ETHER, interval: "1h", order_id: 1, address: trader.wallet };
  const { required = [] } = queryKinds[type].request as JsonSchema;
  return Object.fromEntries(required.map((name) => [name, values[name]]));
}

const spentOf = (headers: Headers) => Number(headers.get("x-ratelimit-weight"));
const remainingOf = (headers: Headers) => Number(headers.get("x-ratelimit-remaining"));

describe("the kind of a query", () => {
  test("is recognized by its type, and a wrong one is refused by name", async () => {
    for (const type of ["nonsense", "MarketSummary", "toString", "", 5, null, ["orderbook"], undefined]) {
      const answered = await api.ask({ type, symbol: ETHER }, { ip: newIp() });
      expect(answered).toMatchObject({ status: 400, success: false, code: -1004, error: "UNKNOWN_TYPE" });
      expect(answered.type).toBe(typeof type === "string" ? type : null);
      expect(spentOf(answered.headers)).toBe(1);
    }
  });

  test.each([
    ["[]", "invalid request body, expected a JSON object with a type"],
    ["", "invalid request body, expected a JSON object with a type"],
    ['{"type":', "invalid request body, expected a JSON object with a type"],
    ['"orderbook"', "invalid request body, expected a JSON object with a type"],
  ])("of the body %s is not known", async (body, message) => {
    const answered = await api.ask(body, { ip: newIp() });
    expect(answered).toMatchObject({ status: 400, code: -1004, error: "UNKNOWN_TYPE", message, type: null });
    expect(spentOf(answered.headers)).toBe(1);
  });

  test("is not read from a body of another content type or of more than 8 KiB", async () => {
    const foreign = await api.ask({ type: "orderbook" }, { type: "text/plain", ip: newIp() });
    expect(foreign).toMatchObject({ success: false, error: "UNKNOWN_TYPE" });
    const fits = await api.ask({ type: "rateLimitStatus", more: "x".repeat(8_000) }, { ip: newIp() });
    expect(fits.status).toBe(200);
    const long = await api.ask({ type: "rateLimitStatus", more: "x".repeat(8_200) }, { ip: newIp() });
    expect(long.status).toBe(413);
    expect(spentOf(long.headers)).toBe(1);
  });

  test("is not read from a body nested deeper, or with longer numbers, than any query needs", async () => {
    for (const more of [`${"[".repeat(50)}${"]".repeat(50)}`, "9".repeat(100)]) {
      const answered = await api.ask(`{"type":"orderbook","symbol":"${ETHER}","more":${more}}`, { ip: newIp() });
      expect(answered).toMatchObject({ status: 400, error: "UNKNOWN_TYPE", type: null });
      expect(answered.message).toStartWith("the body is too much to read: ");
      expect(spentOf(answered.headers)).toBe(1);
    }
  });

  test("does not exist if it shows wallets and the venue does not", async () => {
    const closed = new ApiVenue({ publicQuery: { showsWallets: false } });
    for (const type of QUERY_TYPES) {
      const answered = await closed.ask({ type, ...needed(type) });
      if ("showsWallets" in queryKinds[type])
        expect(answered).toMatchObject({ status: 400, error: "UNKNOWN_TYPE", type });
      else expect(answered.status).toBe(200);
    }
  });
});

describe("the members of a query", () => {
  const required = QUERY_TYPES.flatMap((type) =>
    ((queryKinds[type].request as JsonSchema).required ?? []).map((name) => [type, name] as const),
  );
  test.each(required)("of %s include %s, not empty", async (type, name) => {
    for (const value of [undefined, null, ""]) {
      const answered = await api.ask({ type, ...needed(type), [name]: value }, { ip: newIp() });
      expect(answered).toMatchObject({
        ...{ status: 400, code: -1005, error: "MISSING_PARAM", type },
        message: `${name} must not be blank`,
      });
      expect(spentOf(answered.headers)).toBe(queryKinds[type].weight);
    }
  });

  test("are reported as missing before any is reported as wrong", async () => {
    const answered = await api.ask({ type: "candles", symbol: ETHER, limit: 0 }, { ip: newIp() });
    expect(answered).toMatchObject({ error: "MISSING_PARAM", message: "interval must not be blank" });
  });

  const counts = QUERY_TYPES.flatMap((type) =>
    Object.entries((queryKinds[type].request as JsonSchema).properties ?? {})
      .filter(([name, schema]) => schema.type === "integer" && /limit|level/.test(name))
      .map(([name, schema]) => [type, name, schema.maximum] as const),
  );
  test.each(counts)("of %s: %s is within its bounds, or clamped", async (type, name, maximum) => {
    const span = type === "trades" ? { start_time: 0 } : {};
    const ask = (value: unknown) => api.ask({ type, ...needed(type), ...span, [name]: value }, { ip: newIp() });
    const isClamped = maximum === undefined;
    const refused = type === "orderStatus" ? 404 : 400;
    for (const value of [1, maximum ?? 1_000]) expect([200, refused]).toContain((await ask(value)).status);
    for (const value of [0, -1, (maximum ?? 1_000) + 1]) {
      const answered = await ask(value);
      expect(answered.status).toBe(isClamped ? 200 : 400);
      if (!isClamped)
        expect(answered.message).toStartWith(`${name} is invalid: ${value}, expected an integer from 1 to`);
    }
    for (const value of [1.5, "many", [], {}]) expect((await ask(value)).error).toBe("INVALID_PARAM");
  });

  test.each([
    [{ type: "orderbook", symbol: "PERP_NONE_USDC" }, "invalid symbol PERP_NONE_USDC"],
    [{ type: "orderbook", symbol: 5 }, "symbol is invalid: 5, expected text of at least 1 characters"],
    [{ type: "marketSummary", symbols: [ETHER, "PERP_NONE_USDC"] }, "invalid symbol PERP_NONE_USDC"],
    [{ type: "marketSummary", symbols: ETHER }, 'symbols is invalid: "PERP_ETH_USDC", expected a list'],
    [{ type: "candles", symbol: ETHER, interval: "2h" }, 'interval is invalid: "2h", expected 1m, 5m'],
    [
      { type: "candles", symbol: ETHER, interval: "1h", start_time: 2, end_time: 1 },
      "start_time must not be after end_time",
    ],
    [{ type: "candles", symbol: ETHER, interval: "1h", end_time: -1 }, "end_time is invalid: -1"],
    [{ type: "candles", symbol: ETHER, interval: "1h", end_time: 253_402_300_799_001 }, "end_time is invalid"],
    [
      { type: "candles", symbol: ETHER, interval: "1h", cursor: "e30" },
      "cursor is not one that this question was given",
    ],
    [{ type: "marketDetail", symbol: ETHER, include: ["candles", "gossip"] }, "include is invalid"],
    [{ type: "accountState", address: "0x12" }, 'address is invalid: "0x12", expected 0x and 40 hex digits'],
    [{ type: "portfolio", address: `0x${"1".repeat(40)}`, interval: "1h" }, 'interval is invalid: "1h", expected 1d'],
    [
      { type: "historicalOrders", address: `0x${"1".repeat(40)}`, status: "OPEN" },
      'status is invalid: "OPEN", expected FILLED',
    ],
    [{ type: "trades", address: "$", limit: 1_001 }, "address is invalid"],
    [{ type: "topAddresses", sort_by: "luck" }, 'sort_by is invalid: "luck", expected notional'],
    [{ type: "topAddresses", min_notional: "a lot" }, 'min_notional is invalid: "a lot", expected a decimal'],
    [{ type: "platformPositions", min_notional: -1 }, "min_notional is invalid: -1, expected a decimal"],
  ])("%j are refused with what was expected", async (body, message) => {
    const answered = await api.ask(body, { ip: newIp() });
    expect(answered).toMatchObject({ status: 400, code: -1005, error: "INVALID_PARAM", type: body.type });
    expect(answered.message).toStartWith(message);
    expect(Number.isInteger(answered.ts)).toBe(true);
  });

  test("more than a thousand fills need a time", async () => {
    const ask = (more: object) => api.ask({ type: "trades", address: trader.wallet, ...more }, { ip: newIp() });
    expect(await ask({ limit: 1_001 })).toMatchObject({ error: "INVALID_PARAM" });
    expect((await ask({ limit: 1_000 })).status).toBe(200);
    expect((await ask({ limit: 2_000, end_time: api.now })).status).toBe(200);
  });

  test("that no kind has are ignored, and null is the same as absent", async () => {
    const answered = await api.ask(
      { type: "orderbook", symbol: ETHER, max_level: null, colour: "blue" },
      { ip: newIp() },
    );
    expect(answered.status).toBe(200);
  });
});

describe("every kind", () => {
  test.each(QUERY_TYPES.filter((type) => type !== "orderStatus"))("%s is answered", async (type) => {
    const answered = await api.ask({ type, ...needed(type) }, { ip: newIp() });
    expect(answered).toMatchObject({ status: 200, success: true, ts: api.now });
    expect("timestamp" in answered).toBe(false);
    expect(spentOf(answered.headers)).toBe(queryKinds[type].weight);
    expect(answered.headers.get("x-data-freshness")).toBe(String(api.now));
  });

  test("of a wallet reports when the wallet has no account", async () => {
    const address = `0x${"9".repeat(40)}`;
    for (const type of QUERY_TYPES.filter((type) => "address" in needed(type))) {
      const answered = await api.ask({ type, ...needed(type), address }, { ip: newIp() });
      if (type === "positionContext" || type === "whaleContext") expect(answered.status).toBe(200);
      else expect(answered).toMatchObject({ status: 404, code: -1006, error: "ADDRESS_NOT_FOUND", type });
    }
  });

  test("reports when its data can't be read for now, and when the fault is the venue's own", async () => {
    const { history } = api.venue;
    const broken = (error: Error) => Object.assign(history, { writtenFills: () => Promise.reject(error) });
    const { writtenFills } = history;
    const ask = () => api.ask({ type: "trades", address: trader.wallet }, { ip: newIp() });
    try {
      broken(new HistoryUnavailable("its thread has ended"));
      expect(await ask()).toMatchObject({ status: 503, code: -1011, error: "SERVICE_UNAVAILABLE", type: "trades" });
      broken(new Error("a secret"));
      const fault = await ask();
      expect(fault).toMatchObject({ status: 500, code: -1000, error: "INTERNAL_ERROR" });
      expect(JSON.stringify(fault)).not.toContain("secret");
    } finally {
      Object.assign(history, { writtenFills });
    }
  });
});

describe("the pool of an address", () => {
  test("is spent by weight, refuses weight that it does not have, and refills after a minute", async () => {
    const mine = new ApiVenue();
    const ip = newIp();
    const status = () => mine.ask({ type: "rateLimitStatus" }, { ip });
    expect((await status()).data).toEqual({ limit: 1_200, remaining: 1_200, reset: mine.now, tier: "default" });

    const startedAt = mine.now;
    let spent = 0;
    for (let call = 0; call < 59; call++) {
      mine.now += 10;
      spent += spentOf((await mine.ask({ type: "platformPositions" }, { ip })).headers);
    }
    expect(spent).toBe(1_180);
    const { data, headers } = await status();
    expect(data).toEqual({ limit: 1_200, remaining: 20, reset: startedAt + 10 + QUERY_POOL.windowMs, tier: "default" });
    expect(
      Object.fromEntries(["limit", "remaining", "weight"].map((name) => [name, headers.get(`x-ratelimit-${name}`)])),
    ).toEqual({
      ...{ limit: "1200", remaining: "20", weight: "0" },
    });

    for (let call = 0; call < 2; call++) await mine.ask({ type: "topAddresses" }, { ip });
    const refused = await mine.ask({ type: "orderbook", symbol: ETHER }, { ip });
    expect(refused).toMatchObject({ status: 429, code: -1003, error: "RATE_LIMIT_EXCEEDED", type: "orderbook" });
    expect(refused.retry_after).toBe(startedAt + 10 + QUERY_POOL.windowMs);
    expect(refused.headers.get("retry-after")).toBe("60");
    expect(spentOf(refused.headers)).toBe(0);
    expect((await mine.ask({ type: "nonsense" }, { ip })).error).toBe("RATE_LIMIT_EXCEEDED");
    // A long body is not even read, so its type is unknown.
    const unread = await mine.ask({ type: "rateLimitStatus", more: "x".repeat(200) }, { ip });
    expect(unread).toMatchObject({ status: 429, error: "RATE_LIMIT_EXCEEDED", type: null });
    expect(unread.retry_after).toBe(startedAt + 10 + QUERY_POOL.windowMs);
    // The pool's status can still be asked for, and other addresses have their own pools.
    expect((await status()).data.remaining).toBe(0);
    expect((await mine.ask({ type: "orderbook", symbol: ETHER }, { ip: newIp() })).status).toBe(200);

    // The oldest twenty come back first.
    mine.now = startedAt + 10 + QUERY_POOL.windowMs;
    expect((await status()).data.remaining).toBe(20);
    expect((await mine.ask({ type: "platformPositions" }, { ip })).status).toBe(200);
    mine.now += QUERY_POOL.windowMs;
    expect((await status()).data).toMatchObject({ remaining: 1_200, reset: mine.now });
  });

  test("pays for reading a long body first, as a part of the weight", async () => {
    const mine = new ApiVenue();
    const more = "x".repeat(200);
    const asked = await mine.ask({ type: "platformPositions", more });
    expect([spentOf(asked.headers), remainingOf(asked.headers)]).toEqual([20, 1_180]);
    for (let call = 0; call < 58; call++) await mine.ask({ type: "platformPositions" });
    await mine.ask({ type: "topAddresses" });
    // Ten are left: the call is refused, but pays one for reading the body.
    const refused = await mine.ask({ type: "platformPositions", more });
    expect([refused.status, spentOf(refused.headers), remainingOf(refused.headers)]).toEqual([429, 1, 9]);
  });

  test("does not limit other calls, nor do their limits apply to it", async () => {
    const mine = new ApiVenue();
    for (let call = 0; call < 60; call++) await mine.ask({ type: "platformPositions" });
    expect((await mine.ask({ type: "platformPositions" })).status).toBe(429);
    const other = await mine.get("/v1/public/info");
    expect(other.headers.get("x-ratelimit-remaining")).toBe("99");
    expect(remainingOf((await mine.ask({ type: "rateLimitStatus" })).headers)).toBe(0);
  });
});
