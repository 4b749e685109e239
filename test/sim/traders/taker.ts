// The taker: comes now and then and takes what is there, in every way that the venue has.

import type { Draft, Floor } from "../floor.ts";

export function taker(floor: Floor, account: number): Draft {
  const { dice } = floor;
  const market = floor.someMarket();
  const side = dice.pick(["BUY", "SELL"] as const);
  const usdc = dice.pick([200, 2_000, 20_000, 90_000]);
  const quantity = floor.worth(market, usdc);
  const orderType = dice.weighted({ MARKET: 5, IOC: 3, FOK: 2, ASK: 1, BID: 1, LIMIT: 1 });
  const clientOrderId = dice.chance(100) ? `t_${dice.below(40)}` : "";
  if (orderType === "MARKET" && dice.chance(300)) {
    return floor.order(account, market, { side, orderType, amount: usdc * 1_000_000, clientOrderId });
  }
  if (orderType === "MARKET") {
    const slippage = dice.chance(300) ? dice.pick([1_000_000, 300_000, 100_000_000]) : 0;
    const { quantity: held } = floor.position(account, market);
    const reduceOnly = dice.chance(250) && held !== 0;
    const closing = held > 0 ? "SELL" : "BUY";
    return floor.take(account, market, reduceOnly ? closing : side, quantity, { slippage, reduceOnly, clientOrderId });
  }
  if (orderType === "ASK" || orderType === "BID") {
    return floor.order(account, market, { side, orderType, quantity, level: dice.pick([-1, 0, 1, 3]), clientOrderId });
  }
  const across = dice.between(0, 20);
  const price = floor.priceAbout(market, side === "BUY" ? across : -across);
  return floor.limit(account, market, side, price, quantity, { orderType, clientOrderId });
}
