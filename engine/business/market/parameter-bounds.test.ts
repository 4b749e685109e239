// The values with which a market can be listed, and to which they can be changed: each declared bound holds at its edge
// and not beyond, and so do the rules between parameters. Rules 1.2, 6.2, 6.5, 11.1.

import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { type PriceE8, priceE8, quantityE8, ratioE10 } from "../../base/units.ts";
import {
  BOUNDS_SINCE,
  CHANGEABLE,
  INITIAL_PRICE,
  MARKET_PARAMETERS,
  type MarketParameter,
  type MarketParameters,
} from "../../language/market-parameters.ts";
import { expectedOf } from "../../language/parameter-bounds.ts";
import type { NamedParameter } from "../../language/parameter-declaration.ts";
import { Market } from "../../memory/market/market.ts";
import { LiquidationWorld } from "../../testing/liquidation-world.ts";
import { anyParametersOf, edgesOf, isNumber } from "../../testing/parameter-values.ts";
import { START } from "../../testing/setup.ts";
import { ONE } from "../../testing/small-exchange.ts";
import { defaultMarket } from "../../testing/vectors.ts";
import { refuseListing } from "./listing-rule.ts";

const eth = defaultMarket("PERP_ETH_USDC");
const initialPrice = 3_000 * ONE;
const listed: Readonly<Record<string, unknown>> = { ...eth, initialPrice };

/** What a listing with these changes is refused for: the key and the expected values. */
function refusal(changes: object, behaviour = BOUNDS_SINCE): string | undefined {
  const { initialPrice: price, ...parameters } = { ...eth, initialPrice, ...changes };
  const rejected = refuseListing(parameters, price, behaviour);
  return rejected === null ? undefined : `${rejected.detail.field}: ${rejected.detail.expected}`;
}

const named = (count: number) => Array.from({ length: count }, (_, n) => `source-${n}`);
const outOfBounds = (declared: NamedParameter) => `${declared.name}: ${expectedOf(declared)}`;
const numbers: readonly NamedParameter[] = [...MARKET_PARAMETERS.filter(isNumber), INITIAL_PRICE];

describe("a market is listed", () => {
  test.each(numbers.map((each) => [each.name, each] as const))("with a %s up to its bounds", (_, declared) => {
    const { inside, outside } = edgesOf(declared, listed);
    expect(inside.length + outside.length).toBeGreaterThan(1);
    // Another rule may still be violated there, but not this bound.
    for (const value of inside) expect(refusal({ [declared.field]: value })).not.toBe(outOfBounds(declared));
    for (const value of outside) expect(refusal({ [declared.field]: value })).toBe(outOfBounds(declared));
    for (const value of [Number.NaN, 0.5, 2 ** 53, undefined]) {
      expect(refusal({ [declared.field]: value })).toBe(outOfBounds(declared));
    }
  });

  test("with valid names and switches", () => {
    const wrong: readonly (readonly [string, unknown, string])[] = [
      ["symbol", "PERP_eth_USDC", "symbol: PERP_<BASE>_USDC with upper-case letters and digits"],
      ["sources", [], "sources: 1 to 32 names of price sources, each once"],
      ["sources", ["a", "a"], "sources: 1 to 32 names of price sources, each once"],
      ["sources", ["a", ""], "sources: 1 to 32 names of price sources, each once"],
      ["sources", named(33), "sources: 1 to 32 names of price sources, each once"],
      ["gated", "yes", "gated: true or false"],
      ["capsWeights", 1, "cap_source_weights: true or false"],
    ];
    for (const [field, value, expected] of wrong) expect(refusal({ [field]: value })).toBe(expected);
    expect(refusal({ sources: named(32) })).toBeUndefined();
  });

  test("with parameters that fit each other", () => {
    const discount =
      "claim_insurance_fund_discount: 0 up to base_mmr − base_imr ÷ 4, which is what maintenance margin leaves when the mark price has moved as far as it may";
    expect(refusal({ quoteTick: 1, baseTick: 1_000_000, baseMin: 1_000_000 })).toBe(
      "base_tick: quote_tick × base_tick to be a multiple of 0.000001 USDC",
    );
    expect(refusal({ claimInsuranceFundDiscount: 35_000_001 })).toBe(discount);
    expect(refusal({ claimInsuranceFundDiscount: 35_000_000 })).toBeUndefined();
    // The mark at an eighth of initial margin above and below the index leaves nothing of a maintenance margin of a
    // quarter of it.
    expect(refusal({ baseMmr: 24_999_999, claimInsuranceFundDiscount: 0 })).toBe(discount);
    expect(refusal({ imrFactor: 2 ** 53 - 1 })).toContain("imr_factor: base_mmr × imr_factor below 2^53");
    expect(refusal({ minSources: 3 })).toBeUndefined();
    expect(refusal({ minSources: 4 })).toBe("min_sources: a whole number from 1 to that of sources");
  });

  test("and says which value is wrong", () => {
    expect(refuseListing({ ...eth, capFunding: ratioE10(-1) }, initialPrice, BOUNDS_SINCE)).toMatchObject({
      name: "invalid_parameter",
      message: "cap_funding of PERP_ETH_USDC is invalid: -0.0000000001, expected a number from 0, below 1",
      detail: { field: "cap_funding" },
    });
  });

  test("in journals of earlier behaviours, also with values that were not checked then", () => {
    const before = (changes: object) => refusal(changes, BOUNDS_SINCE - 1);
    for (const { field } of MARKET_PARAMETERS.filter(({ formerly }) => formerly === null)) {
      if (field !== "liquidatorFee" && field !== "stdLiquidationFee") expect(before({ [field]: -1 })).toBeUndefined();
    }
    expect(before({ maxMarkDeviation: 0 })).toBeUndefined();
    expect(before({ maxMarkDeviation: -1 })).toContain("max_mark_deviation");
    expect(before({ quoteMax: eth.quoteMax + 1 })).toBeUndefined();
    expect(before({ initialPrice: 1 })).toBeUndefined();
    expect(before({ initialPrice: 0 })).toContain("initial_price");
    expect(before({ sources: named(33) })).toBeUndefined();
    expect(before({ sources: [] })).toContain("sources");
    for (const always of numbers.filter(({ formerly }) => formerly === undefined)) {
      for (const value of edgesOf(always, listed).outside) {
        expect(before({ [always.field]: value })).toBe(outOfBounds(always));
      }
    }
  });

  test("whatever its parameters, it is refused or the engine can compute with them", () => {
    let accepted = 0;
    fc.assert(
      fc.property(anyParametersOf(eth), (parameters) => {
        const price = parameters.quoteMin + parameters.quoteTick;
        if (refuseListing(parameters, price, BOUNDS_SINCE) !== null) return;
        accepted += 1;
        const market = new Market(0, parameters, price as PriceE8, START);
        expect(market.unit).toBeGreaterThan(0);
        expect(Number.isSafeInteger(market.unit)).toBe(true);
        expect(market.ratios.maxLeverage).toBeGreaterThan(0);
      }),
      { numRuns: 1_000 },
    );
    expect(accepted).toBeGreaterThan(100);
  });
});

