// The trend follower: adds to what wins, with profit that is not settled yet as its collateral.

import type { Character } from "../floor.ts";

export const trendFollower: Character = (floor, account) => {
  const { dice } = floor;
  const market = floor.someMarket();
  const trend = floor.trend(market);
  if (trend === 0) return undefined;
  const side = trend > 0 ? "BUY" : "SELL";
  const { freeCollateral } = floor.look.margin(account);
  const usdc = Math.floor(freeCollateral / 1_000_000) * dice.pick([1, 3, 8]);
  return floor.take(account, market, side, floor.worth(market, Math.max(50, usdc)));
};
