// Insurance funds run out of money. When one does, positions of the other side are closed, in a ranking by profit,
// which assumes that there is an account with a profit. In October 2025 traders whose hedge was closed that way were
// left with its losing half.
//
// Here the accounts with the most profit and leverage give up their positions first, then the others, at the mark price
// and without a fee. No balance is cut: any remaining shortfall stays a debt of the fund, and a fund that owes halts
// withdrawals until the operator has topped it up.

import { expect, test } from "bun:test";
import { DisasterStage, USDC } from "./disaster-stage.ts";

test("the fund is empty, and on one market no account has made a profit", async () => {
  const stage = await DisasterStage.open([
    { symbol: "PERP_BTC_USDC", price: 60_000 },
    { symbol: "PERP_SOL_USDC", price: 150 },
  ]);
  const winner = stage.trader(100_000);
  const unlucky = stage.trader(100_000);
  const broke = stage.trader(3_000);
  stage.leverage(broke, 50);
  stage.leverage(broke, 50, 1);
  stage.trade(broke, "BUY", winner, 60_000, 1);
  stage.trade(broke, "BUY", unlucky, 150, 100, { market: 1 });
  stage.says(150.6, 1);
  stage.tick(3);
  const values = [winner, unlucky].map((account) => stage.margin(account).accountValue as number);

  stage.says(51_000);
  stage.tick(2);
  expect(stage.margin(broke)).toMatchObject({ holding: 0, accountValue: 0 });
  expect(stage.counters.of("transferred adl")).toBe(2);
  expect([0, 1].map((market) => stage.market(market).openInterest as number)).toEqual([0, 0]);
  // Both were closed at the mark without losing a micro: 9,000 more for one, and nothing for the other.
  const after = [winner, unlucky].map((account) => stage.margin(account).accountValue as number);
  expect(after).toEqual([values[0]! + 9_000 * USDC, values[1]!]);
  expect(stage.fund.collateral).toBeLessThan(0);
  expect(stage.venue.engine.venue().solvencyHalt).toBe(true);
  expect(
    stage.send({
      type: "transfer_funds",
      account: winner,
      receivers: [{ account: unlucky, amount: 1 }],
      nonce: 0,
    } as never).rejection,
  ).not.toBe(null);
  // Trading continues.
  stage.trade(winner, "BUY", unlucky, 51_000, 0.1);
  stage.topUp(-stage.fund.collateral / USDC);
  expect(stage.venue.engine.venue().solvencyHalt).toBe(false);
  await stage.end();
});
