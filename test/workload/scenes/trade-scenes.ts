// Orders with a purpose: to be as large as possible, to meet, to close, to take resting orders; and quotes that others
// can take.

import type { MarginMode, Side } from "@evermark/engine";
import { HIGH_TAG } from "../command-texts.ts";
import type { Draft } from "../drawn-command.ts";
import { opposite, type Situation } from "../situation.ts";
import type { Scene, Scenes } from "./scene.ts";

const sideOf = ({ dice }: Situation): Side => dice.pick(["BUY", "SELL"]);
const modeOf = ({ dice }: Situation): MarginMode => (dice.chance(350) ? "ISOLATED" : "CROSS");

interface Deal {
  readonly taker: number;
  readonly maker: number;
  readonly market: number;
  readonly side: Side;
  readonly quantity: number;
  readonly mode?: MarginMode;
}

/** One account rests an order at the mark, another takes it, and the rest is cancelled. */
export function deal(situation: Situation, { taker, maker, market, side, quantity, mode = "CROSS" }: Deal): Draft[] {
  if (taker === maker) return [];
  const { dice } = situation;
  const common = { price: situation.about(market, 0), quantity };
  const tag = dice.chance(800) ? "" : `enum:${situation.engine.brokerIds[0]}:${HIGH_TAG}`;
  return [
    situation.order(maker, market, opposite(side), { ...common, visible: dice.chance(200) ? 0 : -1 }),
    situation.order(taker, market, side, { ...common, orderType: "IOC", marginMode: mode, tag }),
    situation.cancelAll(maker, market),
  ];
}

/** Opens a position, mostly as large as leverage allows, against the richest account. */
const trade: Scene = (situation) => {
  const { dice } = situation;
  const [taker, market, mode] = [situation.someone(), situation.someMarket(), modeOf(situation)];
  const maker = dice.chance(750) ? situation.richest() : situation.someone();
  const percent = dice.chance(600) ? dice.between(40, 92) : dice.between(1, 40);
  // Half of the trades are on a side that depends on the account's number, so that the richest account has to hold the
  // other.
  const side = dice.chance(500) ? sideOf(situation) : taker % 2 === 0 ? "BUY" : "SELL";
  return deal(situation, {
    taker,
    maker,
    market,
    side,
    quantity: situation.carried(taker, market, percent, mode),
    mode,
  });
};

/** Opens positions in all markets at once, so that one of the markets can stop without the others. */
const spread: Scene = (situation) => {
  const [taker, side, percent] = [situation.someone(), sideOf(situation), situation.dice.between(20, 90)];
  return situation.everyMarket.flatMap(({ market }) => {
    const quantity = situation.carried(taker, market, percent / situation.markets);
    return deal(situation, { taker, maker: situation.richest(), market, side, quantity });
  });
};

/** An order for a share of the free collateral, sized as if all of it opened a position. */
const stake: Scene = (situation) => {
  const { dice } = situation;
  const [account, market, mode] = [situation.someone(), situation.someMarket(), modeOf(situation)];
  const orderType = dice.pick([
    "LIMIT",
    "LIMIT",
    "POST_ONLY",
    "IOC",
    "FOK",
    "MARKET",
    "MARKET",
    "MARKET",
    "MARKET",
  ] as const);
  const isMarket = orderType === "MARKET";
  const quantity = situation.afforded(
    account,
    market,
    dice.pick([3, 30, 60, 90, 93, 97, 98, 98, 98, 99, 100, 101]),
    mode,
  );
  const byAmount = isMarket && dice.chance(250);
  const { parameters, mark, microsPerTickLot } = situation.market(market);
  const amount = Math.max(1, (quantity / parameters.baseTick) * mark * microsPerTickLot);
  return [
    situation.order(account, market, sideOf(situation), {
      orderType,
      marginMode: mode,
      price: isMarket ? 0 : situation.near(market, dice.pick([-3, -2, -1, 0, 0, 0, 0, 1, 2, 3])),
      quantity: byAmount ? 0 : quantity,
      amount: byAmount ? amount : 0,
      visible: orderType === "LIMIT" && dice.chance(250) ? 0 : -1,
      tag: dice.chance(100) ? `enum:${situation.engine.brokerIds[0]}:${HIGH_TAG}` : "",
    }),
  ];
};

/** The first account shows quotes a few steps from the mark. */
const quote: Scene = (situation) => {
  const { dice } = situation;
  const [market, side, steps] = [situation.someMarket(), sideOf(situation), dice.between(0, 5)];
  const price = situation.near(market, side === "BUY" ? -steps : steps);
  return [situation.order(0, market, side, { price, quantity: situation.size(market), marginMode: "CROSS" })];
};

