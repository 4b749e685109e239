// The judge is judged first: the slow models against the worked figures. Rules 12.

import { describe, expect, test } from "bun:test";
import { priceE8, quantityE8 } from "@evermark/engine";
import { addBroker, deposit, listMarket, openAccount, placeOrder } from "@evermark/engine/testing/setup.ts";
import {
  averageOpenPriceSteps,
  defaultMarket,
  feeSplit,
  marginRatioFunction,
  matchingTrace,
  money,
  price,
  pricesVector,
  quantity,
  rate,
} from "@evermark/engine/testing/vectors.ts";
import { marketAt } from "./business/market/listing-rules.ts";
import { baseFee } from "./money/fees/fee-tiers.ts";
import { feeOf, splitFee } from "./money/fees/fill-fees.ts";
import { initialRate, maintenanceRate, marginOf } from "./money/margin/margin-rates.ts";
import { applyFill, averageOpenPrice } from "./money/rows/row-fills.ts";
import { NaiveExchange } from "./naive-exchange.ts";
import { divideCeil, divideFloor, divideRound, divideTrunc, median } from "./numbers/exact-numbers.ts";
import { basisSnapshot, indexOf, markBounds, markCandidates, markOf } from "./risk/prices/naive-prices.ts";
import { emptyRow } from "./state/records/naive-account.ts";
import type { NaiveMarket } from "./state/records/naive-market.ts";

function marketOf(symbol: string): NaiveMarket {
  return marketAt(defaultMarket(symbol));
}

test("division rounds as its name says, whatever the signs", () => {
  const cases = [7n, -7n].flatMap((a) => [2n, -2n].map((b) => [divideFloor(a, b), divideCeil(a, b)]));
  expect(cases).toEqual([
    [3n, 4n],
    [-4n, -3n],
    [-4n, -3n],
    [3n, 4n],
  ]);
  expect([divideRound(5n, 2n), divideRound(-5n, 2n), divideRound(4n, 3n), divideRound(-5n, 3n)]).toEqual([
    3n,
    -3n,
    1n,
    -2n,
  ]);
  expect(divideTrunc(-7n, 2n)).toBe(-3n);
  expect([median([3n, 1n, 2n]), median([1n, 4n, 2n, 9n]), median([-1n, 2n])]).toEqual([2n, 3n, 0n]);
});

