// Wishes of single areas of the rulebook, which a history can have or not: isolated margin, algo orders, and what an
// operator does to markets. Prices are wished in steps from the mark price, as in worlds.ts.

import fc from "fast-check";
import { type AlgoType, MARGIN_MODES, MARKET_STATES, type MarginMode, type MarketState } from "../base/vocabulary.ts";

/** "short" is isolated margin with little money, "cover" is whatever an order can't pay for any more when its turn comes. */
export type Area = "sources" | "isolated" | "short" | "algo" | "states" | "cover";
export const AREAS: readonly Area[] = ["sources", "isolated", "algo", "states"];

interface Common {
  readonly after: number;
  readonly account: number;
  readonly market: number;
}

export interface WishedAlgo {
  readonly algoType: AlgoType;
  readonly buys: boolean;
  readonly limit: boolean;
  /** Distance of entry, trigger or activation from the mark; of the legs, on either side of it. */
  readonly distance: number;
  readonly profit: number;
  readonly loss: number;
  readonly legs: "both" | "profit" | "loss";
  readonly positional: boolean;
  readonly quantity: number;
  /** Thousandths for a rate, steps of price for a value. */
  readonly callback: number;
  readonly byRate: boolean;
  readonly reduceOnly: boolean;
  readonly visible: boolean;
  readonly mode: MarginMode | "";
  readonly clientOrderId: string;
  readonly flaw: "" | "off tick" | "off lot" | "no legs" | "wrong side" | "stray price" | "bad id" | "satisfied";
}

export type AreaWish =
  | (Common & { readonly do: "mode"; readonly mode: MarginMode })
  | (Common & { readonly do: "margin"; readonly adds: boolean; readonly share: number })
  | (Common & { readonly do: "isolated leverage"; readonly leverage: number })
  | (Common & {
      readonly do: "all in";
      readonly buys: boolean;
      readonly takes: boolean;
      readonly distance: number;
      /** Percent of what is available. */
      readonly share: number;
    })
  /** Of an isolated position, if there is one. */
  | (Common & {
      readonly do: "close";
      readonly takes: boolean;
      readonly reduceOnly: boolean;
      readonly distance: number;
      readonly share: number;
    })
  /** For a share of what is free at the account's leverage in the mode. */
  | (Common & {
      readonly do: "stake";
      readonly buys: boolean;
      readonly orderType: "LIMIT" | "POST_ONLY" | "IOC" | "FOK" | "MARKET";
      readonly isolated: boolean;
      readonly byAmount: boolean;
      readonly hidden: boolean;
      readonly distance: number;
      readonly share: number;
      readonly tagged: boolean;
    })
  /** The price goes against one of the open orders, by so many thousandths. */
  | (Common & { readonly do: "turn"; readonly which: number; readonly by: number })
  /** The first account shows so many steps of quantity, so many steps from the mark. */
  | (Common & {
      readonly do: "quote";
      readonly buys: boolean;
      readonly distance: number;
      readonly quantity: number;
    })
  /** An account takes a percentage of one of the open orders, and what is better priced. */
  | (Common & {
      readonly do: "hit";
      readonly which: number;
      /** How much worse than the order's price. */
      readonly distance: number;
      readonly orderType: "IOC" | "FOK" | "MARKET";
      readonly mode: MarginMode | "";
      readonly share: number;
    })
  /** Money that goes while orders rest: a percentage of what can go, as soon as there is a nonce for it. */
  | (Common & { readonly do: "withdraw"; readonly share: number })
  /** Fees per 100,000 that change while orders rest. */
  | (Common & { readonly do: "fees"; readonly taker: number; readonly maker: number })
  | (Common & { readonly do: "algo"; readonly algo: WishedAlgo })
  | (Common & {
      readonly do: "amend algo";
      readonly which: number;
      readonly trigger: number;
      readonly price: number;
      readonly quantity: number;
      readonly part: "all" | "first" | "last" | "quantities";
    })
  | (Common & { readonly do: "cancel algo"; readonly which: number; readonly part: "root" | "leg" | "client" })
  | (Common & { readonly do: "cancel all algos"; readonly type: AlgoType | ""; readonly all: boolean })
  | (Common & { readonly do: "state"; readonly state: MarketState })
  | (Common & { readonly do: "halt"; readonly halted: boolean })
  | (Common & { readonly do: "clock halt"; readonly halted: boolean })
  | (Common & { readonly do: "rules"; readonly range: number; readonly scope: number; readonly cap: number })
  | (Common & { readonly do: "delist"; readonly wait: number })
  | (Common & { readonly do: "maintenance"; readonly wait: number; readonly lasts: number; readonly back: boolean })
  | (Common & { readonly do: "maintenance cancel"; readonly cancels: boolean });

