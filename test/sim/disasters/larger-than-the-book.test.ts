// July 2018, bitcoin futures: one trader had bought contracts for more than 400 million dollars, refused to reduce, and
// was liquidated into a book that could never take them. The insurance fund held ten bitcoin; everyone who had won that
// week gave up a part of it.
//
// Here a liquidation never touches the book: it is offered at the mark price, piece by piece, to accounts that have the
// margin to carry it, and what no one claims goes to the insurance fund. No order is hit, the last price does not move.

import { expect, test } from "bun:test";
import { DisasterStage } from "./disaster-stage.ts";

test("a position two hundred times the book is liquidated without touching the book", async () => {
  const stage = await DisasterStage.open([{ price: 150 }]);
  stage.topUp(50_000);
  const maker = stage.trader(5_000_000);
  const whale = stage.trader(152_000);
  const claimer = stage.trader(2_000_000);
  stage.trade(whale, "BUY", maker, 150, 10_000);
  const bids = [149, 148, 147].map((price) => stage.limit(maker, "BUY", price, 15).orderId);
  stage.tick();
  stage.says(142.5);
  stage.tick();
  expect(stage.isLiquidating(whale)).toBe(true);
  const offered = stage.venue.engine.liquidations.offers();
  expect(offered.length).toBe(1);
  expect(Math.abs(offered[0]!.positions[0]!.quantity)).toBeGreaterThan(45 * 100);
  const claim = { type: "claim_liquidation", account: claimer, liquidationId: offered[0]!.liquidationId } as const;
  const ratio = 50_000_000;
  expect(stage.send({ ...claim, ratio, extraRatio: 0, limits: [], ratios: [] }).rejection).toBe(null);
  stage.tick(15);
  // No order was executed, and the tape shows one trade: the one that opened the position.
  expect(stage.counters.of("trades")).toBe(1);
  expect(stage.market().lastPrice * 0.001).toBe(150);
  expect(bids.length).toBe(3);
  expect(stage.isLiquidating(whale)).toBe(false);
  expect(stage.position(claimer).quantity).toBeGreaterThan(0);
  expect(stage.fund.collateral).toBeGreaterThanOrEqual(50_000_000_000);
  expect(stage.venue.engine.venue().solvencyHalt).toBe(false);
  await stage.end();
});
