// A market closed at the mean of its last half hour, while margin followed the mark until the last second. The index
// had risen by three per cent when a pair of positions was opened, and some minutes later the market was delisted at a
// mean far below: the long side owed more than twice what it had put in, 27,360 in one run.
//
// Here samples count from the announcement on, and while they are taken the expected closing price replaces the index:
// mark and margin converge to the price at which positions are closed.

import { expect, test } from "bun:test";
import { DisasterStage } from "./disaster-stage.ts";
import { PRICE, RingWallets, walk } from "./ring-of-wallets.ts";

const TOP = PRICE * 1.03;
const MINUTE = 60;

async function staged() {
  const stage = await DisasterStage.open([{ symbol: "PERP_BTC_USDC", price: PRICE }]);
  stage.topUp(1_000_000);
  return { stage, wallets: new RingWallets(stage) };
}

function delist(stage: DisasterStage, minutes: number): void {
  stage.accepted({ type: "set_market_state", market: 0, state: "REDUCE_ONLY", reason: "" } as never);
  const delistAt = Math.floor(stage.venue.engine.now / 60_000) * 60_000 + minutes * 60_000;
  stage.accepted({ type: "schedule_delisting", market: 0, delistAt } as never);
}

function samples(stage: DisasterStage, minutes: number): void {
  for (let quarter = minutes * 4; quarter > 0; quarter--) stage.leap(15_000 - (stage.venue.engine.now % 15_000));
}

test("a delisting within minutes closes at the mean of the index since it was announced", async () => {
  const { stage, wallets } = await staged();
  samples(stage, 30);
  walk(stage, PRICE, TOP);
  wallets.pair(TOP, 32);
  delist(stage, 3);
  samples(stage, 3);
  stage.tick(2);
  expect(stage.market().state).toBe("DELISTED");
  expect(wallets.gain).toBeLessThanOrEqual(0);
  await stage.end();
});

test("an index that moves away from the mean moves neither mark nor margin", async () => {
  const { stage, wallets } = await staged();
  walk(stage, PRICE, TOP);
  delist(stage, 31);
  samples(stage, 2);
  const [long, short] = [wallets.open(25_000), wallets.open(25_000)];
  wallets.meet(long, "BUY", short, TOP, 32);
  samples(stage, 20);
  walk(stage, TOP, PRICE);
  samples(stage, 10);
  stage.tick(2 * MINUTE);
  expect(stage.market().state).toBe("DELISTED");
  expect(wallets.gain).toBeLessThanOrEqual(0);
  await stage.end();
});
