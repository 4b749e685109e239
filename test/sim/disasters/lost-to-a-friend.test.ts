// A market was halted by its operator, and its mark went on with the index. A trader with a profit there lost it on
// purpose to a second wallet in another market, by buying at the far end of the price range; then the index came back,
// and the first wallet was in debt: 37,993 on a position of two million, for a swing of three per cent.
//
// Here a position that can't be liquidated counts at the worse of the mark at the start of the halt and the mark now,
// so that a profit made meanwhile can't be spent.

import { expect, test } from "bun:test";
import { DisasterStage, USDC } from "./disaster-stage.ts";
import { ETH, ETH_PRICE, PRICE, RingWallets, walk } from "./ring-of-wallets.ts";

const FAR = ETH_PRICE * 1.029;
const LOSS = 0.029;
/** Order size in ETH, within the limits at a leverage of 100. */
const ORDER_MAX = 150;

test("an apparent profit from a swing during a halt can't be lost to another wallet elsewhere", async () => {
  const stage = await DisasterStage.open([
    { symbol: "PERP_BTC_USDC", price: PRICE },
    { symbol: "PERP_ETH_USDC", price: ETH_PRICE },
  ]);
  stage.topUp(1_000_000);
  const wallets = new RingWallets(stage);
  const [long] = wallets.pair();
  const friend = wallets.open(100_000);
  stage.accepted({ type: "set_market_state", market: 0, state: "HALTED", reason: "" } as never);
  walk(stage, PRICE, PRICE * 1.03);
  for (let round = 0; round < 20; round++) {
    const { totalCollateral, initialMargin } = stage.margin(long);
    const most = (totalCollateral - initialMargin) / USDC / (LOSS + 0.012) / ETH_PRICE;
    const size = Math.min(ORDER_MAX, Math.floor(most * 10) / 10);
    if (size < 0.1) break;
    wallets.meet(long, "BUY", friend, FAR, size, ETH);
    const held = stage.position(long, ETH).quantity as number;
    if (held > 0) wallets.meet(long, "SELL", friend, ETH_PRICE, size, ETH);
  }
  wallets.leave(friend);
  walk(stage, PRICE * 1.03, PRICE);
  stage.accepted({ type: "set_market_state", market: 0, state: "ACTIVE", reason: "" } as never);
  stage.tick(15);
  expect(wallets.gain).toBeLessThanOrEqual(0);
  await stage.end();
});
