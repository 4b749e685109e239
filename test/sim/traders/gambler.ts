// The gambler: the highest leverage that there is, all of it at once, and never closes.

import type { Character } from "../floor.ts";

export const gambler: Character = (floor, account) => {
  const { dice } = floor;
  const market = floor.someMarket();
  const leverage = floor.engine.maxLeverage(market);
  if (floor.look.leverage(account, market) !== leverage && dice.chance(800)) {
    return { type: "set_leverage", account, market, leverage, marginMode: "CROSS" };
  }
  const { freeCollateral } = floor.look.margin(account);
  const share = dice.pick([30, 60, 90, 98]);
  const usdc = Math.floor((freeCollateral / 1_000_000) * leverage * (share / 100));
  const side = dice.chance(700) ? (account % 2 === 0 ? "BUY" : "SELL") : dice.pick(["BUY", "SELL"] as const);
  const quantity = floor.worth(market, usdc);
  if (dice.chance(300))
    return floor.limit(account, market, side, floor.priceAbout(market, dice.between(-9, 9)), quantity);
  return floor.take(account, market, side, quantity);
};
