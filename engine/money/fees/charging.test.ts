// What a side pays and who receives it, by the builder's tier. Rules 8.1 to 8.3.

import { describe, expect, test } from "bun:test";
import { NONE } from "../../base/storage/int-map.ts";
import { feeE5, millis } from "../../base/units.ts";
import { silent } from "../../language/events/events.ts";
import { FEE_VENUE } from "../../memory/account/accounts.ts";
import { START } from "../../testing/setup.ts";
import { A, B, BUILDER, SmallExchange, USDC } from "../../testing/small-exchange.ts";
import { feeSplit, money, scaled } from "../../testing/vectors.ts";
import { feeAt, openingFee, shareFee } from "./charging.ts";
import { refreshTiers } from "./effective-rates.ts";
import { lowestMakerFee, lowestTakerFee, tierFor } from "./tiers.ts";

const MILLION = 1_000_000 * USDC;
const { inputs, outputs } = feeSplit;
const asMicros = (decimal: string) => Number(money(decimal));
const asE5 = (decimal: string) => Number(scaled(decimal, 5));

/** What the venue and the builder received when a side of `notional` paid `rate`. */
function shares(notional: number, rate: number, maker: boolean, tier = 0): { venue: number; builder: number } {
  const { state, sol } = new SmallExchange();
  state.brokers[0]!.tier = tier;
  shareFee(state, sol, { account: A, orderTag: NONE, notional, maker, userFee: feeAt(notional, rate), tagFee: 0 });
  const got = (account: number) => {
    const row = state.rows.find(account, 0, "CROSS");
    return row === -1 ? 0 : 0 - state.rows.cost(row);
  };
  return { venue: got(FEE_VENUE), builder: got(BUILDER) };
}

describe("the worked fee", () => {
  const notional = asMicros(inputs.notional);

  test("rounds up for a payer, and toward zero for a rebate", () => {
    expect(feeAt(notional, asE5(inputs.user_taker_rate))).toBe(asMicros(outputs.user_fee));
    expect(feeAt(notional, asE5(inputs.maker_rate_negative))).toBe(asMicros(outputs.maker_rebate_fee));
    expect([feeAt(1, 1), feeAt(1, -1), feeAt(0, 60), feeAt(notional, 0)]).toEqual([1, 0, 0, 0]);
  });

  test("of a taker is split at the venue's base rate", () => {
    expect(shares(notional, asE5(inputs.user_taker_rate), false)).toEqual({
      venue: asMicros(outputs.venue),
      builder: asMicros(outputs.builder_gross),
    });
  });

  test("of a maker goes entirely to the builder, and a rebate is paid entirely by the venue", () => {
    expect(shares(notional, 30, true)).toEqual({ venue: 0, builder: asMicros(outputs.venue) });
    expect(shares(notional, asE5(inputs.maker_rate_negative), true)).toEqual({
      venue: asMicros(outputs.maker_rebate_fee),
      builder: 0,
    });
  });
});

test("of a fill that closes and opens, the opening part bears its share of the fee, rounded up", () => {
  expect([openingFee(10, 1, 3), openingFee(10, -1, -3), openingFee(10, 3, 3), openingFee(10, 0, 3)]).toEqual([
    4, 4, 10, 0,
  ]);
  // Of a rebate it gets no more than its share.
  expect([openingFee(-10, 1, 3), openingFee(-10, 2, 3)]).toEqual([-3, -6]);
});

test("a builder's rates are steps of a tenth of a basis point, and never below what its tier allows", () => {
  // 3, 2.75, 2.5, 2 and 1 basis points; rebates of 0, 0.05, 0.1, 0.15 and 0.2.
  expect([0, 1, 2, 3, 4].map(lowestTakerFee)).toEqual([30, 28, 25, 20, 10]);
  expect([0, 1, 2, 3, 4].map(lowestMakerFee)).toEqual([0, 0, -1, -1, -2]);
});

test("the venue keeps no more than was paid, however small", () => {
  // 1 micro at 3 bps rounds up to 1, and so does the whole fee.
  expect(shares(1, 60, false)).toEqual({ venue: 1, builder: 0 });
  expect(shares(4_000, 60, false)).toEqual({ venue: 2, builder: 1 });
});