const pick = fc.nat({ max: 11 });
const common = {
  after: fc.constantFrom(0, 1, 7, 400),
  account: pick,
  market: fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: pick }),
};
const one = <Value>(value: Value) => fc.constant(value);
const rarely = (weight: number) =>
  fc.oneof({ weight, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.constant(true) });
const anyMode = fc.constantFrom<MarginMode | "">("", "", "CROSS", "ISOLATED");

const anyAlgo: fc.Arbitrary<WishedAlgo> = fc.record({
  algoType: fc.constantFrom<AlgoType>("STOP", "STOP", "TP_SL", "TP_SL", "POSITIONAL_TP_SL", "BRACKET", "TRAILING_STOP"),
  buys: fc.boolean(),
  limit: fc.boolean(),
  distance: fc.integer({ min: -3, max: 3 }),
  profit: fc.integer({ min: 0, max: 4 }),
  loss: fc.integer({ min: 0, max: 4 }),
  legs: fc.constantFrom("both" as const, "both" as const, "profit" as const, "loss" as const),
  positional: fc.boolean(),
  quantity: fc.integer({ min: 1, max: 12 }),
  callback: fc.integer({ min: 0, max: 52 }),
  byRate: fc.boolean(),
  reduceOnly: rarely(3),
  visible: fc.boolean(),
  mode: anyMode,
  clientOrderId: fc.constantFrom("", "", "", "a", "b"),
  flaw: fc.oneof(
    { weight: 25, arbitrary: one("" as const) },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        "off tick",
        "off lot",
        "no legs",
        "wrong side",
        "stray price",
        "bad id",
        "satisfied",
      ) as fc.Arbitrary<WishedAlgo["flaw"]>,
    },
  ),
});

interface Weighted {
  readonly weight: number;
  readonly arbitrary: fc.Arbitrary<AreaWish>;
}

/** Orders of accounts that put everything on one card, and those that take them out of it. */
const short = (weight: number): readonly Weighted[] => [
  {
    weight: 5 * weight,
    arbitrary: fc.record({
      ...common,
      do: one("all in" as const),
      buys: fc.boolean(),
      takes: rarely(2),
      distance: fc.integer({ min: -2, max: 2 }),
      share: fc.constantFrom(30, 90, 99, 100, 100, 101),
    }),
  },
  {
    weight: 6 * weight,
    arbitrary: fc.record({
      ...common,
      do: one("close" as const),
      takes: fc.boolean(),
      reduceOnly: fc.boolean(),
      distance: fc.integer({ min: -2, max: 3 }),
      share: fc.constantFrom(50, 100, 100, 100, 150),
    }),
  },
];

