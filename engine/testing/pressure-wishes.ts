// Wishes about what presses on failing accounts: a mark that is painted away from its index, stops that fire into an empty
// book, a venue that rests while its clock goes on, a market that ends, prices by hand that are set free.

import { absolute, greatest, least } from "@evermark/model/exact.ts";
import type { NaiveExchange } from "@evermark/model/exchange.ts";
import fc from "fast-check";
import { millis, priceE8, quantityE8 } from "../base/units.ts";
import type { Command, PlaceAlgoOrder } from "../language/commands/commands.ts";
import { placeOrder } from "./setup.ts";
import { secondAfter } from "./wish-script.ts";

const MINUTE_MS = 60_000;
const PAINTED_NOTIONAL = 300_000_000_000n;

export type PressureWish =
  /** An account opens a position; then the deepest one quotes both sides some thousandths away, for whole minutes. */
  | {
      readonly do: "paint";
      readonly market: number;
      readonly account: number;
      readonly by: number;
      readonly minutes: number;
    }
  /** Protection of a position, of the named account or of another one that has one; the trigger so many thousandths away. */
  | {
      readonly do: "stop";
      readonly account: number;
      readonly market: number;
      readonly kind: "STOP" | "POSITIONAL_TP_SL" | "TRAILING_STOP";
      readonly by: number;
      readonly profits: boolean;
      readonly percent: number;
      readonly isolated: boolean;
      /** Whether the price goes there at once, and finds a thin book that fills again. */
      readonly out: boolean;
    }
  /** The index goes to where an account has so many percent of its maintenance margin, and quotes take the mark beyond. */
  | { readonly do: "graze"; readonly market: number; readonly account: number; readonly to: number }
  | { readonly do: "cancel stops"; readonly account: number }
  /** The deepest account quotes a percentage of some position on both sides, very near. */
  | { readonly do: "thin"; readonly market: number; readonly percent: number }
  /** A long and a short close against each other. */
  | { readonly do: "meet"; readonly market: number; readonly account: number; readonly percent: number }
  | { readonly do: "clock"; readonly doubted: boolean }
  /** A window that has begun when the next wish comes. */
  | { readonly do: "rest of the venue"; readonly seconds: number }
  | { readonly do: "delist"; readonly market: number; readonly after: number }
  | { readonly do: "free"; readonly market: number };

const pick = fc.nat({ max: 11 });
const market = fc.nat({ max: 2 });

export const anyPressureWish: fc.Arbitrary<PressureWish> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant("paint" as const),
      market,
      account: pick,
      by: fc.constantFrom(-8, -5, -3, 3, 5, 8),
      minutes: fc.integer({ min: 1, max: 5 }),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant("stop" as const),
      account: pick,
      market,
      kind: fc.constantFrom("STOP" as const, "STOP" as const, "POSITIONAL_TP_SL" as const, "TRAILING_STOP" as const),
      by: fc.integer({ min: 1, max: 25 }),
      profits: fc.constantFrom(false, false, true),
      percent: fc.constantFrom(40, 100, 100, 150),
      isolated: fc.boolean(),
      out: fc.constantFrom(true, false, false),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant("graze" as const),
      market,
      account: pick,
      to: fc.integer({ min: 92, max: 116 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("cancel stops" as const), account: pick }) },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant("thin" as const), market, percent: fc.constantFrom(7, 30, 60) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant("meet" as const),
      market,
      account: pick,
      percent: fc.constantFrom(20, 100, 100, 130),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant("clock" as const), doubted: fc.constantFrom(true, false, false) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant("rest of the venue" as const), seconds: fc.constantFrom(2, 20, 100) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant("delist" as const),
      market,
      after: fc.constantFrom(7_000, 20_000, 47_000, 130_000),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("free" as const), market }) },
);