/** A trader takes a share of one of the open orders, and everything better priced. */
const hit: Scene = (situation) => {
  const { dice } = situation;
  const order = situation.among(situation.open.filter(({ reduceOnly }) => !reduceOnly));
  if (order === undefined) return [];
  const { market, side } = order;
  const { quoteTick } = situation.market(market).parameters;
  const orderType = dice.pick(["FOK", "FOK", "IOC", "MARKET"] as const);
  const taker = dice.chance(650) ? 0 : situation.someone();
  const worse = dice.pick([0, 1, 2, 5]) * quoteTick * (side === "BUY" ? -1 : 1);
  const lots = ((order.quantity - order.executed) * dice.pick([20, 50, 100, 100, 150, 300])) / 100;
  return [
    situation.order(taker === order.account ? situation.other(taker) : taker, market, opposite(side), {
      orderType,
      price: orderType === "MARKET" ? 0 : Math.max(quoteTick, order.price * quoteTick + worse),
      quantity: situation.sized(market, lots),
      marginMode: dice.pick(["", "", "CROSS", "ISOLATED"]),
    }),
  ];
};

/** An order on the side that closes a position. */
const close: Scene = (situation) => {
  const { dice } = situation;
  const [market, mode, takes] = [
    situation.someMarket(),
    dice.pick(["CROSS", "ISOLATED", "ISOLATED"] as const),
    dice.chance(500),
  ];
  const account = situation.holder(market, mode);
  if (account === undefined) return [];
  const side = situation.held(account, market, mode) > 0 ? "SELL" : "BUY";
  // For a sell order, upwards is away from the book.
  const steps = dice.between(-2, 3) * (side === "SELL" ? 1 : -1);
  return [
    situation.order(account, market, side, {
      orderType: takes ? "MARKET" : "LIMIT",
      price: takes ? 0 : situation.near(market, steps),
      quantity: situation.part(account, market, mode, dice.pick([50, 100, 100, 100, 150])),
      reduceOnly: dice.chance(500),
      marginMode: mode,
    }),
  ];
};

/** A long and a short position close against each other. */
const meet: Scene = (situation) => {
  const market = situation.someMarket();
  const [long, short] = [situation.holder(market, "CROSS", "BUY"), situation.holder(market, "CROSS", "SELL")];
  if (long === undefined || short === undefined) return [];
  const percent = situation.dice.pick([20, 100, 100, 130]);
  const quantity = Math.min(
    situation.part(long, market, "CROSS", percent),
    situation.part(short, market, "CROSS", percent),
  );
  const common = { price: situation.about(market, 0), quantity };
  return [
    situation.order(long, market, "SELL", common),
    situation.order(short, market, "BUY", { ...common, orderType: "IOC" }),
  ];
};

/** The richest account quotes a percentage of some position on both sides, very near the mark. */
export function thinQuotes(situation: Situation, market: number, percent: number): Draft[] {
  const holder = situation.holder(market, "CROSS") ?? 0;
  const [account, quantity] = [situation.richest(), situation.part(holder, market, "CROSS", percent)];
  return (["BUY", "SELL"] as const).map((side) =>
    situation.order(account, market, side, { quantity, price: situation.about(market, side === "BUY" ? -3 : 3) }),
  );
}

const thin: Scene = (situation) => thinQuotes(situation, situation.someMarket(), situation.dice.pick([7, 30, 60]));

/** Places protection for a position; now and then the price goes there at once, and finds a thin book that fills again. */
const protect: Scene = (situation) => {
  const { dice } = situation;
  const [market, mode] = [situation.someMarket(), modeOf(situation)];
  const account = situation.holder(market, mode);
  if (account === undefined) return [];
  const [kind, profits] = [dice.pick(["STOP", "STOP", "POSITIONAL_TP_SL", "TRAILING_STOP"] as const), dice.chance(330)];
  const isLong = situation.held(account, market, mode) > 0;
  const by = dice.between(1, 25) * (isLong !== profits ? -1 : 1);
  const [isGroup, trails] = [kind === "POSITIONAL_TP_SL", kind === "TRAILING_STOP"];
  const triggerPrice = situation.about(market, by);
  const side: Side = isLong ? "SELL" : "BUY";
  const leg = {
    ...{ side, triggerPrice, price: 0, quantity: 0, reduceOnly: true, children: [] },
    algoType: profits ? "TAKE_PROFIT" : "STOP_LOSS",
    orderType: "CLOSE_POSITION",
  } as const;
  const placed: Draft = {
    ...{
      type: "place_algo_order",
      account,
      market,
      algoType: kind,
      side,
      price: 0,
      activatedPrice: 0,
      callbackValue: 0,
    },
    orderType: isGroup ? "" : "MARKET",
    quantity: isGroup ? 0 : situation.part(account, market, mode, dice.pick([40, 100, 100, 150])),
    triggerPrice: isGroup || trails ? 0 : triggerPrice,
    callbackRate: trails ? Math.abs(by) * 100_000 : 0,
    reduceOnly: !isGroup,
    ...{ visible: true, clientOrderId: "", tag: "", marginMode: mode },
    children: isGroup ? [leg] : [],
  };
  if (dice.chance(650)) return [placed];
  const there = situation.moved(market, by + Math.sign(by) * 2);
  const [first, second] = [1, 2].map((count): Draft => ({ type: "tick", at: situation.second(count) }));
  const book = () => thinQuotes(situation, market, 30);
  return [placed, ...book(), ...situation.pin({ market, price: there }), first!, ...book(), second!];
};

export const TRADES = { trade, spread, stake, quote, hit, close, meet, thin, protect } satisfies Scenes;
