import { expect, test } from "bun:test";
import { termsOf } from "./trading-terms.ts";

test("each market has its mode, and the leverage of both modes", () => {
  const symbol = "PERP_ETH_USDC";
  const terms = termsOf(
    [{ symbol, default_margin_mode: "ISOLATED" }],
    [
      { symbol, margin_mode: "CROSS", leverage: 10 },
      { symbol, margin_mode: "ISOLATED", leverage: 25 },
      { symbol: "PERP_BTC_USDC", margin_mode: "CROSS", leverage: 3 },
    ],
  );
  expect([...terms]).toEqual([[symbol, { marginMode: "ISOLATED", leverage: { CROSS: 10, ISOLATED: 25 } }]]);
});
