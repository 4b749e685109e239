// The insurance fund sold the positions it had taken over at a discount that nothing had paid for: a position that
// reached the fund with less margin than the discount was claimed by a second wallet of its former owner, which gained
// 773 to 2,535 on two million. This needed a mark painted to one side, or just an index that moved by 0.2 % in a
// second.
//
// Here the fund keeps account of the margin that came with each of its positions, and while the fund can carry its
// positions it pays no discount beyond that.

import { expect, test } from "bun:test";
import { DisasterStage } from "./disaster-stage.ts";
import { PRICE, RingWallets, SIZE } from "./ring-of-wallets.ts";

const STEP = 0.002;
/** The second-to-last tick leaves just more than the liquidator's fee: 0.31 %; the last leaves 0.11 %. */
const LEFT = 0.0031;

test("a position that came with little margin is claimed at a discount of no more than that", async () => {
  const stage = await DisasterStage.open([{ symbol: "PERP_BTC_USDC", price: PRICE }]);
  stage.topUp(1_000_000);
  const wallets = new RingWallets(stage);
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
  // The position came with 0.11 %, so the fund may give as much.
  const paid = before - (stage.fund.collateral as number);
  expect(paid).toBeGreaterThan(0);
  expect(paid).toBeLessThanOrEqual((LEFT - STEP + 0.0001) * SIZE * PRICE * 1_000_000);
  expect(wallets.gain).toBeLessThanOrEqual(0);
  await stage.end();
});
