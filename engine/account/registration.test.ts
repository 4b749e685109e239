// Markets, builders, accounts and keys come into being once, or are refused by name. Interface 4.1, rules 1.2, 8.1.

import { describe, expect, test } from "bun:test";
import type { BindKey } from "../commands.ts";
import { Engine } from "../engine.ts";
import { silent } from "../events.ts";
import type { MarketParameters } from "../market.ts";
import { DAY_MS } from "../numbers/calendar.ts";
import { addBroker, listMarket, openAccount, START } from "../testing/setup.ts";
import { A, B, ONE, SmallExchange, told } from "../testing/small-exchange.ts";
import { defaultMarket, defaultMarkets } from "../testing/vectors.ts";
import { micros, millis, priceE8, quantityE8, ratioE10 } from "../units.ts";
import { CLEARING } from "./accounts.ts";

describe("a market", () => {
  const eth = defaultMarket("PERP_ETH_USDC");
  const list = (changes: Partial<MarketParameters>, price = 3_000 * ONE) =>
    told(new SmallExchange().apply(listMarket({ ...eth, ...changes }, price)).rejection);

  test("of the default ones is listed, each under its own number and once", () => {
    const market = new SmallExchange();
    const others = defaultMarkets.filter(({ symbol }) => symbol !== "PERP_SOL_USDC");
    expect(others.map((parameters) => market.apply(listMarket(parameters, ONE)).created)).toEqual(
      others.map((_, n) => n + 1),
    );
    expect(market.engine.findMarket("PERP_ARB_USDC")).toBe(others.length);
    expect(market.engine.findMarket("PERP_NONE_USDC")).toBe(-1);
    const bySymbol = market.state.marketsBySymbol.map((number) => market.engine.market(number).parameters.symbol);
    expect(bySymbol).toEqual(defaultMarkets.map(({ symbol }) => symbol).toSorted());
    expect(told(market.apply(listMarket(eth, ONE)).rejection)).toEqual({
      code: -1007,
      message: "duplicate request",
      detail: { symbol: "PERP_ETH_USDC" },
    });
  });

  const wrong: readonly (readonly [string, Partial<MarketParameters>, string])[] = [
    ["symbol", { symbol: "PERP_eth_USDC" }, "PERP_<BASE>_USDC"],
    ["quote_tick", { quoteTick: priceE8(0) }, "a positive number"],
    ["base_tick", { baseTick: quantityE8(0) }, "a positive number"],
    [
      "quote_tick × base_tick",
      { quoteTick: priceE8(1), baseTick: quantityE8(1_000_000) },
      "a whole number of 0.000001 USDC",
    ],
    ["quote_max", { quoteMin: priceE8(5_000_000), quoteMax: priceE8(5_000_000) }, "more than quote_min"],
    ["base_min", { baseMin: quantityE8(0) }, "a positive multiple of base_tick"],
    ["base_min", { baseMin: quantityE8(10_001) }, "a positive multiple of base_tick"],
    ["base_max", { baseMax: quantityE8(1) }, "at least base_min"],
    ["base_imr", { baseImr: ratioE10(0) }, "more than 0 and at most 1"],
    ["base_imr", { baseImr: ratioE10(10_000_000_001) }, "more than 0 and at most 1"],
    ["base_mmr", { baseMmr: ratioE10(0) }, "more than 0 and less than base_imr"],
    ["base_mmr", { baseMmr: eth.baseImr }, "more than 0 and less than base_imr"],
    ["price_range", { priceRange: ratioE10(0) }, "between 0 and 1"],
    ["price_scope", { priceScope: ratioE10(10_000_000_000) }, "between 0 and 1"],
    [
      "claim_insurance_fund_discount",
      { claimInsuranceFundDiscount: ratioE10(35_000_001) },
      "at least 0 and at most base_mmr − base_imr ÷ 4",
    ],
    [
      "claim_insurance_fund_discount",
      // An eighth of the initial margin up and one down leave nothing of a maintenance margin of a quarter of it.
      { baseMmr: ratioE10(24_999_999), claimInsuranceFundDiscount: ratioE10(0) },
      "at least 0 and at most base_mmr − base_imr ÷ 4",
    ],
    ["sources", { sources: [] }, "at least one index price source"],
  ];
  for (const [field, changes, expected] of wrong) {
    test(`with a wrong ${field} is refused: expected ${expected}`, () => {
      const symbol = changes.symbol ?? eth.symbol;
      expect(list(changes)).toEqual({
        code: -1005,
        message: `${field} of ${symbol} is invalid: expected ${expected}`,
        detail: { field },
      });
    });
  }

  test("whose smallest price is off its tick is refused", () => {
    expect(list({ quoteMin: priceE8(1) })?.message).toBe(
      "quote_min of PERP_ETH_USDC is invalid: expected a multiple of quote_tick",
    );
  });

  test("starts at a price that it could have", () => {
    for (const price of [0, eth.quoteMax + 1]) expect(list({}, price)?.detail).toEqual({ field: "initial price" });
    expect(list({}, eth.quoteMax)).toBeNull();
    expect(list({ minNotional: micros(0) }, 1)).toBeNull();
  });
});

