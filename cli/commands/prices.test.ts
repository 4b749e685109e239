import { expect, test } from "bun:test";
import type { ShownSource } from "@evermark/venue/prices/feeds/feeds-view.ts";
import { linesOfPrices } from "./prices.ts";

test("each source has a row that says whether it counts, and if not, why", () => {
  const source: ShownSource = {
    ...{ name: "kraken", feed: "kraken", pair: "BTC/USD", currency: "USD", price: "60000.1", converted: "60000.1" },
    ...{ age_seconds: 1, weight: "1", counts: true, reason: "", state: "open", reconnects: 2, trouble: "", refused: 0 },
  };
  const silent: ShownSource = {
    ...{ ...source, name: "binance", feed: "binance", pair: "BTCUSDT", currency: "USDT", price: null, converted: null },
    ...{ age_seconds: null, counts: false, reason: "no quote yet", state: "waiting", trouble: "no answer" },
  };
  const lines = linesOfPrices([
    { of: "PERP_BTC_USDC", index: "60000.1", needed: 3, counting: 1, sources: [source, silent] },
  ]);
  expect(lines[1]).toContain("kraken   kraken   BTC/USD (USD)");
  expect(lines[1]).toMatch(/ 60000\.1 .* yes .* 60000\.1$/);
  expect(lines[2]).toContain("no quote yet: no answer");
  expect(lines.at(-1)).toBe("PERP_BTC_USDC: 1 sources count, 3 have to");
});
