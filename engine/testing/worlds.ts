// Random but meaningful worlds for property tests: few accounts, few prices, small sizes, so that orders collide, books
// empty, positions flip and margin runs out. A wish is written with absolute numbers where they shrink well, and refers
// to accounts, markets and open orders by a number that is taken modulo what exists when its turn comes, so that a
// shrunk list is still a meaningful one.

import fc from "fast-check";
import type { Command, PlaceOrder } from "../commands.ts";
import type { MarketParameters } from "../market.ts";
import { micros, millis, priceE8, quantityE8, ratioE10 } from "../units.ts";
import { ORDER_TYPES, type OrderType, SIDES, type Side } from "../vocabulary.ts";
import type { NaiveExchange } from "./naive-exchange.ts";
import type { NaiveOrder } from "./naive-state.ts";
import { addBroker, deposit, listMarket, openAccount, placeOrder, START } from "./setup.ts";
import { defaultMarket } from "./vectors.ts";

/** Ticks of every market's first price. */
const MIDDLE = 100;

/** How a market of a random world differs from the default ones. */
export interface SmallMarket {
  readonly symbol: string;
  readonly quoteTick: number;
  readonly baseTick: number;
  readonly parameters: MarketParameters;
}

function smallMarket(
  symbol: string,
  quoteTick: number,
  baseTick: number,
  changes: Partial<MarketParameters>,
): SmallMarket {
  const parameters: MarketParameters = {
    ...defaultMarket("PERP_SOL_USDC"),
    symbol,
    quoteMin: priceE8(quoteTick),
    quoteMax: priceE8(quoteTick * 1_000),
    quoteTick: priceE8(quoteTick),
    baseMin: quantityE8(baseTick),
    baseMax: quantityE8(baseTick * 60),
    baseTick: quantityE8(baseTick),
    minNotional: micros(0),
    globalMaxOiCap: micros(9_000_000_000_000_000),
    ...changes,
  };
  return { symbol, quoteTick, baseTick, parameters };
}

/**
 * The markets a world draws from. Symbols fall while numbers rise, because work on several markets goes by symbol.
 * One has a steep margin curve, one a wide price range, one a smallest size of three lots and a least notional.
 */
export const smallMarkets: readonly SmallMarket[] = [
  smallMarket("PERP_D_USDC", 100_000_000, 100_000_000, {
    imrFactor: ratioE10(700_000),
    baseImr: ratioE10(500_000_000),
    baseMmr: ratioE10(250_000_000),
    priceRange: ratioE10(1_000_000_000),
    maxNotional: micros(9_000_000_000),
  }),
  smallMarket("PERP_C_USDC", 50_000_000, 20_000_000, { priceRange: ratioE10(500_000_000) }),
  smallMarket("PERP_B_USDC", 10_000, 10_000_000_000, {
    priceRange: ratioE10(300_000_000),
    priceScope: ratioE10(400_000_000),
  }),
  smallMarket("PERP_A_USDC", 3_000_000, 10_000_000, {
    baseMin: quantityE8(30_000_000),
    minNotional: micros(1_500_000),
    priceRange: ratioE10(9_000_000_000),
    priceScope: ratioE10(9_000_000_000),
    baseImr: ratioE10(1_000_000_000),
    baseMmr: ratioE10(700_000_000),
    capFunding: ratioE10(1_000_000_000),
    floorFunding: ratioE10(-500_000_000),
    maxMarkDeviation: ratioE10(2_000_000_000),
  }),
];

/** What a world starts with: its markets, brokers, accounts and first deposits. */
export interface World {
  readonly markets: number;
  /** The first deposit of each account, in whole USDC; the length is the number of accounts. */
  readonly deposits: readonly number[];
}

export const anyWorld: fc.Arbitrary<World> = fc.record({
  markets: fc.integer({ min: 2, max: smallMarkets.length }),
  deposits: fc.array(fc.constantFrom(1_000_000, 1_000_000, 5_000, 5_000, 700, 60), { minLength: 3, maxLength: 6 }),
});

