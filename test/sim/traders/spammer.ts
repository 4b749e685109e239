// The spammer: commands that ought to be refused, one mistake each, and things that belong to others.

import type { PlaceOrder } from "@evermark/engine";
import type { Character, Draft, Floor } from "../floor.ts";

export const spammer: Character = (floor, account) => {
  const { dice } = floor;
  const market = floor.someMarket();
  switch (dice.weighted({ order: 8, cancel: 3, amend: 3, leverage: 2, arm: 1, settle: 1 })) {
    case "order":
      return wrongOrder(floor, account, market);
    case "cancel":
      return {
        type: "cancel_order",
        account,
        market: dice.pick([-1, market]),
        orderId: dice.between(1, 5_000),
        clientOrderId: "",
      };
    case "amend":
      return amendOfAnother(floor, account);
    case "leverage":
      return {
        type: "set_leverage",
        account,
        market,
        leverage: dice.pick([0, -1, 1, 101, 1_000]),
        marginMode: "CROSS",
      };
    case "arm":
      return { type: "cancel_all_after", account, triggerAfterMs: dice.pick([1, 4_999, 900_001]) };
    case "settle":
      return { type: "settle_pnl", account, nonce: 0 };
  }
};

function wrongOrder(floor: Floor, account: number, market: number): Draft {
  const { dice } = floor;
  const { quoteMax, baseMax, quoteTick, baseTick } = floor.market(market).parameters;
  const price = floor.priceAbout(market, 0);
  const quantity = floor.worth(market, 1_000);
  const mistakes: Partial<Record<keyof PlaceOrder, unknown>>[] = [
    { price: price + Math.max(1, Math.floor(quoteTick / 3)) },
    { price: quoteMax + quoteTick },
    { price: 0 },
    { price: floor.priceAbout(market, 600) },
    { quantity: 0 },
    { quantity: quantity + Math.max(1, Math.floor(baseTick / 7)) },
    { quantity: baseMax + baseTick },
    { visible: quantity + baseTick },
    { orderType: "MARKET" },
    { orderType: "MARKET", price: 0, amount: 1, quantity: 0 },
    { orderType: "POST_ONLY", visible: 0 },
    { level: 2 },
    { slippage: 7 },
    { clientOrderId: "-hyphen" },
    { tag: "enum:nobody:TAG" },
    { reduceOnly: true, inBatch: true },
    { reduceOnly: true },
  ];
  const right = { side: dice.pick(["BUY", "SELL"]), price, quantity };
  return floor.order(account, market, { ...right, ...dice.pick(mistakes) });
}

function amendOfAnother(floor: Floor, account: number): Draft | undefined {
  const open = floor.look.openOrders(floor.someone(), -1);
  if (open.length === 0) return undefined;
  const { orderId, market, side, orderType } = floor.dice.pick(open);
  const price = floor.priceAbout(market, floor.dice.between(-10, 10));
  return { type: "amend_order", account, orderId, market, side, orderType, price, quantity: 0 } as never;
}
