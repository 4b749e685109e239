// While one of its markets was halted, an account was taken over elsewhere: its rows there went to the fund, and its
// money stayed with it, for the halted row. It was settled at mark prices, which a second wallet had painted in its
// favour, and so it kept a part of the fund's money when the halted market resumed: an eighth of base_imr of what was
// taken over, 825 of 660,000.
//
// Here such an account is settled at index prices: the difference between mark and index is compensated.

import { expect, test } from "bun:test";
import { DisasterStage } from "./disaster-stage.ts";
import { ETH, ETH_PRICE, PRICE, RingWallets, walk } from "./ring-of-wallets.ts";

/** Position size in ETH, placed in orders of the largest allowed size. */
const SIZE_ETH = 220;
const ORDERS = 2;
const SIZE = 33;
/** Slightly more than both positions need. */
const STAKE = 27_500;
/** A fall within one second, so far that not even a liquidator's fee could be paid. */
const FALL = 0.985;
/** Minutes with painted ends, which take the mark to its bound. */
const MINUTES = 4;

test("painted quotes earn nothing from a take-over while another market is halted", async () => {
  const stage = await DisasterStage.open([
    { symbol: "PERP_BTC_USDC", price: PRICE },
    { symbol: "PERP_ETH_USDC", price: ETH_PRICE },
  ]);
  stage.topUp(1_000_000);
  stage.accepted({ type: "set_broker_fees", broker: 0, takerFee: 30, makerFee: 0 } as never);
  const wallets = new RingWallets(stage);
  const [holder, friend] = [wallets.open(STAKE), wallets.open(400_000)];
  const painters = [wallets.open(300_000), wallets.open(300_000)] as const;
  wallets.meet(holder, "BUY", friend, PRICE, SIZE);
  for (let order = 0; order < ORDERS; order++) wallets.meet(holder, "SELL", friend, ETH_PRICE, SIZE_ETH / ORDERS, ETH);
  expect(stage.position(holder, ETH).quantity as number).toBe(-SIZE_ETH * 10_000);
  stage.accepted({ type: "set_market_state", market: 0, state: "HALTED", reason: "" } as never);
  for (let minute = 0; minute < MINUTES; minute++) wallets.paint(painters, -0.0285);
  expect(stage.mark(ETH)).toBeLessThan(ETH_PRICE);
  const before = wallets.gain;

  stage.says(PRICE * FALL);
  stage.tick();
  expect(stage.counters.of("transferred takeover")).toBe(1);
  walk(stage, PRICE * FALL, PRICE);
  stage.accepted({ type: "set_market_state", market: 0, state: "ACTIVE", reason: "" } as never);
  stage.tick(15);
  expect(stage.isLiquidating(holder)).toBe(false);
  expect(stage.position(holder).quantity as number).toBeGreaterThan(0);
  expect(wallets.gain - before).toBeLessThanOrEqual(0);
  await stage.end();
});
