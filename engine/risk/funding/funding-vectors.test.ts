// Funding against the worked figures. Rules 12.2, 12.6.

import { expect, test } from "bun:test";
import { priceE8, quantityE8, ratioE10 } from "../../base/units.ts";
import { INSURANCE } from "../../memory/account/accounts.ts";
import { EventLog } from "../../testing/event-log.ts";
import { listMarket, START } from "../../testing/setup.ts";
import { A, B, C, SmallExchange } from "../../testing/small-exchange.ts";
import {
  defaultMarket,
  fundingPayment,
  fundingRateFunction,
  money,
  price,
  pricesVector,
  quantity,
  rate,
  scaled,
} from "../../testing/vectors.ts";
import { impactNotional, impactPrice, premium } from "../prices/impact.ts";
import { payFunding } from "./payment.ts";
import { rateOfAverage, weighted } from "./rate.ts";

test("the rate of every worked average premium", () => {
  expect(fundingRateFunction.length).toBe(24);
  for (const row of fundingRateFunction) {
    const e10 = (decimal: string) => ratioE10(Number(rate(decimal)));
    const terms = {
      fundingPeriodHours: row.period_hours,
      capFunding: e10(row.cap),
      floorFunding: e10(`-${row.cap}`),
      capIr: e10(row.cap_ir),
      floorIr: e10(`-${row.cap_ir}`),
      interestRate: e10("0.0001"),
    };
    const average = rate(row.average_premium);
    expect([weighted(average), rateOfAverage(average, terms)]).toEqual([rate(row.f), e10(row.funding_rate)]);
  }
});

test("the worked impact prices and premium", () => {
  const { inputs, outputs } = pricesVector;
  const notional = impactNotional(defaultMarket(inputs.symbol).baseImr);
  expect(notional).toBe(money(inputs.impact_margin_notional));
  const side = (levels: readonly string[][]) =>
    impactPrice(
      levels.map(([at, size]) => ({ price: price(at!), quantity: quantity(size!) })),
      notional,
    );
  const [bid, ask] = [side(inputs.bids), side(inputs.asks)];
  expect([bid, ask]).toEqual([price(outputs.impact_bid), price(outputs.impact_ask)]);
  expect(premium(price(inputs.index_price), bid, ask)).toBe(rate(outputs.premium));
});

test("an impact price is the nearest step, a half up", () => {
  const [cheap, dear] = [100_000_000n, 100_000_001n];
  const price = (first: bigint, second: bigint) =>
    impactPrice(
      [
        { price: cheap, quantity: first },
        { price: dear, quantity: second },
      ],
      (cheap * first + dear * second) / 10n ** 10n,
    );
  const lot = 10n ** 10n;
  expect([price(2n * lot, lot), price(lot, lot), price(lot, 2n * lot)]).toEqual([cheap, dear, dear]);
});

test("a rate is rounded to the nearest hundred-millionth, halves away from zero", () => {
  const none = { capIr: ratioE10(0), floorIr: ratioE10(0), interestRate: ratioE10(0) };
  const terms = { ...none, fundingPeriodHours: 8, capFunding: ratioE10(10_000), floorFunding: ratioE10(-10_000) };
  expect([149n, 150n, -149n, -150n].map((average) => rateOfAverage(average, terms) as number)).toEqual([
    100, 200, -100, -200,
  ]);
});

test("the worked payment, row by row, and its residual to the insurance fund", () => {
  const { inputs, outputs } = fundingPayment;
  const exchange = new SmallExchange();
  const markPrice = Number(price(inputs.mark_price));
  const maxMarkDeviation = ratioE10(1);
  exchange.apply(listMarket({ ...defaultMarket(inputs.symbol), maxMarkDeviation }, markPrice));
  exchange.apply({ type: "set_index_prices", at: START, prices: [{ market: 1, price: priceE8(markPrice) }] });
  const sizes = outputs.rows.map((row) => Number(quantity(row.position_qty)));
  for (const [i, seller] of [B, C].entries()) {
    const order = { market: 1, price: priceE8(markPrice), quantity: quantityE8(-sizes[i + 1]!) };
    exchange.order(seller, "SELL", "LIMIT", 0, 0, order);
    exchange.order(A, "BUY", "LIMIT", 0, 0, order);
  }
  const market = exchange.state.markets[1]!;
  market.sumUnitaryFunding = scaled(inputs.sum_unitary_funding_before, 18);
  // One sample of zero premium, so that the rate is the interest alone.
  const worked = Number(rate(inputs.funding_rate));
  market.parameters = { ...market.parameters, interestRate: ratioE10(worked), capIr: ratioE10(worked) };
  market.funding.premiums = 1;
  const costs = () =>
    [A, B, C, INSURANCE].map((account) => {
      const row = exchange.state.rows.find(account, 1, "CROSS");
      return row === -1 ? 0 : exchange.state.rows.cost(row);
    });
  const before = costs();
  exchange.state.now = market.funding.nextAt as typeof exchange.state.now;
  const log = new EventLog(exchange);
  expect(payFunding(exchange.state, market, exchange.state.now, log)).toBe(true);
  const charged = outputs.rows.map((row) => Number(money(row.charged)));
  const residual = Number(money(outputs.residual_to_insurance_fund));
  expect(costs().map((cost, i) => cost - before[i]!)).toEqual([...charged, -residual]);
  expect(market.sumUnitaryFunding).toBe(scaled(outputs.sum_unitary_funding_after, 18));
  expect(log.fundings.map((event) => [event.type, event.type === "paid" ? event.account : -1])).toEqual([
    ["applied", -1],
    // By account id, which decreases in the order of opening.
    ["paid", C],
    ["paid", B],
    ["paid", A],
  ]);
  exchange.state.touched.clear();
  exchange.engine.audit();
});
