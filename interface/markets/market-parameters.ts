// Made by `npm run docs` from engine/language/market-parameters.ts. Changes here are overwritten.

import Type from "typebox";
import { decimalThatIs } from "../rows/shapes.ts";

/** What the row of a market shows of its parameters. */
export const shownParameters = {
  symbol: Type.String({ description: "PERP_<BASE>_USDC" }),
  quote_min: Type.Number({ description: "lowest order price" }),
  quote_max: Type.Number({ description: "highest order price" }),
  quote_tick: Type.Number({ description: "price step" }),
  base_min: Type.Number({ description: "smallest order quantity" }),
  base_max: Type.Number({ description: "largest order quantity" }),
  base_tick: Type.Number({ description: "quantity step" }),
  min_notional: Type.Number({ description: "smallest order value, in USDC" }),
  price_range: Type.Number({
    description: "how far beyond the mark price an order may be priced or executed, as a fraction",
  }),
  price_scope: Type.Number({ description: "how far behind the mark price an order may rest, as a fraction" }),
  base_imr: Type.Number({ description: "base initial margin ratio; 1 ÷ this is the highest leverage" }),
  base_mmr: Type.Number({ description: "base maintenance margin ratio" }),
  imr_factor: Type.Number({ description: "how fast margin ratios grow with notional" }),
  global_max_oi_cap: Type.Number({ description: "largest open interest of the market, in USDC" }),
  funding_period: Type.Integer({ description: "hours between funding payments" }),
  cap_funding: Type.Number({ description: "highest funding rate of one period, as a fraction" }),
  floor_funding: Type.Number({ description: "lowest funding rate of one period, as a fraction" }),
  cap_ir: Type.Number({ description: "highest interest part of the funding rate" }),
  floor_ir: Type.Number({ description: "lowest interest part of the funding rate" }),
  interest_rate: Type.Number({ description: "interest rate for 8 hours" }),
  liquidation_tier: Type.Integer({ description: "which tier of liquidation rules applies" }),
  std_liquidation_fee: Type.Number({ description: "fee rate that a liquidated account pays" }),
  liquidator_fee: Type.Number({ description: "part of that fee rate that the liquidator gets" }),
  claim_insurance_fund_discount: Type.Number({
    description: "discount on positions claimed from the insurance fund, at most base_mmr − base_imr ÷ 4",
  }),
  stop_slippage: Type.Number({
    description:
      "how far from the index price a triggered order without a limit price, or a close during a pause, may trade, as a fraction",
  }),
};

/** What an operator may change of a listed market. */
export const changeableParameters = {
  price_range: Type.Optional(
    decimalThatIs(
      "how far beyond the mark price an order may be priced or executed, as a fraction: a number above 0, below 1",
    ),
  ),
  price_scope: Type.Optional(
    decimalThatIs("how far behind the mark price an order may rest, as a fraction: a number above 0, below 1"),
  ),
  funding_period: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 8, description: "hours between funding payments: 1, 4 or 8" }),
  ),
  cap_funding: Type.Optional(
    decimalThatIs("highest funding rate of one period, as a fraction: a number from 0, below 1"),
  ),
  floor_funding: Type.Optional(
    decimalThatIs("lowest funding rate of one period, as a fraction: a number above -1, up to 0"),
  ),
  max_notional: Type.Optional(decimalThatIs("largest position of one account, in USDC: a number above 0")),
  global_max_oi_cap: Type.Optional(decimalThatIs("largest open interest of the market, in USDC: a number above 0")),
  sources: Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 64 }), {
      minItems: 1,
      maxItems: 32,
      description: "names of all sources of its index price: 1 to 32 names of price sources, each once",
    }),
  ),
  min_sources: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 32,
      description:
        "number of price sources that must have reported in the last ten seconds; with fewer, the index is in doubt: a whole number from 1, up to 32",
    }),
  ),
  cap_source_weights: Type.Optional(
    Type.Boolean({
      description:
        "whether the weight of each source is limited to 40 % while three or more sources count: true or false",
    }),
  ),
};
