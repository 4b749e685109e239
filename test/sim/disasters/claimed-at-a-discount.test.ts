// The insurance fund sold what it had taken over at a discount that nobody had paid in: a position that came to it with
// less than the discount was claimed by a friend of whom it had come from, 773 to 2,535 of two million. It needed a mark
// painted to one side, or only an index that moved by 0.2 % in a second.
//
// Here each of the fund's positions has a purse of what came with it, and a fund that can carry its positions pays no
// discount beyond that.

import { expect, test } from "bun:test";
import { Stage } from "./disaster-stage.ts";
import { PRICE, SIZE, Wallets } from "./ring-of-wallets.ts";

const STEP = 0.002;
/** The tick before the last leaves just more than the liquidator's fee: 0.31 %; the last 0.11 %. */
const LEFT = 0.0031;

test("a position that came with little is claimed for no more than came", async () => {
  const stage = await Stage.open([{ symbol: "PERP_BTC_USDC", price: PRICE }]);
  stage.topUp(1_000_000);
  const wallets = new Wallets(stage);
  wallets.pair();
  const [long] = wallets.all as [number];
  const claimer = wallets.open(100_000);
  const price = (stage.worth(long) / SIZE / PRICE - LEFT) / 1;
  stage.says(PRICE * (1 - price));
  stage.tick();
  expect(stage.isLiquidating(long)).toBe(true);
  stage.says(PRICE * (1 - price) * (1 - STEP));
  stage.tick();
  expect(stage.position(long).quantity as number).toBe(0);
  const before = stage.fund.collateral as number;
  const [offer] = stage.venue.engine.liquidations.offers();
  const terms = { claimId: offer!.liquidationId, market: 0, quantity: SIZE * 100_000_000, limitPrice: 0 };
  stage.accepted({ type: "claim_insurance_fund", account: claimer, ...terms } as never);
  // What was taken over came with 0.11 %, so so much is what the fund may give.
  const paid = before - (stage.fund.collateral as number);
  expect(paid).toBeGreaterThan(0);
  expect(paid).toBeLessThanOrEqual((LEFT - STEP + 0.0001) * SIZE * PRICE * 1_000_000);
  expect(wallets.gain).toBeLessThanOrEqual(0);
  await stage.end();
});