describe("a listed market is changed", () => {
  const change = (changes: object, behaviour = BOUNDS_SINCE) => {
    const world = new LiquidationWorld({ ETH: 3_000 });
    world.state.behaviour = behaviour;
    const answer = world.apply({ type: "set_market_rules", at: START, market: 0, ...changes });
    const { rejection } = answer;
    const { parameters, funding } = world.market("ETH");
    const now = { ...parameters, ...funding.pending };
    return { refused: rejection === null ? undefined : `${rejection.detail.field}: ${rejection.detail.expected}`, now };
  };
  const changed = CHANGEABLE.filter(isNumber).map((each) => [each.name, each] as const);

  test.each(changed)("in its %s up to its bounds, under every behaviour", (_, declared: MarketParameter) => {
    const { field } = declared;
    const { inside, outside } = edgesOf(declared, listed);
    for (const behaviour of [BOUNDS_SINCE - 1, BOUNDS_SINCE]) {
      for (const value of inside) {
        const { refused, now } = change({ [field]: value }, behaviour);
        expect(refused).not.toBe(outOfBounds(declared));
        if (refused === undefined) expect(now[field] as number).toBe(value);
      }
    }
    for (const value of outside) expect(change({ [field]: value }).refused).toBe(outOfBounds(declared));
    for (const value of [null, undefined]) {
      const { refused, now } = change({ [field]: value });
      expect([refused, now[field]]).toEqual([undefined, world0()[field]]);
    }
  });

  const world0 = (): MarketParameters => new LiquidationWorld({ ETH: 3_000 }).market("ETH").parameters;

  test("in its sources, which are names", () => {
    expect(change({ sources: ["x", "x"] }).refused).toBe("sources: 1 to 32 names of price sources, each once");
    expect(change({ sources: ["x", "y"], capsWeights: true }).now).toMatchObject({ capsWeights: true });
  });

  test("and keeps parameters that cannot be changed", () => {
    const fields: readonly string[] = CHANGEABLE.map(({ field }) => field);
    const changes = { quoteTick: priceE8(7), baseTick: quantityE8(7), baseImr: ratioE10(7) };
    expect(Object.keys(changes).some((field) => fields.includes(field))).toBe(false);
    expect(change(changes).now).toEqual(world0());
  });
});
