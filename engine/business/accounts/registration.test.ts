// Markets, builders, accounts and keys are created once, or refused with a reason. Interface 4.1, rules 1.2, 8.1.

import { describe, expect, test } from "bun:test";
import { DAY_MS } from "../../base/numbers/calendar.ts";
import { millis } from "../../base/units.ts";
import { UNDATED } from "../../language/commands/account-commands.ts";
import type { BindKey } from "../../language/commands/commands.ts";
import { silent } from "../../language/events/events.ts";
import { CLEARING } from "../../memory/account/accounts.ts";
import { Engine } from "../../run/engine.ts";
import { addBroker, listMarket, openAccount, START } from "../../testing/setup.ts";
import { A, B, ONE, SmallExchange, shown } from "../../testing/small-exchange.ts";
import { defaultMarket, defaultMarkets } from "../../testing/vectors.ts";

describe("a market", () => {
  const eth = defaultMarket("PERP_ETH_USDC");

  test("from the defaults is listed, each under its own number and once", () => {
    const market = new SmallExchange();
    const others = defaultMarkets.filter(({ symbol }) => symbol !== "PERP_SOL_USDC");
    expect(others.map((parameters) => market.apply(listMarket(parameters, ONE)).created)).toEqual(
      others.map((_, n) => n + 1),
    );
    expect(market.engine.findMarket("PERP_ARB_USDC")).toBe(others.length);
    expect(market.engine.findMarket("PERP_NONE_USDC")).toBe(-1);
    const bySymbol = market.state.marketsBySymbol.map((number) => market.engine.market(number).parameters.symbol);
    expect(bySymbol).toEqual(defaultMarkets.map(({ symbol }) => symbol).toSorted());
    expect(shown(market.apply(listMarket(eth, ONE)).rejection)).toEqual({
      code: -1007,
      message: "duplicate request",
      detail: { symbol: "PERP_ETH_USDC" },
    });
  });
});

describe("a builder", () => {
  const add = (market: SmallExchange, id: string, taker: number, maker: number) =>
    market.apply(addBroker(id, taker, maker));

  test("has its own number and an account for its fees", () => {
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
    expect(shown(add(market, "builder", 60, 30).rejection)).toEqual({
      code: -1007,
      message: "duplicate request",
      detail: { broker_id: "builder" },
    });
    const refused = (field: string) => ({ code: -1005, message: "invalid parameter", detail: { field } });
    expect(shown(add(market, "cheap", 29, 0).rejection)).toEqual(refused("taker_fee"));
    expect(shown(add(market, "giving", 60, -1).rejection)).toEqual(refused("maker_fee"));
    // One percent is the most.
    expect(shown(add(market, "dear", 1_001, 0).rejection)).toEqual(refused("taker_fee"));
    expect(shown(add(market, "dear", 1_000, 1_001).rejection)).toEqual(refused("maker_fee"));
    expect(add(market, "dear", 1_000, 1_000).rejection).toBeNull();
  });
});

describe("an account", () => {
  test("that a deposit has opened can be opened by its owner once more, and only once", () => {
    const market = new SmallExchange();
    const opening = openAccount(9, "builder");
    const { created } = market.apply({ ...opening, forDeposit: true });
    expect(market.engine.funds.isOpenedByDeposit(created)).toBe(true);
    // Another deposit does not open it again.
    expect(market.apply({ ...opening, forDeposit: true }).code).toBe(-1007);
    expect(Engine.restore(market.engine.snapshot()).funds.isOpenedByDeposit(created)).toBe(true);
    expect(market.apply(opening)).toMatchObject({ created, rejection: null });
    expect(market.engine.funds.isOpenedByDeposit(created)).toBe(false);
    expect(market.apply(opening).code).toBe(-1007);
  });

  test("is found by its id in upper or lower case, and by its wallet", () => {
    const market = new SmallExchange();
    const { accountId, wallet } = openAccount(A, "builder");
    expect(market.engine.findAccount(accountId.toUpperCase().replace("0X", "0x"))).toBe(A);
    expect([market.engine.accountsOfWallet(wallet), market.engine.accountsOfWallet("0x")]).toStrictEqual([[A], []]);
    const { userId, brokerId, takerFee, makerFee, openedAt } = market.engine.account(B);
    expect([userId, brokerId, takerFee, makerFee, openedAt] as object).toEqual([2, "builder", 60, 30, START]);
  });

  test("is opened once, under a builder that exists", () => {
    const market = new SmallExchange();
    expect(shown(market.apply(openAccount(9, "nobody")).rejection)).toEqual({
      code: -1006,
      message: "BrokerId is not exist",
      detail: { broker_id: "nobody" },
    });
    expect(shown(market.apply(openAccount(A, "builder")).rejection)).toEqual({
      code: -1007,
      message: "account already exists",
      detail: { account_id: openAccount(A, "builder").accountId },
    });
  });
});

