// Numbers overflow. April 2018: a transfer of two times 2^255 tokens added up to nothing in the sum and to everything
// in the balances, and exchanges stopped taking deposits of dozens of tokens.
//
// Here every amount is a whole number below 2^53, or the command is refused. A price at which open positions could no
// longer be counted is not believed: the market halts and keeps its index, whether the price is real or not.

import { expect, test } from "bun:test";
import { withoutModel } from "../simulate.ts";
import { DisasterStage, ONE } from "./disaster-stage.ts";

test("a price that would need more than 2^53 micros halts the market", async () => {
  const changes = {
    maxNotional: 900_000_000_000_000,
    globalMaxOiCap: 900_000_000_000_000,
    imrFactor: 1,
  };
  const stage = await DisasterStage.open([
    { symbol: "PERP_BTC_USDC", price: 60_000, changes: { ...changes, baseMax: 100_000 * ONE } },
  ]);
  const [a, b] = [stage.trader(500_000_000), stage.trader(500_000_000)];
  stage.trade(a, "BUY", b, 60_000, 1_000);
  stage.tick();
  const before = [stage.margin(a), stage.margin(b)];
  // 1,000 BTC at ten million each are more than 2^53 micros.
  stage.says(9_900_000);
  stage.tick();
  expect(stage.market()).toMatchObject({ state: "HALTED", stateReason: "INDEX_TOO_LARGE" });
  expect(stage.index()).toBe(60_000);
  expect([stage.margin(a), stage.margin(b)]).toEqual(before);
  // Nor can a trader enter such numbers.
  expect(stage.limit(a, "BUY", 9_900_000, 100_000).rejection).not.toBe(null);
  stage.says(60_100);
  stage.tick(35);
  expect(stage.market()).toMatchObject({ state: "ACTIVE", stateReason: "FRESH_AGAIN" });
  await stage.end();
});

test("an amount that would overflow when added to the balance is refused", async () => {
  // The model has no limit on numbers, so it does not judge here.
  const stage = await DisasterStage.open([{ price: 150 }], withoutModel);
  const account = stage.trader(100);
  const amount = Number.MAX_SAFE_INTEGER;
  const deposit = { type: "credit_deposit", account, amount, source: "chain", reference: "huge" } as const;
  expect(stage.send(deposit as never).rejection?.name).toBe("invalid_parameter");
  expect(stage.limit(account, "BUY", 150, 90_000_000).rejection?.name).toBe("quantity_filter");
  await stage.end();
});
