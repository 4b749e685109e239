// Where a market's sources were silent, its holders might still trade elsewhere "at the mark or better", so that nothing
// was lost to a friend. But the other market's mark could be painted: bought at its upper bound and sold at its lower one,
// round after round, the margin of a position that had lost already went to a friend: 7,265 of it.
//
// Here such a position counts at the worse of its two marks, and needs margin for a jump; who has less opens nothing, and
// closes within one per cent of the index, once.

import { expect, test } from "bun:test";
import { Stage } from "./disaster-stage.ts";
import { ETH, ETH_PRICE, PRICE, Wallets } from "./ring-of-wallets.ts";

const SIZE_ETH = 150;
const ROUNDS = 12;
/** Painted ends of minutes that take the mark from one bound to the other. */
const MINUTES = 4;

test("the margin of a position that nobody can liquidate stays with it", async () => {
  const stage = await Stage.open([
    { symbol: "PERP_BTC_USDC", price: PRICE },
    { symbol: "PERP_ETH_USDC", price: ETH_PRICE },
  ]);
  stage.topUp(1_000_000);
  // Makers pay nothing, so that what is at the mark costs nothing at the mark.
  stage.accepted({ type: "set_broker_fees", broker: 0, takerFee: 30, makerFee: 0 } as never);
  const wallets = new Wallets(stage);
  const [loser, winner] = [wallets.open(50_000), wallets.open(50_000)];
  const painters = [wallets.open(300_000), wallets.open(300_000)] as const;
  wallets.meet(loser, "BUY", winner, PRICE, 20);
  stage.says("silent");
  stage.tick(25);
  // The price is at 52,000 by now, and nobody says so.
  for (let round = 0; round < ROUNDS; round++) {
    const up = round % 2 === 0;
    for (let minute = 0; minute < MINUTES; minute++) wallets.paint(painters, up ? 0.028 : -0.0285);
    for (const painter of painters) stage.cancelAll(painter, ETH);
    wallets.meet(painters[0], up ? "SELL" : "BUY", loser, stage.mark(ETH), SIZE_ETH, ETH);
  }
  stage.says(PRICE * 0.87);
  stage.tick(45);
  // Beyond what it owed for, the move of a pair over a pause: what was rescued is less than one per cent of what it closed.
  const bound = 20 * PRICE * 0.13 - 50_000;
  expect(wallets.gain).toBeLessThanOrEqual(bound);
  await stage.end();
});