describe("the naive models agree with the worked figures", () => {
  test("margin ratios", () => {
    for (const point of marginRatioFunction) {
      const market = marketOf(point.symbol);
      const size = money(point.notional);
      const imr = initialRate(market, BigInt(point.leverage), size);
      const mmr = maintenanceRate(market, size);
      expect([imr, mmr, marginOf(size, imr), marginOf(size, mmr)]).toEqual([
        rate(point.imr),
        rate(point.mmr),
        money(point.initial_margin),
        money(point.maintenance_margin),
      ]);
    }
  });

  test("average open price, cost and realized profit through adds, a reduction, a flip and a close", () => {
    const row = emptyRow();
    for (const step of averageOpenPriceSteps.outputs) {
      const direction = step.side === "BUY" ? 1n : -1n;
      const value = (price(step.price) * quantity(step.qty)) / 10n ** 10n;
      const fee = feeOf(value, 60n);
      expect(fee).toBe(money(step.fee));
      const realized = applyFill(row, direction, quantity(step.qty), price(step.price), fee);
      expect([row.quantity, averageOpenPrice(row), row.cost, realized]).toEqual([
        quantity(step.position_qty),
        price(step.average_open_price),
        money(step.cost_position),
        money(step.realized_pnl),
      ]);
    }
  });

  test("fees and their split", () => {
    const value = money(feeSplit.inputs.notional);
    const fee = feeOf(value, 60n);
    expect(fee).toBe(money(feeSplit.outputs.user_fee));
    expect(splitFee(fee, "taker", baseFee(0, value))).toEqual({
      venue: money(feeSplit.outputs.venue),
      builder: money(feeSplit.outputs.builder_gross),
    });
    const rebate = feeOf(value, -1n);
    expect(rebate).toBe(money(feeSplit.outputs.maker_rebate_fee));
    expect(splitFee(rebate, "maker", baseFee(0, value))).toEqual({ venue: rebate, builder: 0n });
    expect(splitFee(fee, "maker", baseFee(0, value))).toEqual({ venue: 0n, builder: fee });
  });

  test("mark price", () => {
    const { inputs, outputs } = pricesVector;
    const market = marketOf(inputs.symbol);
    const marks = {
      index: price(inputs.index_price),
      lastFundingRate: rate(inputs.last_funding_rate_8h),
      fundingPeriodHours: 8n,
      msToFunding: BigInt(inputs.time_to_next_funding_ms),
      basis: inputs.basis_samples.map(price),
      bid: price(inputs.best_bid),
      ask: price(inputs.best_ask),
      last: price(inputs.last_price),
    };
    expect(markCandidates(marks)).toEqual([price(outputs.p1), price(outputs.p2), price(outputs.p3)]);
    expect(markBounds(marks.index, market.parameters)).toEqual({
      lower: price(outputs.lower_bound),
      upper: price(outputs.upper_bound),
    });
    expect(markOf(marks, market.parameters)).toBe(price(outputs.mark_price));
  });

  test("a matching trace: hidden before visible, roles, self-trade, POST_ONLY, FOK, MARKET", () => {
    const exchange = new NaiveExchange();
    exchange.apply(listMarket(defaultMarket(matchingTrace.symbol), 15_000_000_000));
    exchange.apply(addBroker("plain", 60, 30));
    const owners = [..."ABCDEFG"];
    owners.forEach((_, number) => {
      exchange.apply(openAccount(number, "plain"));
      exchange.apply(deposit(number, 1_000_000_000_000, `faucet:${number}`));
    });
    for (const step of matchingTrace.steps) {
      const { input } = step;
      const hides = input.order_type === "LIMIT" && input.visible_quantity !== input.order_quantity;
      const answer = exchange.apply(
        placeOrder({
          account: owners.indexOf(input.owner),
          side: input.side,
          orderType: input.order_type,
          price: priceE8(input.order_price === null ? 0 : Number(price(input.order_price))),
          quantity: quantityE8(Number(quantity(input.order_quantity))),
          visible: quantityE8(hides ? Number(quantity(input.visible_quantity)) : -1),
        }),
      );
      const reports = answer.events.filter((event) => event.type === "order").map((event) => event.report);
      expect(
        reports.map(({ orderId, status, executed, reason }) => ({ orderId, status, executed: executed / 100, reason })),
      ).toEqual(
        step.reports.map((report) => ({
          orderId: report.order_id,
          status: report.status,
          executed: Number(report.executed_quantity ?? "0"),
          reason: (report.reason ?? "") as never,
        })),
      );
      const fills = reports.filter((report) => report.cause === "fill");
      expect(fills.filter((_, n) => n % 2 === 0).map(({ orderId, maker }) => ({ orderId, maker }))).toEqual(
        step.executions.map((each) => ({ orderId: each.resting_order_id, maker: each.resting_is_maker })),
      );
      expect(fills.filter((_, n) => n % 2 === 1).map(({ maker }) => maker)).toEqual(
        step.executions.map((each) => each.incoming_is_maker),
      );
      expect(exchange.brokenInvariant()).toBeNull();
    }
  });
});

describe("the index", () => {
  const plainRules = { minSources: 1n, capsWeights: false };
  const source = (value: number, reportedAt = 0) => ({
    price: BigInt(value),
    volume: 0n,
    reportedAt,
    saneAt: reportedAt,
    nonsense: null,
    isOld: false,
  });

  test("is the mean of the live sources, rounded to the tick with halves away from zero", () => {
    expect(indexOf([source(1_000), source(1_010), source(1_015)], 0, { ...plainRules, quoteTick: 10n })).toBe(1_010n);
    expect(indexOf([source(1_000), source(1_010)], 0, { ...plainRules, quoteTick: 10n })).toBe(1_010n);
  });

  test("forgets a source that has been silent for more than ten seconds", () => {
    expect(indexOf([source(1_000, 0), source(1_020, 1)], 10_000, { ...plainRules, quoteTick: 10n })).toBe(1_010n);
    expect(indexOf([source(1_000, 0), source(1_020, 1)], 10_001, { ...plainRules, quoteTick: 10n })).toBe(1_020n);
    expect(indexOf([source(1_000, 0), undefined], 10_001, { ...plainRules, quoteTick: 10n })).toBeNull();
  });

  test("clips one source that strays by more than five percent, and is the median when two do", () => {
    expect(indexOf([source(1_000), source(1_000), source(1_300)], 0, { ...plainRules, quoteTick: 1n })).toBe(1_017n);
    expect(indexOf([source(1_000), source(1_000), source(1_050)], 0, { ...plainRules, quoteTick: 1n })).toBe(1_017n);
    expect(indexOf([source(800), source(1_000), source(1_300)], 0, { ...plainRules, quoteTick: 1n })).toBe(1_000n);
  });

  test("gives a basis only where both sides carry the impact notional", () => {
    expect(basisSnapshot(100n, 103n, 106n)).toBe(4n);
    expect(basisSnapshot(100n, 93n, 96n)).toBe(-6n);
    expect([basisSnapshot(100n, null, 106n), basisSnapshot(100n, 103n, null)]).toEqual([0n, 0n]);
  });
});