/** Orders as large as can be, and what takes their cover away before they trade. */
const cover: readonly Weighted[] = [
  {
    weight: 30,
    arbitrary: fc.record({
      ...common,
      do: one("stake" as const),
      buys: fc.boolean(),
      orderType: fc.constantFrom<"LIMIT" | "POST_ONLY" | "IOC" | "FOK" | "MARKET">(
        "LIMIT",
        "LIMIT",
        "POST_ONLY",
        "IOC",
        "FOK",
        "MARKET",
        "MARKET",
        "MARKET",
        "MARKET",
        "MARKET",
        "MARKET",
      ),
      isolated: rarely(2),
      byAmount: rarely(3),
      hidden: rarely(3),
      distance: fc.constantFrom(-3, -1, 0, 0, 0, 0, 1, 3),
      share: fc.constantFrom(3, 30, 93, 97, 98, 98, 98, 98, 99, 100),
      tagged: rarely(9),
    }),
  },
  {
    weight: 20,
    arbitrary: fc.record({
      ...common,
      do: one("quote" as const),
      buys: fc.boolean(),
      distance: fc.integer({ min: 0, max: 5 }),
      quantity: fc.integer({ min: 1, max: 8 }),
    }),
  },
  {
    weight: 14,
    arbitrary: fc.record({ ...common, do: one("turn" as const), which: pick, by: fc.integer({ min: 1, max: 60 }) }),
  },
  {
    weight: 24,
    arbitrary: fc.record({
      ...common,
      do: one("hit" as const),
      which: pick,
      distance: fc.constantFrom(0, 1, 2, 5),
      orderType: fc.constantFrom<"IOC" | "FOK" | "MARKET">("FOK", "FOK", "IOC", "MARKET"),
      mode: anyMode,
      share: fc.constantFrom(20, 50, 100, 100, 150, 300),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({ ...common, do: one("withdraw" as const), share: fc.constantFrom(50, 100, 100, 101) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      ...common,
      do: one("fees" as const),
      taker: fc.constantFrom(30, 60, 400, 1_000),
      maker: fc.constantFrom(0, 30, 400, 1_000),
    }),
  },
];

export const areaWishes: Readonly<Record<Area, readonly Weighted[]>> = {
  sources: [],
  short: short(3),
  cover,
  isolated: [
    {
      weight: 1,
      arbitrary: fc.record({ ...common, do: one("mode" as const), mode: fc.constantFrom(...MARGIN_MODES) }),
    },
    {
      weight: 3,
      arbitrary: fc.record({
        ...common,
        do: one("margin" as const),
        adds: fc.boolean(),
        share: fc.constantFrom(-1, 0, 1, 10, 99, 100, 101, 150),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        ...common,
        do: one("isolated leverage" as const),
        market: fc.oneof(common.market, one(-1)),
        leverage: fc.constantFrom(0, 1, 2, 5, 10, 20, 50, 101),
      }),
    },
    ...short(1),
  ],
  algo: [
    { weight: 14, arbitrary: fc.record({ ...common, do: one("algo" as const), algo: anyAlgo }) },
    {
      weight: 3,
      arbitrary: fc.record({
        ...common,
        do: one("amend algo" as const),
        after: fc.integer({ min: 1, max: 30 }),
        which: pick,
        trigger: fc.oneof(one(0), fc.integer({ min: -4, max: 4 })),
        price: fc.oneof(one(0), fc.integer({ min: -3, max: 3 })),
        quantity: fc.oneof(one(0), fc.integer({ min: 1, max: 12 })),
        part: fc.constantFrom("all" as const, "first" as const, "last" as const, "quantities" as const),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        ...common,
        do: one("cancel algo" as const),
        which: pick,
        part: fc.constantFrom("root" as const, "leg" as const, "client" as const),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        ...common,
        do: one("cancel all algos" as const),
        type: fc.constantFrom<AlgoType | "">(
          "",
          "STOP",
          "TP_SL",
          "POSITIONAL_TP_SL",
          "BRACKET",
          "TRAILING_STOP",
          "TAKE_PROFIT",
        ),
        all: fc.boolean(),
      }),
    },
  ],
  states: [
    {
      weight: 3,
      arbitrary: fc.record({
        ...common,
        do: one("state" as const),
        state: fc.constantFrom(...MARKET_STATES, "ACTIVE", "ACTIVE"),
      }),
    },
    { weight: 1, arbitrary: fc.record({ ...common, do: one("halt" as const), halted: fc.boolean() }) },
    {
      weight: 1,
      arbitrary: fc.record({
        ...common,
        do: one("clock halt" as const),
        halted: fc.constantFrom(true, false, false, false, false),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        ...common,
        do: one("rules" as const),
        range: fc.constantFrom(-1, 100_000_000, 200_000_000, 500_000_000),
        scope: fc.constantFrom(-1, 4_000_000_000, 100_000_000),
        cap: fc.constantFrom(-1, 9_000_000_000, 90_000_000),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({ ...common, do: one("delist" as const), wait: fc.constantFrom(-1, 5_000, 61_000) }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        ...common,
        do: one("maintenance" as const),
        wait: fc.constantFrom(0, 1_000, 3_000, 60_000),
        lasts: fc.constantFrom(0, 1_000, 5_000, 70_000),
        back: rarely(3),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        ...common,
        do: one("maintenance cancel" as const),
        cancels: fc.constantFrom(true, true, true, false),
      }),
    },
  ],
};
