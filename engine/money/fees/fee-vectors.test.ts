// The worked fee of rules 12.6, reached by commands: user fee, tag fee, venue, builder, referral and rebate.

import { expect, test } from "bun:test";
import { feeSplit, money, scaled } from "../../testing/vectors.ts";
import { feeAt } from "./charging.ts";
import { shareOf } from "./rebates.ts";

const { inputs, outputs } = feeSplit;
const notional = Number(money(inputs.notional));
const rateOf = (decimal: string) => Number(scaled(decimal, 5));
const fractionOf = (decimal: string) => Number(scaled(decimal, 8));
const micros = (decimal: string) => Number(money(decimal));

test("the worked fee: each term is rounded up on its own, each share down", () => {
  const userFee = feeAt(notional, rateOf(inputs.user_taker_rate));
  const tagFee = feeAt(notional, rateOf(inputs.order_enum_fee_rate));
  expect([userFee, tagFee, userFee + tagFee]).toEqual(
    [outputs.user_fee, outputs.order_enum_fee, outputs.trade_fee_total].map(micros),
  );
  const venue = Math.min(userFee, feeAt(notional, rateOf(inputs.base_taker_rate)));
  const builder = userFee - venue;
  expect([venue, builder]).toEqual([outputs.venue, outputs.builder_gross].map(micros));
  const [referrer, referee] = [inputs.referrer_share, inputs.referee_share].map((each) =>
    shareOf(builder, fractionOf(each)),
  );
  expect([referrer, referee, builder - referrer! - referee!]).toEqual(
    [outputs.referrer, outputs.referee, outputs.builder_net].map(micros),
  );
  expect(feeAt(notional, rateOf(inputs.maker_rate_negative))).toBe(micros(outputs.maker_rebate_fee));
});