export function openingCommands(world: World): Command[] {
  const listings = smallMarkets
    .slice(0, world.markets)
    .map((market) => listMarket(market.parameters, market.quoteTick * MIDDLE));
  const accounts = world.deposits.map((_, number) => openAccount(number, number % 3 === 1 ? "cheap" : "plain"));
  const money = world.deposits.map((amount, number) => deposit(number, amount * 1_000_000, `faucet:${number}:1`));
  return [...listings, addBroker("plain", 60, 30), addBroker("cheap", 31, 0), ...accounts, ...money];
}

/** One step of a random history, before it is known what exists. */
export type Wish =
  | {
      readonly do: "place";
      readonly after: number;
      readonly account: number;
      readonly market: number;
      readonly order: WishedOrder;
    }
  | { readonly do: "repeat"; readonly after: number; readonly which: number; readonly change: boolean }
  | {
      readonly do: "amend";
      readonly after: number;
      readonly which: number;
      readonly price: number;
      readonly quantity: number;
      readonly wrong: "" | "side" | "type" | "account";
    }
  | { readonly do: "cancel"; readonly after: number; readonly which: number; readonly by: "id" | "client" | "stranger" }
  | { readonly do: "cancel all"; readonly after: number; readonly account: number; readonly market: number }
  | { readonly do: "arm"; readonly after: number; readonly account: number; readonly wait: number }
  | {
      readonly do: "deposit";
      readonly after: number;
      readonly account: number;
      readonly amount: number;
      readonly again: boolean;
    }
  | {
      readonly do: "leverage";
      readonly after: number;
      readonly account: number;
      readonly market: number;
      readonly leverage: number;
    }
  | { readonly do: "settle"; readonly after: number; readonly account: number }
  | {
      readonly do: "report";
      readonly after: number;
      readonly market: number;
      readonly source: number;
      readonly price: number;
    }
  | { readonly do: "pin"; readonly after: number; readonly markets: readonly number[]; readonly price: number }
  | { readonly do: "tick"; readonly to: "second" | "minute" };

/** Prices in ticks as if the mark price were at the middle; quantities in lots. */
interface WishedOrder {
  readonly side: Side;
  readonly orderType: OrderType;
  readonly price: number;
  readonly quantity: number;
  /** -1 for an order by quantity, else the quote amount as a share of 1/8 lots at the first price. */
  readonly amount: number;
  /** -1 for fully visible. */
  readonly visible: number;
  /** "closing": on the side that reduces the account's position, if it has one, else an ordinary order. */
  readonly reduceOnly: "no" | "blindly" | "closing";
  readonly clientOrderId: string;
  readonly slippage: number;
  readonly level: number;
  readonly adjust: boolean;
  readonly inBatch: boolean;
  /** Breaks one field on purpose. */
  readonly flaw:
    | ""
    | "off tick"
    | "off lot"
    | "no price"
    | "stray price"
    | "stray level"
    | "enum tag"
    | "too visible"
    | "bad id"
    | "both sizes";
}

const pick = fc.nat({ max: 11 });
/** The first market more often than the others, so that its book fills. */
const pickMarket = fc.oneof({ weight: 2, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: pick });
const pause = fc.constantFrom(0, 0, 1, 7, 400);
const anyPrice = fc.oneof(
  { weight: 8, arbitrary: fc.integer({ min: 98, max: 102 }) },
  { weight: 3, arbitrary: fc.integer({ min: 92, max: 109 }) },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 260 }) },
);
const anyQuantity = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: 1, max: 12 }) },
  { weight: 2, arbitrary: fc.integer({ min: 1, max: 62 }) },
);
const rarely = (weight: number) =>
  fc.oneof({ weight, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.constant(true) });

