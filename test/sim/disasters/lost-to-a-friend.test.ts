// A market was halted by its operator, and its mark went on with the index. Who won by it lost what he had won to a friend
// in another market, by buying there at the far end of the price range; then the index came back, and he owed: 37,993 of a
// position of two million, on a swing of three per cent.
//
// Here a position that nobody can liquidate counts at the worse of the mark when that began and the mark now, so what it
// seems to have won is nobody's to lose.

import { expect, test } from "bun:test";
import { Stage, USDC } from "./disaster-stage.ts";
import { ETH, ETH_PRICE, PRICE, Wallets, walk } from "./ring-of-wallets.ts";

const FAR = ETH_PRICE * 1.029;
const LOSS = 0.029;
/** ETH, within the limits of a hundredfold. */
const ORDER_MAX = 150;

test("what a swing during a halt seems to win can't be lost to a friend elsewhere", async () => {
  const stage = await Stage.open([
    { symbol: "PERP_BTC_USDC", price: PRICE },
    { symbol: "PERP_ETH_USDC", price: ETH_PRICE },
  ]);
  stage.topUp(1_000_000);
  const wallets = new Wallets(stage);
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
