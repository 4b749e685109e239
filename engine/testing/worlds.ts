// Random but meaningful worlds and histories for property tests: few accounts, few prices, small sizes, so that orders
// collide, books empty, positions flip and margin runs out. A wish refers to accounts, markets and open orders by a
// number that is taken modulo what exists when its turn comes, and to prices by their distance from the mark price, so
// that a shrunk list is still a meaningful one.

import fc from "fast-check";
import { feeE5 } from "../base/units.ts";
import { ORDER_TYPES, SIDES } from "../base/vocabulary.ts";
import type { Command } from "../language/commands/commands.ts";
import { AREAS, type Area, areaWishes } from "./area-wishes.ts";
import { addBroker, deposit, listMarket, openAccount, START } from "./setup.ts";
import type { Wish, WishedOrder } from "./wishes.ts";
import { HIGH_FEE_TAG, type WorldKind, worldMarkets } from "./world-markets.ts";

/** The wished price that is the mark price. */
export const MIDDLE = 100;

/** What a world starts with: its markets, brokers, accounts and first deposits. */
export interface World {
  readonly kind: WorldKind;
  readonly markets: number;
  /** The first deposit of each account, in whole USDC (hundreds of them in a real world). */
  readonly deposits: readonly number[];
}

export const anyWorld: fc.Arbitrary<World> = fc.record({
  kind: fc.oneof(
    { weight: 3, arbitrary: fc.constant("small" as const) },
    { weight: 1, arbitrary: fc.constant("real" as const) },
  ),
  markets: fc.integer({ min: 2, max: 4 }),
  deposits: fc.array(fc.constantFrom(1_000_000, 1_000_000, 5_000, 5_000, 700, 60), { minLength: 3, maxLength: 6 }),
});

/** Worlds in which no account can afford much, so that margin is what histories are about. */
export const anyPoorWorld: fc.Arbitrary<World> = fc.record({
  kind: fc.constant("small" as const),
  markets: fc.constant(2),
  deposits: fc.array(fc.constantFrom(60, 150, 150, 400, 1_000_000), { minLength: 3, maxLength: 5 }),
});

/** Worlds in which two make the books and the others put on their cards what they have. */
export const anyCoverWorld: fc.Arbitrary<World> = fc.record({
  kind: fc.constantFrom("small" as const, "small" as const, "real" as const),
  markets: fc.constant(2),
  deposits: fc
    .array(fc.constantFrom(60, 150, 400, 2_000), { minLength: 2, maxLength: 4 })
    .map((poor) => [1_000_000, ...poor, 1_000_000]),
});

export function openingCommands(world: World): Command[] {
  const listings = worldMarkets[world.kind]
    .slice(0, world.markets)
    .map((market) => listMarket(market.parameters, market.firstPrice));
  const accounts = world.deposits.map((_, number) => openAccount(number, number % 3 === 1 ? "cheap" : "plain"));
  const unit = world.kind === "small" ? 1_000_000 : 100_000_000;
  const money = world.deposits.map((amount, number) => deposit(number, amount * unit, `faucet:${number}:1`));
  const [, , enumId] = HIGH_FEE_TAG.split(":") as [string, string, string];
  const named = { broker: 0, enumId, name: "dear", description: "" };
  const tag: Command = { type: "create_fee_tag", at: START, ...named, rate: feeE5(1_000), overrides: [] };
  // Half of them at the highest leverage of most markets, where an isolated order can lose its cover.
  const levered = accounts.flatMap((_, account): Command[] =>
    account % 2 === 1
      ? [{ type: "set_leverage", at: START, account, market: -1, leverage: 20, marginMode: "ISOLATED" }]
      : [],
  );
  const brokers = [addBroker("plain", 60, 30), addBroker("cheap", 31, 0)];
  return [...listings, ...brokers, tag, ...accounts, ...money, ...levered];
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

const orderFields = {
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
  marginMode: fc.constantFrom("", "", "ISOLATED" as const, "CROSS" as const),
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
};

interface Weighted {
  readonly weight: number;
  readonly arbitrary: fc.Arbitrary<Wish>;
}

const placements = (areas: readonly Area[]): Weighted => {
  const marginMode = areas.includes("isolated") ? orderFields.marginMode : fc.constant("" as const);
  const order: fc.Arbitrary<WishedOrder> = fc.record({ ...orderFields, marginMode });
  return {
    weight: 40,
    arbitrary: fc.record({
      do: fc.constant("place" as const),
      after: pause,
      account: pick,
      market: pickMarket,
      order,
    }),
  };
};

const reports: Weighted = {
  weight: 3,
  arbitrary: fc.record({
    do: fc.constant("report" as const),
    after: pause,
    market: pick,
    source: fc.integer({ min: 0, max: 2 }),
    // In 4,000ths of the first price.
    price: fc.oneof(fc.integer({ min: 3_900, max: 4_100 }), fc.integer({ min: 3_000, max: 5_000 })),
  }),
};

const otherWishes: readonly Weighted[] = [
  {
    weight: 2,
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
    weight: 1,
    arbitrary: fc.record({ do: fc.constantFrom("list" as const, "open" as const), after: pause }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant("tick" as const),
      to: fc.constantFrom("second" as const, "second" as const, "minute" as const),
    }),
  },
];

/** As many accounts as a world can get. */
export const ACCOUNTS_MAX = 7;

/** Histories that know some areas of the rulebook besides ordinary orders in cross margin. */
export const anyCommands = (maxLength: number, areas: readonly Area[] = AREAS): fc.Arbitrary<Wish[]> => {
  const known = areas.flatMap((area): readonly Weighted[] => (area === "sources" ? [reports] : areaWishes[area]));
  const anyWish = fc.oneof(placements(areas), ...otherWishes, ...known);
  return fc.array(anyWish, { minLength: 1, maxLength, size: "max" });
};
