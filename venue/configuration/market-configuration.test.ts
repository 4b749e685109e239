import { expect, test } from "bun:test";
import { DEFAULT_MARKET_ROWS } from "./default-markets.ts";
import { readMarket } from "./market-configuration.ts";

const bitcoin = DEFAULT_MARKET_ROWS[0]!;

function mistakeIn(changes: Record<string, unknown>): unknown {
  const reading = readMarket({ ...bitcoin, ...changes }, ["a", "b", "c"]);
  return "mistake" in reading ? reading.mistake : null;
}

test("numbers and texts are read alike", () => {
  const asText = readMarket({ ...bitcoin, imr_factor: "0.0000000910" }, ["a"]);
  const asNumber = readMarket({ ...bitcoin, imr_factor: 9.1e-8 }, ["a"]);
  expect(asText).toMatchObject({ market: { parameters: { imrFactor: 910 } } });
  expect(asNumber).toEqual(asText);
});

test("a missing figure is named", () => {
  expect(mistakeIn({ base_imr: undefined })).toEqual({
    key: "base_imr",
    value: undefined,
    expected: "a number with at most 10 decimals",
  });
});

// The bounds of each number are tested in test/venue/market-parameters.test.ts.
test.each([
  ["symbol", "BTC", "PERP_<BASE>_USDC with upper-case letters and digits"],
  ["symbol", 7, "PERP_<BASE>_USDC with upper-case letters and digits"],
  ["base_tick", 0.000001, "a multiple of 0.000001 USDC"],
  // The mark of BTC may be an eighth of 0.01 from the index; 0.006 less that is 0.00475.
  ["liquidator_fee", 0.0012499999, "at least how far the mark price may be from the index"],
  ["liquidator_fee", 0.0047500001, "and at most base_mmr less that"],
  // 0.006 − 0.01 ÷ 4 = 0.0035.
  ["claim_insurance_fund_discount", 0.0035000001, "0 up to base_mmr − base_imr ÷ 4"],
  ["imr_factor", 900_000, "base_mmr × imr_factor below 2^53"],
  ["cap_ir", 0.00000000001, "a number with at most 10 decimals"],
  ["mark_factor", 7.55, "a number with at most 1 decimal"],
  ["min_sources", 1.5, "a whole number"],
  ["min_sources", 4, "a whole number from 1 to that of sources"],
  ["gated", "yes", "true or false"],
  ["cap_source_weights", "yes", "true or false"],
  ["sources", "sim-a", "1 to 32 names of price sources, each once"],
  ["sources", ["a", "a"], "1 to 32 names of price sources, each once"],
  ["sources", ["a", 1], "1 to 32 names of price sources, each once"],
  ["sources", [], "1 to 32 names of price sources, each once"],
])("%s = %p can't be listed", (key, value, expected) => {
  expect(mistakeIn({ [key]: value })).toEqual({ key, value, expected: expect.stringContaining(expected) });
});

test("a production venue requires three sources and caps their weights, unless configured otherwise", () => {
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