describe("a builder", () => {
  const add = (market: SmallExchange, id: string, taker: number, maker: number) =>
    market.apply(addBroker(id, taker, maker));

  test("has a number of its own and an account for its fees", () => {
    const market = new SmallExchange();
    expect(add(market, "second", 30, 0).created).toBe(1);
    expect([market.engine.findBroker("second"), market.engine.findBroker("third")]).toEqual([1, -1]);
    expect(market.engine.brokerIds).toEqual(["builder", "second"]);
    const { feeAccount } = market.state.brokers[1]!;
    expect(market.state.accounts.accountId(feeAccount)).toBe("FEE_BUILDER:second");
    expect(market.engine.findAccount("FEE_BUILDER:second")).toBe(-1);
  });

  test("is known once, and charges at least what the venue keeps", () => {
    const market = new SmallExchange();
    expect(told(add(market, "builder", 60, 30).rejection)).toEqual({
      code: -1007,
      message: "duplicate request",
      detail: { broker_id: "builder" },
    });
    const refused = (field: string) => ({ code: -1005, message: "invalid parameter", detail: { field } });
    expect(told(add(market, "cheap", 29, 0).rejection)).toEqual(refused("taker_fee"));
    expect(told(add(market, "giving", 60, -1).rejection)).toEqual(refused("maker_fee"));
    // One percent is the most.
    expect(told(add(market, "dear", 1_001, 0).rejection)).toEqual(refused("taker_fee"));
    expect(told(add(market, "dear", 1_000, 1_001).rejection)).toEqual(refused("maker_fee"));
    expect(add(market, "dear", 1_000, 1_000).rejection).toBeNull();
  });
});

describe("an account", () => {
  test("is found by its id however that is spelled, and by its wallet", () => {
    const market = new SmallExchange();
    const { accountId, wallet } = openAccount(A, "builder");
    expect(market.engine.findAccount(accountId.toUpperCase().replace("0X", "0x"))).toBe(A);
    expect([market.engine.accountsOfWallet(wallet), market.engine.accountsOfWallet("0x")]).toEqual([[A], []]);
    const { userId, brokerId, takerFee, makerFee, openedAt } = market.engine.account(B);
    expect([userId, brokerId, takerFee, makerFee, openedAt] as object).toEqual([2, "builder", 60, 30, START]);
  });

  test("is opened once, under a builder that exists", () => {
    const market = new SmallExchange();
    expect(told(market.apply(openAccount(9, "nobody")).rejection)).toEqual({
      code: -1006,
      message: "BrokerId is not exist",
      detail: { broker_id: "nobody" },
    });
    expect(told(market.apply(openAccount(A, "builder")).rejection)).toEqual({
      code: -1007,
      message: "account already exists",
      detail: { account_id: openAccount(A, "builder").accountId },
    });
  });
});