export function pressureCommands(
  exchange: NaiveExchange,
  now: number,
  wish: Exclude<PressureWish, { do: "graze" }>,
): Command[] {
  const { accounts, markets } = exchange.state;
  const at = millis(now);
  switch (wish.do) {
    case "paint":
      return paint(exchange, now, wish);
    case "stop":
      return stop(exchange, now, wish);
    case "cancel stops": {
      const account = wish.account % accounts.length;
      return [{ type: "cancel_all_algo_orders", at, account, market: -1, algoType: "" }];
    }
    case "thin":
      return thin(exchange, now, wish);
    case "meet":
      return meet(exchange, now, wish);
    case "clock":
      return [{ type: "halt_for_clock", at, halted: wish.doubted }];
    case "rest of the venue": {
      const startAt = millis(secondAfter(now));
      const endAt = millis(startAt + wish.seconds * 1_000);
      return [
        { type: "schedule_maintenance", at, startAt, endAt, message: "" },
        { type: "tick", at: startAt },
      ];
    }
    case "delist": {
      const number = wish.market % markets.length;
      return [
        { type: "set_market_state", at, market: number, state: "REDUCE_ONLY", reason: "" },
        { type: "schedule_delisting", at, market: number, delistAt: millis(now + wish.after) },
      ];
    }
    case "free":
      return [{ type: "set_index_prices", at, prices: [{ market: wish.market % markets.length, price: priceE8(0) }] }];
  }
}

/** A price some thousandths from the mark, on the tick. */
function priceNear(exchange: NaiveExchange, number: number, thousandths: number): bigint {
  const { mark, parameters } = exchange.state.markets[number]!;
  return ((mark * BigInt(1_000 + thousandths)) / 1_000n / parameters.quoteTick) * parameters.quoteTick;
}

function paint(exchange: NaiveExchange, now: number, wish: Extract<PressureWish, { do: "paint" }>): Command[] {
  const number = wish.market % exchange.state.markets.length;
  const first = (Math.floor(now / MINUTE_MS) + 1) * MINUTE_MS;
  const minutes = Array.from({ length: wish.minutes }, (_, n) => millis(first + n * MINUTE_MS));
  const quotes = paintedQuotes(exchange, number, exchange.state.markets[number]!.mark, wish.by);
  return [...quotes, ...minutes.map((minute): Command => ({ type: "tick", at: minute }))];
}

/** The deepest account takes its quotes away and quotes enough on both sides, some thousandths from a price. */
export function paintedQuotes(exchange: NaiveExchange, number: number, near: bigint, thousandths: number): Command[] {
  const { accounts, markets } = exchange.state;
  const { baseTick, quoteTick } = markets[number]!.parameters;
  const bid = ((near * BigInt(1_000 + thousandths)) / 1_000n / quoteTick) * quoteTick;
  const lots = (PAINTED_NOTIONAL * 10_000_000_000n) / bid / baseTick;
  const account = accounts.length - 2;
  const deepest = { account, market: number, quantity: quantityE8(Number(lots * baseTick)) };
  return [
    { type: "cancel_all_orders", at: millis(0), account, market: number },
    placeOrder({ ...deepest, side: "BUY", price: priceE8(Number(bid)) }),
    placeOrder({ ...deepest, side: "SELL", price: priceE8(Number(bid + quoteTick)) }),
  ];
}

function thin(exchange: NaiveExchange, now: number, wish: Extract<PressureWish, { do: "thin" }>): Command[] {
  const { accounts, markets } = exchange.state;
  const number = wish.market % markets.length;
  const { baseTick } = markets[number]!.parameters;
  const sizes = accounts.slice(0, -2).map(({ rows }) => absolute(rows[number]!.quantity));
  const size = sizes.find((each) => each !== 0n) ?? baseTick;
  const lots = greatest(1n, (size * BigInt(wish.percent)) / 100n / baseTick);
  const common = { at: millis(now), account: accounts.length - 2, market: number };
  const quantity = quantityE8(Number(lots * baseTick));
  return [
    placeOrder({ ...common, quantity, side: "BUY", price: priceE8(Number(priceNear(exchange, number, -3))) }),
    placeOrder({ ...common, quantity, side: "SELL", price: priceE8(Number(priceNear(exchange, number, 3))) }),
  ];
}

