// The one who leaves it to the venue: stops, take-profits, brackets and trailing stops, amended and cancelled.

import type { AlgoGroup, AlgoLeg, AlgoOrderView } from "@evermark/engine";
import type { Character, Draft, Floor } from "../floor.ts";
import { taker } from "./taker.ts";

export const algoUser: Character = (floor, account) => {
  if (!floor.plays("place_algo_order")) return taker(floor, account);
  const { dice } = floor;
  const market = floor.someMarket();
  switch (dice.weighted({ place: 10, trade: 4, amend: 3, cancel: 2, "cancel all": 1 })) {
    case "place":
      return place(floor, account, market);
    case "trade":
      return taker(floor, account);
    case "amend":
      return amend(floor, account);
    case "cancel": {
      const order = someAlgo(floor, account);
      return (
        order && {
          type: "cancel_algo_order",
          account,
          market: order.market,
          algoOrderId: order.algoOrderId,
          clientOrderId: "",
        }
      );
    }
    case "cancel all":
      return {
        type: "cancel_all_algo_orders",
        account,
        market: dice.chance(500) ? -1 : market,
        algoType: dice.pick(["", "STOP", "TP_SL"] as const),
      };
  }
};

const NO_LEG: AlgoLeg = {
  algoType: "STOP",
  side: "BUY",
  orderType: "",
  triggerPrice: 0 as never,
  price: 0 as never,
  quantity: 0 as never,
  reduceOnly: false,
};

function place(floor: Floor, account: number, market: number): Draft {
  const { dice } = floor;
  const { quantity: held } = floor.position(account, market);
  const side = dice.pick(["BUY", "SELL"] as const);
  const closing = held > 0 ? "SELL" : "BUY";
  const quantity = floor.worth(market, dice.pick([500, 5_000, 20_000]));
  const algoType = dice.weighted({ STOP: 4, TP_SL: 3, POSITIONAL_TP_SL: 3, BRACKET: 2, TRAILING_STOP: 3 });
  const root = { ...NO_LEG, algoType, side: algoType.includes("TP_SL") ? closing : side, quantity };
  const rest = {
    type: "place_algo_order",
    account,
    market,
    activatedPrice: 0,
    callbackRate: 0,
    callbackValue: 0,
    visible: dice.chance(900),
    clientOrderId: dice.chance(100) ? `algo_${dice.below(30)}` : "",
    tag: "",
    marginMode: "",
    children: [] as AlgoGroup[],
  };
  switch (algoType) {
    case "STOP": {
      const orderType = dice.pick(["MARKET", "LIMIT"] as const);
      const triggerPrice = floor.priceAbout(market, dice.between(-25, 25));
      const price = orderType === "LIMIT" ? floor.priceAbout(market, dice.between(-25, 25)) : 0;
      return { ...root, ...rest, orderType, triggerPrice, price, reduceOnly: held !== 0 && dice.chance(300) } as never;
    }
    case "TRAILING_STOP": {
      const byRate = dice.chance(500);
      const callback = byRate
        ? { callbackRate: dice.between(1, 50) * 100_000 }
        : { callbackValue: floor.market(market).parameters.quoteTick * dice.between(1, 20) };
      const activatedPrice = dice.chance(500) ? floor.priceAbout(market, dice.between(-10, 10)) : 0;
      return { ...root, ...rest, ...callback, orderType: "MARKET", activatedPrice } as never;
    }
    case "BRACKET": {
      const orderType = dice.pick(["MARKET", "LIMIT"] as const);
      const price = orderType === "LIMIT" ? floor.priceAbout(market, dice.between(-10, 10)) : 0;
      const out = side === "BUY" ? "SELL" : "BUY";
      const kind = dice.pick(["TP_SL", "POSITIONAL_TP_SL"] as const);
      const group = {
        ...NO_LEG,
        algoType: kind,
        side: out,
        quantity: kind === "TP_SL" ? quantity : 0,
        reduceOnly: true,
      };
      const children = [{ ...group, children: closingLegs(floor, market, out, kind, quantity) }];
      return { ...root, ...rest, orderType, price, children } as never;
    }
    default: {
      const legs = closingLegs(floor, market, closing, algoType, quantity);
      const children = legs.map((leg) => ({ ...leg, children: [] }));
      const size = algoType === "TP_SL" ? quantity : 0;
      return { ...root, ...rest, quantity: size, reduceOnly: true, children } as never;
    }
  }
}

/** A take-profit and a stop-loss, or one of them. */
function closingLegs(floor: Floor, market: number, side: "BUY" | "SELL", group: string, quantity: number): AlgoLeg[] {
  const { dice } = floor;
  const up = side === "SELL" ? 1 : -1;
  const leg = (algoType: "TAKE_PROFIT" | "STOP_LOSS", away: number): AlgoLeg => {
    const whole = group === "POSITIONAL_TP_SL";
    const orderType = dice.chance(700) ? (whole ? "CLOSE_POSITION" : "MARKET") : "LIMIT";
    const price = orderType === "LIMIT" ? floor.priceAbout(market, away) : 0;
    const size = whole ? 0 : quantity;
    return {
      ...NO_LEG,
      algoType,
      side,
      orderType,
      triggerPrice: floor.priceAbout(market, away),
      price,
      quantity: size,
      reduceOnly: true,
    } as never;
  };
  const legs = [leg("TAKE_PROFIT", up * dice.between(1, 25)), leg("STOP_LOSS", -up * dice.between(1, 25))];
  return dice.chance(700) ? legs : [dice.pick(legs)];
}

function someAlgo(floor: Floor, account: number): AlgoOrderView | undefined {
  const open = floor.engine.algoOrders.open(floor.number(account), -1);
  if (open.length === 0) return undefined;
  const root = floor.dice.pick(open);
  return root.children.length > 0 && floor.dice.chance(400) ? floor.dice.pick(root.children) : root;
}

function amend(floor: Floor, account: number): Draft | undefined {
  const { dice } = floor;
  const order = someAlgo(floor, account);
  if (order === undefined) return undefined;
  const { market, algoOrderId } = order;
  const change = {
    algoOrderId,
    price: order.price > 0 && dice.chance(300) ? floor.priceAbout(market, dice.between(-20, 20)) : 0,
    quantity: order.quantity > 0 && dice.chance(300) ? floor.worth(market, dice.pick([600, 6_000])) : 0,
    triggerPrice: order.triggerPrice > 0 && dice.chance(700) ? floor.priceAbout(market, dice.between(-20, 20)) : 0,
    activatedPrice: 0,
    callbackRate: order.callbackRate > 0 && dice.chance(700) ? dice.between(1, 50) * 100_000 : 0,
    callbackValue: 0,
  };
  return { type: "amend_algo_order", account, algoOrderId, changes: [change] } as never;
}
