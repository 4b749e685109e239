// The sandbox's clock is moved forward by hours: everything due on the way happens as it would have, and simulated
// prices are reported before each tick, so that no market takes the jump for silence. Rules 6.5, 11.4.

import { expect, test } from "bun:test";
import type { EngineReader } from "@evermark/engine";
import { temporaryDirectory } from "@evermark/journal/testing/temporary-directory.ts";
import { defaultMarkets } from "@evermark/venue/configuration/default-markets.ts";
import { runInProcess } from "./outside/whole-venue.ts";

const HOUR_MS = 3_600_000;

test("eight hours on, markets of every period still trade and have settled their funding", async () => {
  using temporary = temporaryDirectory();
  // One market of each period: every second of the walk needs a price for every market.
  const byPeriod = new Map(defaultMarkets().map((each) => [each.parameters.fundingPeriodHours, each]));
  const running = await runInProcess(temporary.path, { prices: "simulated", markets: [...byPeriod.values()] });
  try {
    const { engine } = running.venue;
    await secondHasPassed(engine);
    const before = marketsOf(engine);
    expect(before.length).toBeGreaterThan(1);
    expect(before.every((market) => market.lastFundingTime === 0 && !market.liquidationHeld)).toBe(true);
    const moved = await fetch(`${running.url}/sandbox/clock`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ advance_ms: 8 * HOUR_MS }),
    });
    expect(moved.status).toBe(200);
    for (const { market, state, lastFundingTime, estFundingTime, parameters } of marketsOf(engine)) {
      const period = parameters.fundingPeriodHours * HOUR_MS;
      const due = before[market]!.nextFundingTime + 8 * HOUR_MS - period;
      expect({ market, state, lastFundingTime }).toEqual({ market, state: "ACTIVE", lastFundingTime: due } as never);
      expect(engine.now - estFundingTime).toBeLessThanOrEqual(15_000);
    }
  } finally {
    await running.stop();
  }
});

function marketsOf(engine: EngineReader) {
  return Array.from({ length: engine.marketCount }, (_, market) => engine.market(market));
}

/** Waits for the first tick after the start, which brings the first prices. */
async function secondHasPassed(engine: EngineReader): Promise<void> {
  while (engine.market(0).liquidationHeld) await Bun.sleep(20);
}