const anyOrder: fc.Arbitrary<WishedOrder> = fc.record({
  side: fc.constantFrom(...SIDES),
  orderType: fc.oneof(
    { weight: 5, arbitrary: fc.constant("LIMIT" as const) },
    { weight: 7, arbitrary: fc.constantFrom(...ORDER_TYPES) },
  ),
  price: anyPrice,
  quantity: anyQuantity,
  amount: fc.oneof(
    { weight: 3, arbitrary: fc.constant(-1) },
    { weight: 1, arbitrary: fc.integer({ min: 1, max: 200 }) },
  ),
  visible: fc.oneof(
    { weight: 4, arbitrary: fc.constant(-1) },
    { weight: 2, arbitrary: fc.constant(0) },
    { weight: 2, arbitrary: fc.integer({ min: 1, max: 8 }) },
  ),
  reduceOnly: fc.oneof(
    { weight: 12, arbitrary: fc.constant("no" as const) },
    { weight: 4, arbitrary: fc.constant("closing" as const) },
    { weight: 1, arbitrary: fc.constant("blindly" as const) },
  ),
  clientOrderId: fc.oneof(
    { weight: 3, arbitrary: fc.constant("") },
    { weight: 1, arbitrary: fc.constantFrom("a", "b", "Long_id-0123456789-0123456789-012345") },
  ),
  slippage: fc.oneof(
    { weight: 2, arbitrary: fc.constant(0) },
    { weight: 1, arbitrary: fc.constantFrom(1, 1_000_000, 3_300_000, 100_000_000) },
  ),
  level: fc.constantFrom(-1, -1, 0, 0, 1, 1, 2, 4),
  adjust: fc.boolean(),
  inBatch: rarely(9),
  flaw: fc.oneof(
    { weight: 30, arbitrary: fc.constant("" as const) },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        "off tick",
        "off lot",
        "no price",
        "stray price",
        "stray level",
        "enum tag",
        "too visible",
        "bad id",
        "both sizes",
      ) as fc.Arbitrary<WishedOrder["flaw"]>,
    },
  ),
});

const anyWish: fc.Arbitrary<Wish> = fc.oneof(
  {
    weight: 40,
    arbitrary: fc.record({
      do: fc.constant("place" as const),
      after: pause,
      account: pick,
      market: pickMarket,
      order: anyOrder,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant("repeat" as const), after: pause, which: pick, change: rarely(3) }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant("amend" as const),
      // An amended order and one that is placed in the same millisecond would have the same priority time.
      after: fc.integer({ min: 1, max: 30 }),
      which: fc.nat({ max: 40 }),
      price: fc.oneof(fc.constant(0), anyPrice),
      quantity: fc.oneof(fc.constant(0), anyQuantity),
      wrong: fc.oneof(
        { weight: 20, arbitrary: fc.constant("" as const) },
        { weight: 1, arbitrary: fc.constantFrom("side" as const, "type" as const, "account" as const) },
      ),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant("cancel" as const),
      after: pause,
      which: fc.nat({ max: 40 }),
      by: fc.constantFrom("id" as const, "id" as const, "client" as const, "stranger" as const),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant("cancel all" as const),
      after: pause,
      account: pick,
      market: fc.integer({ min: -1, max: 4 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant("arm" as const),
      after: pause,
      account: pick,
      wait: fc.constantFrom(0, 4_999, 5_000, 6_001, 60_000, 900_001),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant("deposit" as const),
      after: pause,
      account: pick,
      amount: fc.integer({ min: 1, max: 90_000_000 }),
      again: rarely(3),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant("leverage" as const),
      after: pause,
      account: pick,
      market: fc.integer({ min: -1, max: 4 }),
      leverage: fc.constantFrom(0, 1, 1, 2, 5, 10, 20, 21, 50, 100, 101),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("settle" as const), after: pause, account: pick }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant("report" as const),
      after: pause,
      market: pick,
      source: fc.integer({ min: 0, max: 2 }),
      // In fortieths of a tick, so that means and clips come out whole on the price scale.
      price: fc.oneof(fc.integer({ min: 3_900, max: 4_100 }), fc.integer({ min: 3_000, max: 5_000 })),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant("pin" as const),
      after: pause,
      markets: fc.uniqueArray(fc.integer({ min: 0, max: 3 }), { minLength: 1, maxLength: 3 }),
      price: fc.oneof(
        { weight: 4, arbitrary: fc.integer({ min: 3_800, max: 4_200 }) },
        { weight: 1, arbitrary: fc.integer({ min: 2_000, max: 8_000 }) },
      ),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant("tick" as const),
      to: fc.constantFrom("second" as const, "second" as const, "minute" as const),
    }),
  },
);

