import { expect, test } from "bun:test";
import { DEFAULT_MARKET_ROWS } from "./default-markets.ts";
import { readMarket } from "./market-configuration.ts";

const bitcoin = DEFAULT_MARKET_ROWS[0]!;

function mistakeIn(changes: Record<string, unknown>): unknown {
  const reading = readMarket({ ...bitcoin, ...changes }, []);
  return "mistake" in reading ? reading.mistake : null;
}

const DISCOUNT =
  "0 up to base_mmr − base_imr ÷ 4, which is what maintenance margin leaves when the mark price has moved as far as it may";
const LIQUIDATOR = "at least how far the mark price may be from the index, and at most base_mmr less that";

test("numbers and texts are read alike", () => {
  const asText = readMarket({ ...bitcoin, imr_factor: "0.0000000910" }, []);
  const asNumber = readMarket({ ...bitcoin, imr_factor: 9.1e-8 }, []);
  expect(asNumber).toEqual(asText);
});

test("a missing figure is named", () => {
  expect(mistakeIn({ base_imr: undefined })).toEqual({
    key: "base_imr",
    value: undefined,
    expected: "a number with at most 10 decimals",
  });
});

test.each([
  ["symbol", "BTC", "PERP_<BASE>_USDC with upper-case letters and digits"],
  ["quote_tick", 0, "a number above 0"],
  ["base_tick", 0.000001, "quote_tick × base_tick to be a multiple of 0.000001 USDC"],
  ["quote_min", 0.05, "a multiple of quote_tick, 0 or more"],
  ["quote_max", 0, "a multiple of quote_tick above quote_min"],
  ["base_min", 0, "a multiple of base_tick above 0"],
  ["base_max", 0.000005, "a number not below base_min"],
  ["price_range", 1, "a number between 0 and 1"],
  ["base_mmr", 0.01, "a number above 0 and below base_imr"],
  ["funding_period", 3, "1, 4 or 8"],
  ["floor_funding", 0.001, "a number between -1 and 0"],
  ["liquidation_tier", 3, "1 or 2"],
  ["liquidator_fee", 0.007, "0 up to std_liquidation_fee"],
  // The mark of BTC may be an eighth of 0.01 from the index; 0.006 less that is 0.00475.
  ["liquidator_fee", 0.0012499999, LIQUIDATOR],
  ["liquidator_fee", 0.0047500001, LIQUIDATOR],
  // 0.006 − 0.01 ÷ 4 = 0.0035.
  ["claim_insurance_fund_discount", 0.0035000001, DISCOUNT],
  ["claim_insurance_fund_discount", -0.001, DISCOUNT],
  ["initial_price", 60_000.05, "a multiple of quote_tick above quote_min, at most quote_max"],
  ["cap_ir", 0.00000000001, "a number with at most 10 decimals"],
  ["max_index_jump", 0, "a number above 0, at most 1"],
  ["stop_slippage", 0, "a number between 0 and 1"],
  ["stop_slippage", 1, "a number between 0 and 1"],
  ["gated", "yes", "true or false"],
  ["cap_source_weights", "yes", "true or false"],
  ["sources", "sim-a", "a list of names of price sources, each once"],
  ["sources", ["a", "a"], "a list of names of price sources, each once"],
  ["min_sources", 0, "a whole number from 1 to that of sources"],
  ["min_sources", 1.5, "a whole number"],
])("%s = %p can't be listed", (key, value, expected) => {
  expect(mistakeIn({ [key]: value })).toEqual({ key, value, expected });
});

test("a production venue asks for three sources and caps their weights, unless it is configured", () => {
  const three = { ...bitcoin, sources: ["a", "b", "c"] };
  expect(readMarket(three, [], "production")).toMatchObject({
    market: { parameters: { minSources: 3, capsWeights: true } },
  });
  expect(readMarket({ ...three, min_sources: 2, cap_source_weights: false }, [], "production")).toMatchObject({
    market: { parameters: { minSources: 2, capsWeights: false } },
  });
  expect(readMarket({ ...three, sources: ["a", "b"] }, [], "production")).toEqual({
    mistake: { key: "min_sources", value: "its default", expected: "a whole number from 1 to that of sources" },
  });
});

test("a discount of base_mmr − base_imr ÷ 4 can be listed", () => {
  expect(mistakeIn({ claim_insurance_fund_discount: 0.0035 })).toBeNull();
});
