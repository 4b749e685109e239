// Demo traders on the real engine, second by second: what a client would see of their markets.

import { expect, test } from "bun:test";
import { micros } from "@evermark/engine";
import { accountIdOf } from "@evermark/interface/chain/account-id.ts";
import { lotsOf, placement } from "../decisions/demo-orders.ts";
import { RUNGS } from "../decisions/quoted-ladder.ts";
import { PlayedMarket } from "../testing/played-market.ts";

const LARGE = [0, 1, 2];
const WALLET = `0x${"5".repeat(40)}`;

/** Opens a client's account with money. */
function newcomer(played: PlayedMarket): number {
  const accountId = accountIdOf(WALLET, "evermark");
  played.give({ type: "open_account", accountId, wallet: WALLET, brokerId: "evermark" });
  const account = played.engine.findAccount(accountId);
  const amount = micros(1_000_000_000_000);
  played.give({ type: "credit_deposit", account, amount, source: "faucet", reference: "newcomer" });
  return account;
}

test("for an hour, books have fifty prices a side, and those of large markets are one to three ticks wide", async () => {
  const played = await PlayedMarket.begin();
  let looks = 0;
  let wide = 0;
  let shallow = 0;
  const look = () => {
    for (const { view } of played.trading.markets()) {
      expect(view.state).toBe("ACTIVE");
      expect(view.bestBid).toBeGreaterThan(0);
      expect(view.bestAsk).toBeGreaterThan(view.bestBid);
      expect(Math.abs((view.bestBid + view.bestAsk) / 2 / view.mark - 1)).toBeLessThan(0.004);
      looks += 1;
      if (LARGE.includes(view.market) && view.bestAsk - view.bestBid > 3) wide += 1;
      const levels = (["BUY", "SELL"] as const).map((side) => played.engine.bookSide(view.market, side, RUNGS).length);
      if (Math.min(...levels) < RUNGS) shallow += 1;
    }
  };
  played.play(600, look);
  played.play(3_000);
  played.play(300, look);
  // Exceptions are seconds right after a large order; seconds later the book is complete again.
  expect(wide / looks).toBeLessThan(0.002);
  expect(shallow / looks).toBeLessThan(0.03);
  played.engine.audit();
  for (let account = 5; account < played.engine.accountCount; account++) {
    expect(played.engine.margin(account).accountValue).toBeGreaterThan(400_000_000_000);
  }
});

test("the same seed gives the same tape, another seed another", async () => {
  const tapeOf = async (seed: number) => {
    const played = await PlayedMarket.begin({ seed });
    played.play(200);
    expect(played.tape.trades.length).toBeGreaterThan(50);
    return played.tape.hash();
  };
  expect(await tapeOf(1)).toBe(await tapeOf(1));
  expect(await tapeOf(2)).not.toBe(await tapeOf(1));
});

test("a large order moves the quotes, and the book fills again within seconds", async () => {
  const played = await PlayedMarket.begin();
  const account = newcomer(played);
  played.play(30);
  const btc = () => played.engine.market(0);
  const depth = () => played.engine.bookSide(0, "SELL", 100).reduce((sum, { quantity }) => sum + quantity, 0);
  const before = btc();
  const whole = depth();
  const price = Math.floor(before.mark * 1.02);
  const quantity = lotsOf(before, 400_000, price);
  played.give(placement({ account, view: before, side: "BUY", price, quantity, orderType: "IOC" }));
  expect(depth()).toBeLessThan(whole * 0.85);
  const swept = btc().bestAsk;
  expect(swept).toBeGreaterThan(before.bestAsk + 20);

  played.play(1);
  // The maker has sold, and now asks for more.
  expect(btc().bestAsk / btc().index).toBeGreaterThan((before.bestAsk / before.index) * 1.0003);
  expect(btc().bestAsk - btc().bestBid).toBeLessThanOrEqual(3);
  played.play(20);
  expect(played.engine.bookSide(0, "SELL", RUNGS).length).toBe(RUNGS);
  expect(depth()).toBeGreaterThan(whole * 0.55);
  // The price that the order moved returns gradually.
  const moved = btc().bestAsk / btc().index;
  played.play(1_800);
  expect(btc().bestAsk / btc().index).toBeLessThan(moved);
});

test("an order at the best price is traded at its price, and one far above the market is filled at once", async () => {
  const played = await PlayedMarket.begin();
  const account = newcomer(played);
  played.play(30);
  for (const price of [played.engine.market(0).bestBid + 1, Math.floor(played.engine.market(0).index * 1.01)]) {
    const view = played.engine.market(0);
    const quantity = lotsOf(view, 300, price);
    const from = played.tape.trades.length;
    played.give(placement({ account, view, side: "BUY", price, quantity, orderType: "LIMIT" }));
    for (let seconds = 0; seconds < 300 && played.engine.openOrders(account, 0).length > 0; seconds++) played.play(1);
    expect(played.engine.openOrders(account, 0)).toEqual([]);
    const own = played.tape.trades.slice(from).filter(({ market }) => market === 0);
    for (const trade of own) expect(trade.price).toBeLessThanOrEqual(Math.floor(played.engine.market(0).index * 1.02));
  }
});
