// While a market was halted because its index could not be believed, traders who knew where the price had gone took out
// the money that the old mark still showed: by a withdrawal, by a transfer to another wallet, by more leverage, or by
// moving it into an isolated position that cross liquidation does not reach. What was left behind was liquidated into
// the fund.
//
// Here nothing leaves at a price that is not believed. It is refused, naming the market, until the market resumes, and
// then the new mark decides; deposits and closing orders are accepted as before, and an account without a position
// there is not affected.

import { expect, test } from "bun:test";
import { DisasterStage, USDC } from "./disaster-stage.ts";

const SYMBOL = "PERP_SOL_USDC";
const BTC = 1;
const UNBELIEVED = {
  name: "refused",
  detail: { symbol: SYMBOL },
  message: expect.stringContaining(SYMBOL),
};

async function staged() {
  const stage = await DisasterStage.open([
    { symbol: SYMBOL, price: 150 },
    { symbol: "PERP_BTC_USDC", price: 60_000 },
  ]);
  const maker = stage.trader(1_000_000);
  const holder = stage.trader(1_000);
  const isolated = stage.trader(1_000);
  const elsewhere = stage.trader(1_000);
  stage.trade(holder, "BUY", maker, 150, 10);
  stage.trade(holder, "BUY", maker, 60_000, 0.001, { market: BTC });
  stage.limit(maker, "SELL", 150, 10);
  stage.take(isolated, "BUY", 10, { marginMode: "ISOLATED" });
  stage.accepted(margin(isolated, "ADD", 200));
  stage.trade(elsewhere, "BUY", maker, 60_000, 0.01, { market: BTC });
  return { stage, maker, holder, isolated, elsewhere };
}

function margin(account: number, direction: "ADD" | "REDUCE", usdc: number) {
  return { type: "move_position_margin", account, market: 0, direction, amount: usdc * USDC } as never;
}

function mode(account: number, market: number, marginMode: "CROSS" | "ISOLATED") {
  return { type: "set_margin_mode", account, market, marginMode } as const;
}

function leverage(account: number, wanted: number, market = 0) {
  return { type: "set_leverage", account, market, leverage: wanted, marginMode: "CROSS" } as const;
}

test("money behind a position in a market whose sources are silent stays until the price is believed again", async () => {
  const { stage, maker, holder, isolated, elsewhere } = await staged();
  stage.says("silent");
  stage.tick(22);
  expect(stage.market()).toMatchObject({ state: "HALTED", stateReason: "STALE_INDEX" });

  expect(stage.withdraw(holder, 800 * USDC).rejection).toMatchObject(UNBELIEVED);
  expect(stage.transfer(holder, elsewhere, 800 * USDC).rejection).toMatchObject(UNBELIEVED);
  expect(stage.send(leverage(holder, 20)).rejection).toMatchObject(UNBELIEVED);
  expect(stage.send(leverage(holder, 20, BTC)).rejection).toMatchObject(UNBELIEVED);
  expect(stage.send(leverage(holder, 20, -1)).rejection).toMatchObject(UNBELIEVED);
  expect(stage.send(mode(holder, BTC, "ISOLATED")).rejection).toMatchObject(UNBELIEVED);
  const outOfReach = (btc: number) => stage.limit(holder, "BUY", 60_000, btc, { market: BTC, marginMode: "ISOLATED" });
  expect(outOfReach(10).rejection).toMatchObject({ name: "insufficient_margin" });
  expect(stage.send(margin(isolated, "REDUCE", 100)).rejection).toMatchObject(UNBELIEVED);

  // The isolated position can lose no more than its own margin: the rest of the balance is free.
  expect(stage.withdraw(isolated, 100 * USDC).rejection).toBe(null);
  expect(stage.send(margin(isolated, "ADD", 10)).rejection).toBe(null);
  expect(stage.withdraw(elsewhere, 100 * USDC).rejection).toBe(null);
  expect(stage.send(mode(elsewhere, 0, "ISOLATED")).rejection).toBe(null);
  expect(stage.send(leverage(elsewhere, 20, BTC)).rejection).toBe(null);
  // Less risk and more money are allowed, and profits may be settled into the balance.
  stage.deposit(holder, 10);
  expect(stage.send(leverage(holder, 9)).rejection).toBe(null);
  expect(stage.send({ type: "settle_pnl", account: holder, nonce: 0 }).rejection).toBe(null);
  expect(stage.limit(holder, "SELL", 60_000, 0.001, { market: BTC }).rejection).toBe(null);

  stage.says(120);
  for (let second = 0; stage.market().state === "HALTED" && second < 40; second++) stage.tick();
  expect(stage.mark()).toBe(120);
  // 300 are lost, and the price that shows it is believed: 800 are too much, 400 are not.
  expect(stage.withdraw(holder, 800 * USDC).rejection).toMatchObject({ name: "amount_error" });
  expect(stage.withdraw(holder, 400 * USDC).rejection).toBe(null);
  expect(stage.transfer(maker, holder, 100 * USDC).rejection).toBe(null);
  await stage.end();
});

test("money also stays during an operator's halt, and is free again when the halt ends", async () => {
  const { stage, holder } = await staged();
  const set = (state: string) => ({ type: "set_market_state", market: 0, state, reason: "looking into it" }) as never;
  stage.accepted(set("HALTED"));
  expect(stage.withdraw(holder, 100 * USDC).rejection).toMatchObject(UNBELIEVED);
  stage.accepted(set("ACTIVE"));
  expect(stage.withdraw(holder, 100 * USDC).rejection).toBe(null);
  await stage.end();
});