test("the venue pays a rebate, however small", () => {
  // 1 micro of notional at −0.5 bp rounds toward zero to nothing, 20,000 give one micro.
  expect([1, 20_000, 40_000].map((notional) => shares(notional, -5, true).venue)).toEqual([0, -1, -2]);
});

test("a higher tier leaves more of a taker's fee to the builder", () => {
  const notional = 10_000 * USDC;
  expect([0, 1, 2, 3, 4].map((tier) => shares(notional, 60, false, tier).venue / USDC)).toEqual([3, 2.75, 2.5, 2, 1]);
});

describe("a builder's tier", () => {
  const tierOf = (volumeThisMonth: number, volumeLastMonth: number) => {
    const broker = new SmallExchange().state.brokers[0]!;
    return tierFor({ ...broker, volumeThisMonth, volumeLastMonth });
  };

  test("starts at its volume, to the micro", () => {
    const limits = [50, 200, 750, 2_000].map((millions) => millions * MILLION);
    expect(limits.map((limit) => tierOf(limit - 1, 0))).toEqual([0, 1, 2, 3]);
    expect(limits.map((limit) => tierOf(limit, 0))).toEqual([1, 2, 3, 4]);
  });

  test("is that of the higher of two months' volumes", () => {
    expect([tierOf(0, 50 * MILLION), tierOf(200 * MILLION, 50 * MILLION), tierOf(0, 0)]).toEqual([1, 2, 0]);
  });

  test("changes at midnight, as months begin and end", () => {
    const { state } = new SmallExchange();
    const broker = state.brokers[0]!;
    let since = Date.UTC(2023, 10, 14);
    const on = (monthIndex: number, day: number, traded: number) => {
      broker.volumeThisMonth += traded;
      const at = Date.UTC(2023, monthIndex, day);
      refreshTiers(state, since, at, silent);
      since = at;
      return [broker.volumeThisMonth / MILLION, broker.volumeLastMonth / MILLION, broker.tier];
    };
    expect(on(10, 15, 60 * MILLION)).toEqual([60, 0, 1]);
    expect(on(11, 1, 0)).toEqual([0, 60, 1]);
    expect(on(11, 2, 200 * MILLION)).toEqual([200, 60, 2]);
    expect(on(12, 1, 0)).toEqual([0, 200, 2]);
    expect(on(13, 1, 0)).toEqual([0, 0, 0]);
    // A month in which the venue did not run is not last month.
    on(13, 2, 60 * MILLION);
    expect(on(15, 1, 0)).toEqual([0, 0, 0]);
  });
});

describe("volume", () => {
  const midnight = (market: SmallExchange, year: number, monthIndex: number, day: number) =>
    market.apply({ type: "tick", at: millis(Date.UTC(year, monthIndex, day)) });

  test("counts both legs, and stays in its month through the first midnight of a new venue", () => {
    // The tests' clock starts in the middle of November 2023.
    const market = new SmallExchange();
    market.trade(A, "BUY", B, 150, 2);
    const broker = market.state.brokers[0]!;
    expect(broker.volumeThisMonth).toBe(600 * USDC);
    midnight(market, 2023, 10, 15);
    expect([broker.volumeThisMonth, broker.volumeLastMonth]).toEqual([600 * USDC, 0]);
    midnight(market, 2023, 10, 16);
    expect([broker.volumeThisMonth, broker.volumeLastMonth]).toEqual([600 * USDC, 0]);
    midnight(market, 2023, 11, 1);
    expect([broker.volumeThisMonth, broker.volumeLastMonth]).toEqual([0, 600 * USDC]);
  });
});

test("a trader pays what the builder set, by role", () => {
  const market = new SmallExchange();
  // Gold: the venue keeps 2.5 bps, and a maker may earn a tenth of one.
  market.apply({ type: "set_minimum_tier", at: START, broker: 0, tier: 2 });
  market.apply({ type: "set_broker_fees", at: START, broker: 0, takerFee: feeE5(60), makerFee: feeE5(-1) });
  market.rest(A, "SELL", 150, 2);
  const fills = market.order(B, "BUY", "LIMIT", 150, 2).orders.filter((report) => report.cause === "fill");
  expect(fills.map((report) => report.fee as number)).toEqual([-3_000, 180_000]);
  expect(market.engine.position(FEE_VENUE, 0, "CROSS").cost as number).toBe(-(75_000 - 3_000));
  market.engine.audit();
});
