// A position that had paid funding for days was closed, and its empty row was reused for the next position in the same
// market. The new position was shown with the first one's funding, and with the price of a settlement it had never had.
//
// Here a row without a position, cost and margin keeps nothing.

import { expect, test } from "bun:test";
import { START } from "@evermark/engine/testing/setup.ts";
import { DisasterStage, USDC } from "./disaster-stage.ts";

const TO_MIDNIGHT_MS = Date.UTC(2023, 10, 15) - START;
const NOTHING = {
  quantity: 0,
  cost: 0,
  margin: 0,
  averageOpenPrice: 0,
  settlePrice: 0,
  accruedFunding: 0,
  openedAt: 0,
};

/** At midnight every long of 100 has paid 0.01 % of 15,000. */
async function staged() {
  const stage = await DisasterStage.open([{ price: 150 }]);
  const maker = stage.trader(100_000);
  const holder = stage.trader(10_000);
  const fund = (): void => stage.leap(TO_MIDNIGHT_MS - (stage.venue.engine.now - START));
  return { stage, maker, holder, fund };
}

test("a cross position whose closing price repaid its funding leaves none of it to the next one", async () => {
  const { stage, maker, holder, fund } = await staged();
  // Without a maker fee, 1.5 of funding are one and a half cents in the price: cost and position both end at zero.
  stage.accepted({ type: "set_broker_fees", broker: 0, takerFee: 60, makerFee: 0 } as never);
  stage.trade(maker, "SELL", holder, 150, 100);
  fund();
  expect(stage.position(holder)).toMatchObject({ accruedFunding: 1.5 * USDC, cost: 15_001.5 * USDC });
  stage.trade(maker, "BUY", holder, 150.015, 100);
  expect(stage.position(holder) as object).toMatchObject(NOTHING);

  stage.trade(maker, "SELL", holder, 150, 1);
  expect(stage.position(holder) as object).toMatchObject({ quantity: 100, accruedFunding: 0 });
  await stage.end();
});

test("an isolated position that is closed and opened again has paid no funding yet", async () => {
  const { stage, maker, holder, fund } = await staged();
  const isolated = { marginMode: "ISOLATED" };
  stage.limit(maker, "SELL", 150, 100);
  stage.take(holder, "BUY", 100, isolated);
  fund();
  expect(stage.position(holder, 0, "ISOLATED").accruedFunding as number).toBe(1.5 * USDC);
  stage.limit(maker, "BUY", 150, 100);
  stage.take(holder, "SELL", 100, isolated);
  expect(stage.position(holder, 0, "ISOLATED") as object).toMatchObject(NOTHING);

  stage.limit(maker, "SELL", 150, 1);
  stage.take(holder, "BUY", 1, isolated);
  expect(stage.position(holder, 0, "ISOLATED") as object).toMatchObject({ quantity: 100, accruedFunding: 0 });
  await stage.end();
});

test("a cross position that was closed and settled leaves no settlement price behind", async () => {
  const { stage, maker, holder, fund } = await staged();
  const settle = () => stage.accepted({ type: "settle_pnl", account: holder, nonce: 0 });
  stage.trade(holder, "BUY", maker, 150, 100);
  fund();
  settle();
  expect(stage.position(holder).settlePrice * 0.001).toBe(150);
  stage.trade(holder, "SELL", maker, 150, 100);
  settle();
  expect(stage.position(holder) as object).toMatchObject(NOTHING);
  stage.trade(holder, "BUY", maker, 150, 1);
  expect(stage.position(holder) as object).toMatchObject({ quantity: 100, settlePrice: 0, accruedFunding: 0 });
  await stage.end();
});

test("a position that the fund took over leaves nothing behind either", async () => {
  const { stage, maker, fund } = await staged();
  stage.topUp(1_000);
  const broke = stage.trader(200);
  stage.leverage(broke, 100);
  stage.trade(broke, "BUY", maker, 150, 100);
  fund();
  stage.says(148);
  stage.tick();
  expect(stage.counters.of("transferred takeover")).toBe(1);
  expect(stage.position(broke) as object).toMatchObject(NOTHING);
  stage.deposit(broke, 1_000);
  stage.trade(broke, "BUY", maker, 148, 1);
  expect(stage.position(broke) as object).toMatchObject({ quantity: 100, accruedFunding: 0 });
  await stage.end();
});
