// The hedger: keeps positions with a margin of their own, moves margin in and out of them, and switches modes.

import type { Character } from "../floor.ts";

export const hedger: Character = (floor, account) => {
  const { dice } = floor;
  const market = floor.someMarket();
  const held = floor.position(account, market, "ISOLATED");
  const what = dice.weighted({ order: 10, margin: held.quantity === 0 ? 1 : 6, leverage: 2, mode: 2, close: 2 });
  switch (what) {
    case "margin": {
      const direction = dice.pick(["ADD", "REDUCE"] as const);
      const amount = Math.floor((Math.max(held.margin, 1_000_000) * dice.pick([1, 10, 50, 100])) / 100);
      return { type: "move_position_margin", account, market, direction, amount } as never;
    }
    case "leverage": {
      const leverage = dice.between(1, floor.engine.maxLeverage(market));
      return {
        type: "set_leverage",
        account,
        market: dice.chance(100) ? -1 : market,
        leverage,
        marginMode: "ISOLATED",
      };
    }
    case "mode":
      return { type: "set_margin_mode", account, market, marginMode: dice.pick(["CROSS", "ISOLATED"] as const) };
    case "close": {
      if (held.quantity === 0) return undefined;
      const quantity = Math.abs(held.quantity) * floor.market(market).parameters.baseTick;
      const side = held.quantity > 0 ? "SELL" : "BUY";
      return floor.take(account, market, side, quantity, { reduceOnly: true, marginMode: "ISOLATED" });
    }
    case "order": {
      const marginMode = floor.plays("set_margin_mode")
        ? dice.pick(["ISOLATED", "ISOLATED", "CROSS", ""] as const)
        : "";
      const side = dice.pick(["BUY", "SELL"] as const);
      const quantity = floor.worth(market, dice.pick([500, 5_000, 30_000]));
      if (dice.chance(600)) return floor.take(account, market, side, quantity, { marginMode });
      const price = floor.priceAbout(market, dice.between(-15, 15));
      return floor.limit(account, market, side, price, quantity, { marginMode });
    }
  }
};
