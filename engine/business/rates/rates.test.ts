// Which accounts pay which rate: builder, account, tier. Rules 8.1, 8.2.

import { describe, expect, test } from "bun:test";
import { feeE5, millis } from "../../base/units.ts";
import { addVolume, tierFor } from "../../money/fees/tiers.ts";
import { addBroker, openAccount, START } from "../../testing/setup.ts";
import { A, B, C, SmallExchange, shown, USDC } from "../../testing/small-exchange.ts";

const at = START;
const setDefault = (takerFee: number, makerFee: number, broker = 0) =>
  ({ type: "set_broker_fees", at, broker, takerFee: feeE5(takerFee), makerFee: feeE5(makerFee) }) as const;
const setOwn = (accounts: readonly number[], takerFee: number, makerFee: number, broker = 0) =>
  ({
    type: "set_account_fees",
    at,
    broker,
    accounts: accounts.map((account) => ({ account })),
    takerFee: feeE5(takerFee),
    makerFee: feeE5(makerFee),
  }) as const;
const reset = (accounts: readonly number[]) =>
  ({ type: "reset_account_fees", at, broker: 0, accounts: accounts.map((account) => ({ account })) }) as const;

const paid = (market: SmallExchange, account: number) => {
  const { takerFee, makerFee, isDefault } = market.engine.fees.rates(account);
  return [takerFee as number, makerFee as number, isDefault];
};

describe("a builder's rates", () => {
  test("apply to its accounts, from the next execution on", () => {
    const market = new SmallExchange();
    market.rest(A, "SELL", 150, 2);
    market.apply(setDefault(80, 10));
    expect([paid(market, A), paid(market, B)]).toEqual([
      [80, 10, true],
      [80, 10, true],
    ]);
    const { orders } = market.order(B, "BUY", "LIMIT", 150, 1);
    expect(orders.filter((each) => each.cause === "fill").map((each) => each.fee as number)).toEqual([15_000, 120_000]);
    expect(market.engine.account(B).takerFee as number).toBe(80);
    market.engine.audit();
  });

  test("stay between what the venue requires in the tier and one percent", () => {
    const market = new SmallExchange();
    for (const [taker, maker, field] of [
      [29, 10, "taker_fee_rate"],
      [1_001, 10, "taker_fee_rate"],
      [30, -1, "maker_fee_rate"],
      [30, 1_001, "maker_fee_rate"],
    ] as const) {
      expect(market.apply(setDefault(taker, maker)).rejection?.detail.field).toBe(field);
    }
    expect(market.apply(setDefault(30, 0)).code).toBeNull();
    expect(shown(market.apply(setDefault(29, 0)).rejection)).toEqual({
      code: -1005,
      message: "taker_fee_rate is invalid: 0.00029, expected 0.0003 to 0.01 in the builder's tier",
      detail: { field: "taker_fee_rate", value: "0.00029", expected: "0.0003 to 0.01" },
    });
    expect(market.apply(setDefault(60, 30, 7)).code).toBe(-1006);
  });
});

