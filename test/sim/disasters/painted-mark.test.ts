// On an empty book the mark followed any quotes: two quotes of fifteen dollars, shown for a second around a whole
// minute, moved it by two and a half per cent, and with it every account's margin. So did quotes of a respectable size
// that were shown only around the end of each minute, at no cost, because no one could take them within that second.
//
// Here a minute's snapshot counts only if both sides have the impact notional, it is always one of fifteen, and the
// mark stays within an eighth of the initial margin rate of the index. A position with the least margin for opening
// survives a mark painted from one bound to the other.

import { expect, test } from "bun:test";
import { START } from "@evermark/engine/testing/setup.ts";
import { DisasterStage } from "./disaster-stage.ts";

const MINUTE_MS = 60_000;

/** Until a second before the next whole minute, so that the tick after the next takes the minute's snapshot. */
function beforeMinute(stage: DisasterStage): void {
  const { now } = stage.venue.engine;
  stage.tick((MINUTE_MS - ((now - START) % MINUTE_MS)) / 1_000 - 1);
}

test("two quotes of dust do not move the mark", async () => {
  const stage = await DisasterStage.open([{ price: 150 }]);
  const bidder = stage.trader(1_000);
  const seller = stage.trader(1_000);
  for (let minute = 0; minute < 3; minute++) {
    beforeMinute(stage);
    expect(stage.limit(bidder, "BUY", 153.8, 0.1).status).toBe("NEW");
    expect(stage.limit(seller, "SELL", 153.9, 0.1).status).toBe("NEW");
    stage.tick(2);
    expect(stage.mark()).toBe(150);
    stage.cancelAll(bidder);
    stage.cancelAll(seller);
    stage.tick();
    expect(stage.mark()).toBe(150);
  }
  await stage.end();
});

test("quotes of the impact notional around the end of each minute move it by an eighth of a per cent at most", async () => {
  const stage = await DisasterStage.open([{ price: 150 }]);
  const bidder = stage.trader(100_000);
  const seller = stage.trader(100_000);
  const maker = stage.trader(10_000);
  const victim = stage.trader(15.92);
  stage.leverage(victim, 100);

  /** Quotes 108,080 or 101,850 on each side for two ticks; the impact notional is 100,000. @returns the resulting mark */
  const paint = (bid: number, ask: number): number => {
    beforeMinute(stage);
    expect(stage.limit(bidder, "BUY", bid, 700).status).toBe("NEW");
    expect(stage.limit(seller, "SELL", ask, 700).status).toBe("NEW");
    stage.tick(2);
    stage.cancelAll(bidder);
    stage.cancelAll(seller);
    return stage.mark();
  };

  // One of fifteen snapshots, at 4.45, would make the mark 150.297: the bound is 150.1875, which is rounded to the
  // tick.
  expect(paint(154.4, 154.5)).toBe(150.188);
  // Without the quotes the mark is the index.
  stage.tick();
  expect(stage.mark()).toBe(150);
  for (let minute = 0; minute < 16; minute++) expect(paint(154.4, 154.5)).toBe(150.188);

  // A position is opened at the painted mark with the least margin, and the mark is painted down to the other bound.
  stage.trade(victim, "BUY", maker, 150.188, 10);
  const lowest = [];
  for (let minute = 0; minute < 16; minute++) lowest.push(paint(145.5, 145.6));
  expect(Math.min(...lowest)).toBe(149.813);
  expect(lowest.at(-1)).toBe(149.813);
  expect(stage.isLiquidating(victim)).toBe(false);
  expect(stage.margin(victim).totalCollateral as number).toBe(11_268_872);
  expect(stage.position(victim).quantity as number).toBe(1_000);
  await stage.end();
});