describe("a key", () => {
  const KEY = "ed25519:k";
  const bind = (account: number, fields: Partial<Omit<BindKey, "type">> = {}): BindKey => ({
    type: "bind_key",
    at: fields.signedAt ?? START,
    account,
    key: KEY,
    scope: "read",
    expiration: millis(START + DAY_MS),
    signedAt: START,
    ...fields,
  });
  const after = (ms: number) => millis(START + ms);
  const expired = (signedAt: number, last: number) => ({
    code: 2,
    message: `Timestamp expired: timestamp ${signedAt} is not later than ${last}, with which this key was bound before`,
    detail: { timestamp: signedAt, last_timestamp: last },
  });

  test("is bound, and rebound to other terms by a later message", () => {
    const market = new SmallExchange();
    expect(market.engine.findKey(A, KEY)).toBeUndefined();
    market.apply(bind(A));
    const terms = { scope: "read,trading", expiration: after(2), signedAt: after(1) };
    expect(market.apply(bind(A, terms)).rejection).toBeNull();
    expect(market.engine.findKey(A, KEY)).toEqual({ key: KEY, account: A, ...terms, addresses: "", tag: "" });
  });

  test("is not rebound by a message older than the last one, or by another of the same moment", () => {
    const market = new SmallExchange();
    const first = bind(A, { scope: "read,trading,asset" });
    const second = bind(A, { signedAt: after(5) });
    market.apply(first);
    market.apply(second);
    const narrowed = market.engine.findKey(A, KEY)!;
    for (const again of [first, { ...first, signedAt: after(5) }, { ...second, expiration: after(9 * DAY_MS) }]) {
      const { rejection } = market.apply({ ...again, at: after(10) });
      expect(shown(rejection)).toEqual(expired(again.signedAt, after(5)));
      expect(market.engine.findKey(A, KEY)).toEqual(narrowed);
    }
  });

  test("may be bound by the very same message again, which changes nothing", () => {
    const market = new SmallExchange();
    market.apply(bind(A));
    const before = market.engine.findKey(A, KEY)!;
    expect(market.apply(bind(A, { at: after(10) })).rejection).toBeNull();
    expect(market.engine.findKey(A, KEY)).toEqual(before);
  });

  test("is each account's own: another account's binding neither blocks nor replaces it", () => {
    const market = new SmallExchange();
    market.apply(bind(B, { scope: "read,trading,asset", signedAt: after(7) }));
    expect(market.engine.findKey(A, KEY)).toBeUndefined();
    expect(market.apply(bind(A, { at: after(7) })).rejection).toBeNull();
    for (const engine of [market.engine, Engine.restore(market.engine.snapshot())]) {
      expect(engine.findKey(A, KEY)).toMatchObject({ account: A, scope: "read", signedAt: START });
      expect(engine.findKey(B, KEY)).toMatchObject({ account: B, scope: "read,trading,asset", signedAt: after(7) });
    }
  });

  test("keeps its own account, scope and expiration independent of others", () => {
    const market = new SmallExchange();
    const keys = [
      { key: "first", account: A, scope: "read", expiration: millis(1), signedAt: START },
      { key: "second", account: B, scope: "trading", expiration: millis(2), signedAt: after(1) },
      { key: "third", account: A, scope: "read,trading", expiration: millis(3), signedAt: after(2) },
    ].map((key) => ({ ...key, addresses: "", tag: "" }));
    for (const { account, addresses, ...fields } of keys) market.apply(bind(account, fields));
    for (const engine of [market.engine, Engine.restore(market.engine.snapshot())]) {
      expect(keys.map(({ account, key }) => engine.findKey(account, key)!)).toEqual(keys);
    }
  });

  test("is removed at the first midnight a day after it has expired", () => {
    const market = new SmallExchange();
    const midnight = Math.ceil(START / DAY_MS) * DAY_MS;
    const expirations = { gone: midnight - 1, last: midnight, kept: midnight + 1, good: midnight + 9 * DAY_MS };
    for (const [key, expiration] of Object.entries(expirations))
      market.apply(bind(A, { key, expiration: millis(expiration) }));
    const known = () => Object.keys(expirations).filter((key) => market.engine.findKey(A, key) !== undefined);
    const tickAt = (at: number) => market.apply({ type: "tick", at: millis(at) });

    for (const at of [midnight - 1_000, midnight, midnight + DAY_MS - 1_000]) {
      tickAt(at);
      expect(known()).toEqual(["gone", "last", "kept", "good"]);
    }
    tickAt(midnight + DAY_MS);
    expect(known()).toEqual(["kept", "good"]);
    const restored = Engine.restore(market.engine.snapshot());
    for (const engine of [market.engine, restored]) {
      const signedAt = engine.now;
      const command = bind(A, { key: "gone", signedAt, expiration: millis(midnight + 99 * DAY_MS) });
      expect(engine.apply(command, silent).rejection).toBeNull();
      expect(engine.findKey(A, "gone")?.signedAt).toBe(signedAt);
    }
    expect(restored.stateHash()).toBe(market.engine.stateHash());
    // The tick of the next day was never run: the following one does its work.
    tickAt(midnight + 2 * DAY_MS + 5_000);
    expect(known()).toEqual(["gone", "good"]);
  });

  test("that was forgotten is not restored by an earlier message", () => {
    const market = new SmallExchange();
    const wide = bind(A, { scope: "read,trading,asset", expiration: after(300 * DAY_MS) });
    market.apply(wide);
    market.apply(bind(A, { signedAt: after(1), expiration: after(2) }));
    let at = Math.ceil(START / DAY_MS) * DAY_MS;
    for (; market.engine.findKey(A, KEY) !== undefined; at += DAY_MS) {
      expect(market.apply({ ...wide, at: market.engine.now }).rejection).not.toBeNull();
      market.apply({ type: "tick", at: millis(at) });
    }
    expect(shown(market.apply({ ...wide, at: market.engine.now }).rejection)).toEqual({
      code: 2,
      message: "Timestamp expired",
      detail: { timestamp: START },
    });
    expect(market.engine.findKey(A, KEY)).toBeUndefined();
  });

  test("whose last message is from a clock ahead is kept for as long as that message could be repeated", () => {
    const market = new SmallExchange();
    const midnight = Math.ceil(START / DAY_MS) * DAY_MS;
    const ahead = millis(midnight + 500_000);
    market.apply(bind(A, { at: millis(midnight - 1), signedAt: ahead, expiration: millis(midnight) }));
    market.apply({ type: "tick", at: millis(midnight + DAY_MS) });
    expect(market.engine.findKey(A, KEY)?.signedAt).toBe(ahead);
    market.apply({ type: "tick", at: millis(midnight + 2 * DAY_MS) });
    expect(market.engine.findKey(A, KEY)).toBeUndefined();
  });

  test("that is renewed in time stays", () => {
    const market = new SmallExchange();
    market.apply(bind(A, { expiration: after(1) }));
    market.apply({ type: "tick", at: millis(Math.ceil(START / DAY_MS) * DAY_MS) });
    market.apply(bind(A, { signedAt: market.engine.now, expiration: after(9 * DAY_MS) }));
    market.apply({ type: "tick", at: millis(market.engine.now + DAY_MS) });
    expect(market.engine.findKey(A, KEY)?.account).toBe(A);
  });

  test("is never bound to a system account", () => {
    expect(shown(new SmallExchange().apply(bind(CLEARING)).rejection)).toEqual({
      code: -1006,
      message: "account does not exist",
      detail: {},
    });
  });

  describe("that an older journal binds, with a message without a time,", () => {
    const undated = (account: number, fields: Partial<Omit<BindKey, "type">> = {}) =>
      bind(account, { at: START, signedAt: millis(UNDATED), ...fields });

    test("has the terms of the journal's last binding, and belongs to the first account alone, as it did then", () => {
      const market = new SmallExchange();
      market.apply(undated(A, { scope: "read,trading" }));
      expect(market.apply(undated(A)).rejection).toBeNull();
      for (const engine of [market.engine, Engine.restore(market.engine.snapshot())]) {
        expect(engine.findKey(A, KEY)).toMatchObject({ account: A, scope: "read", signedAt: UNDATED });
        expect(engine.findKey(B, KEY)).toBeUndefined();
        expect(shown(engine.apply(undated(B), silent).rejection)).toEqual({
          code: -1007,
          message: "the key is bound to another account",
          detail: {},
        });
      }
    });

    test("can be rebound by a message with a time, and bound by another account for itself", () => {
      const market = new SmallExchange();
      market.apply(undated(A, { scope: "read,trading" }));
      market.apply(bind(B, { scope: "trading" }));
      market.apply(bind(A));
      for (const engine of [market.engine, Engine.restore(market.engine.snapshot())]) {
        expect(engine.findKey(A, KEY)).toMatchObject({ scope: "read", signedAt: START });
        expect(engine.findKey(B, KEY)).toMatchObject({ scope: "trading", signedAt: START });
        expect(engine.apply(undated(A), silent).rejection).not.toBeNull();
        expect(engine.findKey(A, KEY)).toMatchObject({ scope: "read", signedAt: START });
      }
    });

    test("is removed when it has expired", () => {
      const market = new SmallExchange();
      market.apply(undated(A, { expiration: after(1) }));
      market.apply({ type: "tick", at: millis(Math.ceil(START / DAY_MS) * DAY_MS + DAY_MS) });
      expect(market.engine.findKey(A, KEY)).toBeUndefined();
    });
  });
});