export const anyCommands = (maxLength: number): fc.Arbitrary<Wish[]> =>
  fc.array(anyWish, { minLength: 1, maxLength, size: "max" });

/** Turns wishes into commands, one by one, by what exists at that moment. */
export class Script {
  readonly commands: Command[] = [];
  private deposits = 0;

  constructor(
    private readonly exchange: NaiveExchange,
    private now: number = START,
  ) {}

  next(wish: Wish): Command {
    const command = { ...this.resolve(wish), at: this.timeOf(wish) } as Command;
    this.commands.push(command);
    return command;
  }

  private timeOf(wish: Wish): number {
    if (wish.do !== "tick") this.now += wish.after;
    else {
      const step = wish.to === "second" ? 1_000 : 60_000;
      this.now = (Math.floor(this.now / step) + 1) * step;
    }
    return millis(this.now);
  }

  private resolve(wish: Wish): Command {
    const { accounts, markets, open } = this.exchange.state;
    const at = START; // replaced by the caller
    const accountOf = (number: number) => number % accounts.length;
    const marketOf = (number: number) => number % markets.length;
    const orderOf = (which: number): NaiveOrder | undefined => {
      const byId = open.toSorted((a, b) => a.id - b.id);
      return byId[which % Math.max(1, byId.length)];
    };
    switch (wish.do) {
      case "place": {
        const market = marketOf(wish.market);
        return this.wishedOrder(wish.order, accountOf(wish.account), market);
      }
      case "repeat": {
        const placed = this.commands.filter((each) => each.type === "place_order" && each.clientOrderId !== "");
        const again = placed[wish.which % Math.max(1, placed.length)] as PlaceOrder | undefined;
        if (again === undefined) return { type: "tick", at };
        return wish.change ? { ...again, quantity: quantityE8(again.quantity + 100_000_000) } : again;
      }
      case "amend": {
        const order = orderOf(wish.which);
        const { quoteTick, baseTick } = smallMarkets[order?.market ?? 0]!;
        const side = order?.side ?? "BUY";
        return {
          type: "amend_order",
          at,
          account: wish.wrong === "account" ? accountOf((order?.account ?? 0) + 1) : (order?.account ?? 0),
          orderId: order?.id ?? 1,
          market: order?.market ?? 0,
          side: wish.wrong === "side" ? (side === "BUY" ? "SELL" : "BUY") : side,
          orderType: wish.wrong === "type" ? "FOK" : (order?.type ?? "LIMIT"),
          price: priceE8(wish.price * quoteTick),
          quantity: quantityE8(wish.quantity * baseTick),
        };
      }
      case "cancel": {
        const order = orderOf(wish.which);
        const byClient = wish.by === "client";
        return {
          type: "cancel_order",
          at,
          account: wish.by === "stranger" ? accountOf((order?.account ?? 0) + 1) : (order?.account ?? 0),
          market: wish.which % 2 === 0 ? -1 : (order?.market ?? 0),
          orderId: byClient ? 0 : (order?.id ?? 1),
          clientOrderId: byClient ? order?.clientOrderId || "a" : "",
        };
      }
      case "cancel all":
        return {
          type: "cancel_all_orders",
          at,
          account: accountOf(wish.account),
          market: wish.market < 0 ? -1 : marketOf(wish.market),
        };
      case "arm":
        return { type: "cancel_all_after", at, account: accountOf(wish.account), triggerAfterMs: wish.wait };
      case "deposit": {
        if (!wish.again || this.deposits === 0) this.deposits += 1;
        const reference = `later:${this.deposits}`;
        return { ...deposit(accountOf(wish.account), wish.amount, reference), at };
      }
      case "leverage":
        return {
          type: "set_leverage",
          at,
          account: accountOf(wish.account),
          market: wish.market < 0 ? -1 : marketOf(wish.market),
          leverage: wish.leverage,
          marginMode: "CROSS",
        };
      case "settle":
        return { type: "settle_pnl", at, account: accountOf(wish.account) };
      case "report": {
        const market = marketOf(wish.market);
        const price = priceE8((wish.price * smallMarkets[market]!.quoteTick) / 40);
        return { type: "oracle_prices", at, prices: [{ market, source: wish.source, price, volume: quantityE8(0) }] };
      }
      case "pin": {
        const numbers = [...new Set(wish.markets.map(marketOf))];
        const prices = numbers.map((market) => ({
          market,
          price: priceE8((wish.price * smallMarkets[market]!.quoteTick) / 40),
        }));
        return { type: "set_index_prices", at, prices };
      }
      case "tick":
        return { type: "tick", at };
    }
  }