function meet(exchange: NaiveExchange, now: number, wish: Extract<PressureWish, { do: "meet" }>): Command[] {
  const { accounts, markets } = exchange.state;
  const number = wish.market % markets.length;
  const { baseTick } = markets[number]!.parameters;
  const longs = accounts.filter(({ rows }) => rows[number]!.quantity > 0n);
  const shorts = accounts.filter(({ rows }) => rows[number]!.quantity < 0n);
  const [long, short] = [longs, shorts].map((all) => all[wish.account % Math.max(1, all.length)]);
  if (long === undefined || short === undefined) return [];
  const smaller = least(long.rows[number]!.quantity, -short.rows[number]!.quantity);
  const lots = greatest(1n, (smaller * BigInt(wish.percent)) / 100n / baseTick);
  const price = priceE8(Number(priceNear(exchange, number, 0)));
  const common = { at: millis(now), market: number, price, quantity: quantityE8(Number(lots * baseTick)) };
  return [
    placeOrder({ ...common, account: long.number, side: "SELL" }),
    placeOrder({ ...common, account: short.number, side: "BUY", orderType: "IOC" }),
  ];
}

function stop(exchange: NaiveExchange, now: number, wish: Extract<PressureWish, { do: "stop" }>): Command[] {
  const { accounts, markets } = exchange.state;
  const number = wish.market % markets.length;
  const rows = accounts.map((each) => (wish.isolated ? each.isolated : each.rows)[number]!.quantity);
  const holders = accounts.filter((each) => rows[each.number] !== 0n);
  const holder = holders[wish.account % Math.max(1, holders.length)];
  if (holder === undefined) return [];
  const held = rows[holder.number]!;
  const { baseTick } = markets[number]!.parameters;
  const falls = held > 0n !== wish.profits;
  const trigger = priceE8(Number(priceNear(exchange, number, falls ? -wish.by : wish.by)));
  const quantity = ((absolute(held) * BigInt(wish.percent)) / 100n / baseTick) * baseTick;
  const side = held > 0n ? ("SELL" as const) : ("BUY" as const);
  const isGroup = wish.kind === "POSITIONAL_TP_SL";
  const trails = wish.kind === "TRAILING_STOP";
  const leg = {
    side,
    triggerPrice: trigger,
    price: priceE8(0),
    quantity: quantityE8(0),
    reduceOnly: true,
    children: [],
  };
  const algoType = wish.profits ? ("TAKE_PROFIT" as const) : ("STOP_LOSS" as const);
  const placed: PlaceAlgoOrder = {
    type: "place_algo_order",
    at: millis(now),
    account: holder.number,
    market: number,
    algoType: wish.kind,
    side,
    orderType: isGroup ? "" : "MARKET",
    price: priceE8(0),
    quantity: quantityE8(isGroup ? 0 : Number(quantity)),
    triggerPrice: isGroup || trails ? priceE8(0) : trigger,
    activatedPrice: priceE8(0),
    callbackRate: trails ? wish.by * 100_000 : 0,
    callbackValue: priceE8(0),
    reduceOnly: !isGroup,
    visible: true,
    clientOrderId: "",
    tag: "",
    marginMode: wish.isolated ? "ISOLATED" : "CROSS",
    children: isGroup ? [{ ...leg, algoType, orderType: "CLOSE_POSITION" as const }] : [],
  };
  if (!wish.out) return [placed];
  const seconds = [1, 2].map((n): Command => ({ type: "tick", at: millis(secondAfter(now) + n * 1_000) }));
  const [by, percent] = [falls ? -wish.by - 2 : wish.by + 2, 30];
  const book = () => thin(exchange, now, { do: "thin", market: number, percent });
  const price = priceE8(Number(priceNear(exchange, number, by)));
  const moved: Command = { type: "set_index_prices", at: millis(now), prices: [{ market: number, price }] };
  return [placed, ...book(), moved, seconds[0]!, ...book(), seconds[1]!];
}
