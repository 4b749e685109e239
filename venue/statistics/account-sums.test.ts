import { expect, test } from "bun:test";
import { micros, priceE8, quantityE8 } from "@evermark/engine";
import { memoryVenue } from "../testing/memory-venue.ts";
import { AccountDay } from "./day-result.ts";
import { createMarketStatistics } from "./market-statistics.ts";

test("statistics restored from history show the same last day of an account as those that saw it", async () => {
  const { venue, engine, apply, openAccount, setNow, setPrice } = memoryVenue();
  const market = engine.findMarket("PERP_ETH_USDC");
  const [maker, taker] = [1, 2].map(() => openAccount({ brokerId: "small", usdc: 100_000 }).account) as [
    number,
    number,
  ];
  const indexPrice = (price: number) => setPrice("PERP_ETH_USDC", price);
  const place = (account: number, side: "BUY" | "SELL", price: number) =>
    apply({
      ...{ type: "place_order", account, market, side, orderType: "LIMIT", price: priceE8(price * 1e8) },
      ...{ quantity: quantityE8(2e8), amount: micros(0), visible: quantityE8(-1), reduceOnly: false },
      ...{ clientOrderId: "", slippage: 0, level: -1, postOnlyAdjust: false, tag: "", marginMode: "", inBatch: false },
    });

  indexPrice(2_500);
  place(maker, "SELL", 2_500);
  place(taker, "BUY", 2_500);
  setNow(venue.clock.now() + 90_000);
  place(maker, "SELL", 2_500);
  place(taker, "BUY", 2_500);
  indexPrice(2_510);

  const loaded = createMarketStatistics(engine, venue.clock);
  const asked = loaded.wanted();
  loaded.restore(await venue.history.runningFigures(asked, venue.sequencer.appliedPosition), asked);
  expect(venue.statistics.fillSums(taker)).toMatchObject([{ market, marginMode: "CROSS", fee: 6_000_000 }]);
  for (const account of [maker, taker]) {
    expect(loaded.fillSums(account)).toEqual(venue.statistics.fillSums(account));
  }
  // 4 × 10 minus twice 3.
  expect(new AccountDay(venue, taker).total()).toEqual({ pnl: 34_000_000, fee: 6_000_000 });
});
