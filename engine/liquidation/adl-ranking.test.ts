// Who gives way first, by numbers that are rounded down. Rules 7.10.

import { expect, test } from "bun:test";
import { A, B, SmallExchange } from "../testing/small-exchange.ts";
import { rankOf } from "./adl-ranking.ts";

test("profit is whole micros, and what it is of the entry is rounded down once more", () => {
  const market = new SmallExchange();
  market.trade(A, "SELL", B, 150, 0.1);
  market.trade(A, "SELL", B, 150.001, 0.2);
  const roiOf = (account: number) => rankOf(market.state, market.state.rows.find(account, 0, "CROSS")).roi;
  // Sold 0.3 at 150.00066667 on average, for 45.0002: 200.001 micros of profit at 150 count as 200, which are 444.4 of it.
  expect(roiOf(A)).toBe(444n);
  // The buyer's loss counts as 201 micros, 446.7 of it.
  expect(roiOf(B)).toBe(-447n);
});
