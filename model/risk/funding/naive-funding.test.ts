// The model's prices and funding against the worked figures. Rules 12.2, 12.6.

import { describe, expect, test } from "bun:test";
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
} from "@evermark/engine/testing/vectors.ts";
import { exactParameters } from "../../state/records/naive-market.ts";
import { impactPrice, premiumOf } from "../prices/naive-prices.ts";
import {
  fundingFee,
  fundingRate,
  nextFundingTime,
  rateOfAverage,
  scaledPremium,
  unitaryFunding,
} from "./naive-funding.ts";

const HOUR = 3_600_000;

describe("the model's funding", () => {
  test("gives the worked rate for every average premium, period and limit", () => {
    for (const row of fundingRateFunction) {
      const average = rate(row.average_premium);
      const terms = { periodHours: BigInt(row.period_hours), cap: rate(row.cap), floor: -rate(row.cap) };
      const interest = { interestRate: rate("0.0001"), floorIr: -rate(row.cap_ir), capIr: rate(row.cap_ir) };
      expect(scaledPremium(average)).toBe(rate(row.f));
      expect(rateOfAverage(average, terms, interest)).toBe(rate(row.funding_rate));
      expect(fundingRate([average - 7n, average + 8n], terms, interest)).toBe(rate(row.funding_rate));
    }
  });

  test("is zero in a period without samples", () => {
    const terms = { periodHours: 8n, cap: 100n, floor: -100n };
    expect(fundingRate([], terms, { interestRate: 1_000_000n, floorIr: -100n, capIr: 4_000_000n })).toBe(0n);
  });

  test("is paid as worked out, with its residual", () => {
    const { inputs, outputs } = fundingPayment;
    const unitary = unitaryFunding(price(inputs.mark_price), rate(inputs.funding_rate));
    expect(unitary).toBe(scaled(outputs.unitary_funding, 18));
    const fees = outputs.rows.map((row) => fundingFee(quantity(row.position_qty), unitary));
    expect(fees).toEqual(outputs.rows.map((row) => money(row.charged)));
    expect(fees.reduce((a, b) => a + b)).toBe(money(outputs.residual_to_insurance_fund));
  });

  test("is due at whole periods of the day", () => {
    expect(nextFundingTime(0, 8n)).toBe(8 * HOUR);
    expect(nextFundingTime(8 * HOUR - 1, 8n)).toBe(8 * HOUR);
    expect(nextFundingTime(8 * HOUR, 4n)).toBe(12 * HOUR);
  });
});

test("the model's impact prices and premium are the worked ones", () => {
  const { inputs, outputs } = pricesVector;
  const { baseImr } = exactParameters(defaultMarket(inputs.symbol));
  const levels = (side: string[][]) => side.map(([at, size]) => ({ price: price(at!), quantity: quantity(size!) }));
  const bid = impactPrice(levels(inputs.bids), baseImr);
  const ask = impactPrice(levels(inputs.asks), baseImr);
  expect([bid, ask]).toEqual([price(outputs.impact_bid), price(outputs.impact_ask)]);
  expect(premiumOf(price(inputs.index_price), bid, ask)).toBe(rate(outputs.premium));
  expect(impactPrice(levels(inputs.bids.slice(0, 1)), baseImr)).toBeNull();
  expect(premiumOf(100n, null, 90n)).toBe(1_000_000_000n * -1n);
});
