// A pair of positions held over a pause gains the move of the price in excess of the losing side's margin: 37,806 of
// two million, for three per cent. No rule prevents that, because no one can act during a pause; so the gain is bounded
// and documented: open interest × (move − base_imr) for positions opened just before, and not a dollar leaves while the
// pause lasts.

import { expect, test } from "bun:test";
import { DisasterStage, USDC } from "./disaster-stage.ts";
import { NOTIONAL, PRICE, RingWallets, walk } from "./ring-of-wallets.ts";

const MOVE = 0.03;
const BASE_IMR = 0.01;

async function held(fund: number) {
  const stage = await DisasterStage.open([{ symbol: "PERP_BTC_USDC", price: PRICE }]);
  stage.topUp(fund);
  const other = stage.trader(10_000);
  const wallets = new RingWallets(stage);
  const [long] = wallets.pair();
  const startAt = stage.venue.engine.now + 1_000;
  stage.accepted({ type: "schedule_maintenance", startAt, endAt: startAt + 60_000, message: "" } as never);
  stage.tick();
  walk(stage, PRICE, PRICE * (1 + MOVE));
  return { stage, wallets, long, other };
}

test("a pair over a pause gains the price move in excess of its margin, and no more", async () => {
  const { stage, wallets } = await held(1_000_000);
  stage.tick(120);
  expect(wallets.gain).toBeGreaterThan(0);
  expect(wallets.gain).toBeLessThanOrEqual(NOTIONAL * (MOVE - BASE_IMR));
  await stage.end();
});

test("no account withdraws while the debts held back there exceed the fund, not even one that has no part in them", async () => {
  const { stage, wallets, long, other } = await held(10_000);
  const has = stage.worth(long);
  wallets.leave(long);
  expect(stage.worth(long)).toBe(has);
  expect(stage.venue.engine.venue().solvencyHalt).toBe(true);
  expect(stage.withdraw(other, 1_000 * USDC).rejection).not.toBe(null);
  await stage.end();
});