  /** A placement on the scale of the wire, consistent but for the flaw that was wished. */
  private wishedOrder(wished: WishedOrder, account: number, number: number): PlaceOrder {
    const market = smallMarkets[number]!;
    const { orderType, flaw } = wished;
    const hasLimit = orderType === "LIMIT" || orderType === "IOC" || orderType === "FOK" || orderType === "POST_ONLY";
    const byAmount = wished.amount > 0 && !hasLimit;
    const byLevel = orderType === "ASK" || orderType === "BID";
    const canHide = orderType === "LIMIT" || (byLevel && !byAmount);
    const mark = Number(this.exchange.state.markets[number]!.mark) / market.quoteTick;
    const price = Math.max(1, mark + wished.price - MIDDLE) * market.quoteTick + (flaw === "off tick" ? 7 : 0);
    const size = wished.quantity * market.baseTick + (flaw === "off lot" ? 1 : 0);
    const shown = flaw === "too visible" ? wished.quantity + 1 : Math.min(wished.visible, wished.quantity);
    // An eighth of a lot at the first price, so that amounts rarely come out even.
    const eighth = (MIDDLE * market.quoteTick * market.baseTick) / 8e10;
    const held = this.exchange.state.accounts[account]!.rows[number]!.quantity;
    const closes = wished.reduceOnly === "closing" && held !== 0n;
    return placeOrder({
      account,
      market: number,
      side: closes ? (held > 0n ? "SELL" : "BUY") : wished.side,
      orderType,
      price: priceE8((hasLimit && flaw !== "no price") || flaw === "stray price" ? price : 0),
      quantity: quantityE8(byAmount && flaw !== "both sizes" ? 0 : size),
      amount: micros(byAmount ? Math.ceil(wished.amount * eighth) : 0),
      visible: quantityE8(canHide && wished.visible >= 0 ? shown * market.baseTick : -1),
      reduceOnly: closes || wished.reduceOnly === "blindly",
      clientOrderId: flaw === "bad id" ? "-starts-with-hyphen" : wished.clientOrderId,
      slippage: orderType === "MARKET" ? wished.slippage : 0,
      level: byLevel ? wished.level : flaw === "stray level" ? 1 : -1,
      postOnlyAdjust: orderType === "POST_ONLY" && wished.adjust,
      tag: flaw === "enum tag" ? "enum:owner:TAG" : "",
      inBatch: wished.inBatch,
    });
  }
}