describe("an account's own rates", () => {
  test("do not change for any account of a request that names an account of another builder", () => {
    const market = new SmallExchange();
    market.apply(addBroker("other", 70, 20));
    const { created } = market.apply(openAccount(4, "other"));
    market.apply(setOwn([A], 45, 5));
    expect(market.apply(reset([A, created])).rejection).not.toBeNull();
    expect(paid(market, A)).toEqual([45, 5, false]);
  });

  test("come before its builder's, until they are reset", () => {
    const market = new SmallExchange();
    market.apply(setOwn([A, B], 45, 5));
    market.apply(setDefault(70, 20));
    expect([paid(market, A), paid(market, C)]).toEqual([
      [45, 5, false],
      [70, 20, true],
    ]);
    market.apply(reset([A]));
    expect([paid(market, A), paid(market, B)]).toEqual([
      [70, 20, true],
      [45, 5, false],
    ]);
    market.engine.audit();
  });

  test("apply to its sub-accounts, present and future, except those with their own", () => {
    const market = new SmallExchange();
    const sub = (number: number) =>
      market.apply({
        type: "add_sub_account",
        at,
        account: A,
        number,
        accountId: `0xsub${number}`,
        description: "",
      }).created;
    const first = sub(1);
    market.apply(setOwn([A], 45, 5));
    const second = sub(2);
    market.apply(setOwn([second], 35, 1));
    expect([first, second].map((each) => paid(market, each))).toEqual([
      [45, 5, false],
      [35, 1, false],
    ]);
    market.apply(reset([A]));
    expect([first, second].map((each) => paid(market, each))).toEqual([
      [60, 30, true],
      [35, 1, false],
    ]);
    market.engine.audit();
  });

  test("need accounts that exist", () => {
    const market = new SmallExchange();
    for (const account of [-1, market.state.accounts.used]) {
      expect(market.apply(setOwn([account], 60, 30)).rejection?.detail).toMatchObject({
        field: "account_ids",
        value: "",
      });
    }
  });

  test("apply to 1 to 500 accounts of the builder that sets them", () => {
    const market = new SmallExchange();
    market.apply(addBroker("other", 60, 30));
    const stranger = market.apply(openAccount(99, "other")).created;
    const many = Array.from({ length: 501 }, () => A);
    for (const accounts of [[], many, [A, stranger], [A, 0], [A, 999]]) {
      expect(market.apply(setOwn(accounts, 45, 5)).code).toBe(-1005);
    }
    expect(paid(market, A)).toEqual([60, 30, true]);
    expect(market.apply(setOwn(many.slice(1), 45, 5)).code).toBeNull();
    expect(market.apply(reset([stranger])).code).toBe(-1005);
    expect(market.apply({ ...setOwn([A], 45, 5), broker: 9 }).code).toBe(-1006);
    expect(market.apply({ ...reset([A]), broker: 9 }).code).toBe(-1006);
  });
});

describe("a minimum tier", () => {
  test("opens its rates at once, and closes them at the midnight after it is lowered", () => {
    const market = new SmallExchange();
    const minimum = (tier: number) => market.apply({ type: "set_minimum_tier", at, broker: 0, tier });
    minimum(4);
    expect(market.engine.fees.broker(0)).toMatchObject({ tier: 4, minimumTier: 4 });
    expect(market.apply(setDefault(10, -2)).code).toBeNull();
    expect(market.apply(setDefault(9, -2)).code).toBe(-1005);
    minimum(0);
    expect(paid(market, A)).toEqual([10, -2, true]);
    market.apply({ type: "tick", at: millis(Date.UTC(2023, 10, 15)) });
    // The builder's rates are unchanged, but no account pays less than the tier allows.
    expect(market.engine.fees.broker(0)).toMatchObject({ tier: 0, takerFee: 10, makerFee: -2 });
    expect(paid(market, A)).toEqual([30, 0, true]);
    market.engine.audit();
  });

  test("is one of five, of a builder that exists", () => {
    const market = new SmallExchange();
    for (const tier of [-1, 5, 0.5]) {
      expect(market.apply({ type: "set_minimum_tier", at, broker: 0, tier }).code).toBe(-1005);
    }
    expect(market.apply({ type: "set_minimum_tier", at, broker: 3, tier: 1 }).code).toBe(-1006);
  });
});

test("a month of more than nine billion USDC is still the highest tier, and nothing breaks", () => {
  const broker = new SmallExchange().state.brokers[0]!;
  for (let leg = 0; leg < 12; leg++) addVolume(broker, 1_000_000_000 * USDC);
  expect([broker.volumeThisMonth, tierFor(broker)]).toEqual([Number.MAX_SAFE_INTEGER, 4]);
});

test("system accounts have no rates of their own, though they are registered with the first builder", () => {
  const market = new SmallExchange();
  const accounts = Array.from({ length: A }, (_, account) => account);
  for (const account of [...accounts, -1, market.engine.accountCount]) {
    for (const command of [setOwn([B, account], 45, 5), reset([B, account])]) {
      expect(market.apply(command).rejection?.detail.field).toBe("account_ids");
    }
  }
  expect(paid(market, B)[2]).toBe(true);
});
