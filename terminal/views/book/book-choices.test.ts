import { expect, test } from "bun:test";
import { readBookChoices } from "./book-choices.ts";

test("stored choices about the book are used as far as they fit", () => {
  const usual = { sides: "both", addsUp: true, unit: "base", steps: {} } as const;
  for (const stored of [undefined, null, 7, "both", [], { sides: "top", addsUp: 1, unit: "lots", steps: null }]) {
    expect(readBookChoices(stored)).toEqual(usual);
  }
  const steps = { PERP_BTC_USDC: 50, PERP_ETH_USDC: "1", PERP_SOL_USDC: -1, PERP_XRP_USDC: Number.NaN };
  expect(readBookChoices({ sides: "asks", addsUp: false, unit: "quote", steps })).toEqual({
    sides: "asks",
    addsUp: false,
    unit: "quote",
    steps: { PERP_BTC_USDC: 50 },
  });
});
