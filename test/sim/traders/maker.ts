// The market maker: quotes both sides around the mark price, some of it hidden, and cleans up what is old.

import type { Character, Floor } from "../floor.ts";

const ORDERS_MAX = 14;

export const maker: Character = (floor, account) => {
  const { dice } = floor;
  const market = floor.someMarket();
  const open = floor.look.openOrders(account, market);
  if (open.length > ORDERS_MAX)
    return dice.chance(300) ? cancelAll(account, market) : cancelOldest(floor, account, market);
  if (open.length > 2 && dice.chance(150)) return requote(floor, account, market);
  const side = dice.pick(["BUY", "SELL"] as const);
  const away = dice.between(1, 12);
  const price = floor.priceAbout(market, side === "BUY" ? -away : away);
  const quantity = floor.worth(market, dice.pick([2_000, 10_000, 40_000]));
  const shown = dice.chance(200) ? 0 : dice.chance(200) ? Math.floor(quantity / 2) : quantity;
  const lot = floor.market(market).parameters.baseTick;
  const orderType = dice.weighted({ LIMIT: 5, POST_ONLY: 3 });
  const visible = orderType === "POST_ONLY" ? -1 : Math.floor(shown / lot) * lot;
  return floor.limit(account, market, side, price, quantity, {
    orderType,
    visible,
    postOnlyAdjust: orderType === "POST_ONLY" && dice.chance(500),
  });
};

function cancelAll(account: number, market: number) {
  return { type: "cancel_all_orders", account, market } as const;
}

function cancelOldest(floor: Floor, account: number, market: number) {
  const { orderId } = floor.look.openOrders(account, market)[0]!;
  return { type: "cancel_order", account, market, orderId, clientOrderId: "" } as const;
}

function requote(floor: Floor, account: number, market: number) {
  const { orderId, side, orderType } = floor.dice.pick(floor.look.openOrders(account, market));
  const away = floor.dice.between(1, 10);
  const price = floor.dice.chance(800) ? floor.priceAbout(market, side === "BUY" ? -away : away) : 0;
  const quantity = floor.dice.chance(500) ? floor.worth(market, floor.dice.pick([1_000, 20_000])) : 0;
  return { type: "amend_order", account, orderId, market, side, orderType, price, quantity } as never;
}
