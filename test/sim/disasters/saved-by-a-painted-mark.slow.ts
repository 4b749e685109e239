// While a market's sources were silent, its holders could still trade elsewhere "at the mark or better", so that
// nothing could be lost to a second wallet. But the other market's mark could be painted: by buying at its upper bound
// and selling at its lower one, round after round, the margin of a position that had already lost went to the second
// wallet: 7,265 of it.
//
// Here such a position counts at the worse of its two marks, and needs margin for a jump; an account with less opens
// nothing, and closes once, within one per cent of the index.

import { expect, test } from "bun:test";
import { DisasterStage } from "./disaster-stage.ts";
import { ETH, ETH_PRICE, PRICE, RingWallets } from "./ring-of-wallets.ts";

const SIZE_ETH = 150;
const ROUNDS = 12;
/** Minutes with painted ends, which take the mark from one bound to the other. */
const MINUTES = 4;

test("the margin of a position that can't be liquidated stays with it", async () => {
  const stage = await DisasterStage.open([
    { symbol: "PERP_BTC_USDC", price: PRICE },
    { symbol: "PERP_ETH_USDC", price: ETH_PRICE },
  ]);
  stage.topUp(1_000_000);
  // Without maker fees, a trade at the mark costs nothing.
  stage.accepted({ type: "set_broker_fees", broker: 0, takerFee: 30, makerFee: 0 } as never);
  const wallets = new RingWallets(stage);
  const [loser, winner] = [wallets.open(50_000), wallets.open(50_000)];
  const painters = [wallets.open(300_000), wallets.open(300_000)] as const;
  wallets.meet(loser, "BUY", winner, PRICE, 20);
  stage.says("silent");
  stage.tick(25);
  // The price is at 52,000 by now, but no source reports it.
  for (let round = 0; round < ROUNDS; round++) {
    const up = round % 2 === 0;
    for (let minute = 0; minute < MINUTES; minute++) wallets.paint(painters, up ? 0.028 : -0.0285);
    for (const painter of painters) stage.cancelAll(painter, ETH);
    wallets.meet(painters[0], up ? "SELL" : "BUY", loser, stage.mark(ETH), SIZE_ETH, ETH);
  }
  stage.says(PRICE * 0.87);
  stage.tick(45);
  // The bound is a pair's gain over a pause; what was rescued beyond its debt is less than one per cent of what it
  // closed.
  const bound = 20 * PRICE * 0.13 - 50_000;
  expect(wallets.gain).toBeLessThanOrEqual(bound);
  await stage.end();
});