describe("a key", () => {
  const bind = (account: number, fields: Partial<Omit<BindKey, "type">> = {}): BindKey => ({
    type: "bind_key",
    at: START,
    account,
    key: "ed25519:k",
    scope: "read",
    expiration: millis(1),
    ...fields,
  });

  test("is bound to one account, which may renew it", () => {
    const market = new SmallExchange();
    expect(market.engine.findKey("ed25519:k")).toBeUndefined();
    market.apply(bind(A));
    market.apply(bind(A, { scope: "read,trading", expiration: millis(2) }));
    expect(market.engine.findKey("ed25519:k")).toEqual({
      key: "ed25519:k",
      account: A,
      scope: "read,trading",
      expiration: millis(2),
    });
    expect(told(market.apply(bind(B)).rejection)).toEqual({
      code: -1007,
      message: "the key is bound to another account",
      detail: {},
    });
  });

  test("keeps its own account, scope and end beside others", () => {
    const market = new SmallExchange();
    const keys = [
      { key: "first", account: A, scope: "read", expiration: millis(1) },
      { key: "second", account: B, scope: "trading", expiration: millis(2) },
      { key: "third", account: A, scope: "read,trading", expiration: millis(3) },
    ];
    for (const { account, ...fields } of keys) market.apply(bind(account, fields));
    for (const engine of [market.engine, Engine.restore(market.engine.snapshot())]) {
      expect(keys.map(({ key }) => engine.findKey(key)!)).toEqual(keys);
    }
  });

  test("leaves at the first midnight a day after it has expired, and is free for another account then", () => {
    const market = new SmallExchange();
    const midnight = Math.ceil(START / DAY_MS) * DAY_MS;
    const expirations = { gone: midnight - 1, last: midnight, kept: midnight + 1, good: midnight + 9 * DAY_MS };
    for (const [key, expiration] of Object.entries(expirations))
      market.apply(bind(A, { key, expiration: millis(expiration) }));
    const known = () => Object.keys(expirations).filter((key) => market.engine.findKey(key) !== undefined);
    const tickAt = (at: number) => market.apply({ type: "tick", at: millis(at) });

    for (const at of [midnight - 1_000, midnight, midnight + DAY_MS - 1_000]) {
      tickAt(at);
      expect(known()).toEqual(["gone", "last", "kept", "good"]);
    }
    expect(market.apply(bind(B, { key: "gone", at: market.engine.now })).rejection).not.toBeNull();

    tickAt(midnight + DAY_MS);
    expect(known()).toEqual(["kept", "good"]);
    const restored = Engine.restore(market.engine.snapshot());
    for (const engine of [market.engine, restored]) {
      const command = bind(B, { key: "gone", at: engine.now, expiration: millis(midnight + 99 * DAY_MS) });
      expect(engine.apply(command, silent).rejection).toBeNull();
      expect(engine.findKey("gone")?.account).toBe(B);
    }
    expect(restored.stateHash()).toBe(market.engine.stateHash());
    // The tick of a day later was never run: the next one does its work.
    tickAt(midnight + 2 * DAY_MS + 5_000);
    expect(known()).toEqual(["gone", "good"]);
  });

  test("that is renewed in time stays", () => {
    const market = new SmallExchange();
    market.apply(bind(A, { expiration: millis(START + 1) }));
    market.apply({ type: "tick", at: millis(Math.ceil(START / DAY_MS) * DAY_MS) });
    market.apply(bind(A, { at: market.engine.now, expiration: millis(START + 9 * DAY_MS) }));
    market.apply({ type: "tick", at: millis(market.engine.now + DAY_MS) });
    expect(market.engine.findKey("ed25519:k")?.account).toBe(A);
  });

  test("is never bound to an account of the system's", () => {
    expect(told(new SmallExchange().apply(bind(CLEARING)).rejection)).toEqual({
      code: -1006,
      message: "account does not exist",
      detail: {},
    });
  });
});
