// Random worlds in which accounts fail: two or three markets of both tiers at high leverage, thin deposits beside a few
// deep ones, an insurance fund that is soon empty, prices that jump, and a clock that crosses claim windows and the wait
// before auto-deleveraging. Wishes are resolved by what exists when their turn comes, so that a shrunk list still means
// something.

import fc from "fast-check";
import { micros, priceE8 } from "../base/units.ts";
import type { Command } from "../language/commands/commands.ts";
import { anyPressureWish, type PressureWish } from "./pressure-wishes.ts";
import { addBroker, deposit, listMarket, openAccount, START } from "./setup.ts";
import { liquidationMarkets } from "./trouble-markets.ts";

interface LiquidationWorld {
  readonly markets: number;
  /** First deposits in whole USDC; the last two accounts are deep. */
  readonly deposits: readonly number[];
  /** What the operator gave the insurance fund, in whole USDC. */
  readonly fund: number;
}

export const anyLiquidationWorld: fc.Arbitrary<LiquidationWorld> = fc.record({
  markets: fc.integer({ min: 1, max: 3 }),
  deposits: fc.array(fc.constantFrom(150, 700, 3_000, 20_000, 90_000), { minLength: 2, maxLength: 4 }),
  fund: fc.constantFrom(0, 0, 20, 400, 30_000),
});

export function openingOf(world: LiquidationWorld): Command[] {
  const markets = liquidationMarkets.slice(0, world.markets);
  const deposits = [...world.deposits, 5_000_000, 400_000];
  const at = START;
  return [
    ...markets.map((each) => listMarket(each.parameters, each.firstPrice)),
    addBroker("plain", 60, 30),
    addBroker("cheap", 31, 0),
    ...deposits.map((_, number) => openAccount(number, number % 3 === 1 ? "cheap" : "plain")),
    ...deposits.map((amount, number) => deposit(number, amount * 1_000_000, `faucet:${number}`)),
    ...(world.fund === 0
      ? []
      : [{ type: "top_up_insurance" as const, at, amount: micros(world.fund * 1_000_000), reference: "operator:1" }]),
    {
      type: "set_index_prices",
      at,
      prices: markets.map((each, number) => ({ market: number, price: priceE8(each.firstPrice) })),
    },
    ...deposits.flatMap((_, account): Command[] => [
      { type: "set_leverage", at, account, market: -1, leverage: account % 2 === 0 ? 100 : 20, marginMode: "CROSS" },
    ]),
  ];
}

export type LiquidationWish =
  | PressureWish
  /** Two accounts trade with each other at about the mark price. */
  | {
      readonly do: "trade";
      readonly taker: number;
      /** -1 for the deepest account. */
      readonly maker: number;
      readonly market: number;
      readonly buys: boolean;
      /** In percent of what the taker's collateral carries at its leverage. */
      readonly size: number;
      readonly isolated: boolean;
    }
  /** An order that stays. */
  | {
      readonly do: "rest";
      readonly account: number;
      readonly market: number;
      readonly buys: boolean;
      readonly size: number;
      readonly distance: number;
      readonly closing: boolean;
      readonly isolated: boolean;
    }
  | { readonly do: "cancel all"; readonly account: number }
  /** In thousandths of the price as it is. */
  | { readonly do: "move"; readonly markets: readonly number[]; readonly by: number }
  /** The price at which an account's collateral is so many percent of its maintenance margin, as it is now. */
  | {
      readonly do: "squeeze";
      readonly account: number;
      readonly market: number;
      readonly to: number;
      readonly isolated: boolean;
    }
  | { readonly do: "wait"; readonly seconds: number }
  /** The operator changes period and limits of funding; limits in hundredths of a percent. */
  | {
      readonly do: "terms";
      readonly market: number;
      readonly hours: number;
      readonly cap: number;
      readonly floor: number;
    }
  /** To the next funding time, with so many premium samples on the way. */
  | { readonly do: "funding"; readonly samples: number }
  | {
      readonly do: "claim";
      readonly account: number;
      readonly which: number;
      readonly ratio: number;
      readonly extra: number;
      readonly limit: number;
      readonly own: boolean;
    }
  | {
      readonly do: "claim fund";
      readonly account: number;
      readonly which: number;
      readonly percent: number;
      readonly limit: number;
    }
  | { readonly do: "deposit"; readonly account: number; readonly amount: number }
  | { readonly do: "top up"; readonly amount: number; readonly again: boolean }
  /** The operator pays as much into the fund as makes its margin ratio so many percent, if it is poorer. */
  | { readonly do: "fund ratio"; readonly percent: number }
  | { readonly do: "leverage"; readonly account: number; readonly market: number; readonly leverage: number }
  | { readonly do: "settle"; readonly account: number }
  /** Money that wants to leave an account, signed by its wallet. */
  | { readonly do: "leave"; readonly account: number; readonly amount: number; readonly out: boolean }
  | { readonly do: "margin"; readonly account: number; readonly market: number; readonly amount: number }
  /** The operator stops one market, or lets it go on. */
  | { readonly do: "halt"; readonly market: number; readonly halted: boolean }
  /** An account trades in all markets at once, so that one of them can stop without it. */
  | { readonly do: "spread"; readonly account: number; readonly buys: boolean; readonly size: number }
  /** One of an account's markets stops, and another takes what it has left to so many percent of its maintenance margin. */
  | { readonly do: "strand"; readonly account: number; readonly to: number }
  /** The most that anybody may hold of a market is little for a moment, in which a rich account claims. */
  | { readonly do: "overreach"; readonly which: number }
  /** A window that begins with the next tick, and the minute after it. */
  | { readonly do: "maintenance"; readonly seconds: number };

const account = fc.nat({ max: 11 });
/** -1 for the deepest account, who can afford everything. */
const claimer = fc.oneof({ weight: 3, arbitrary: fc.constant(-1) }, { weight: 1, arbitrary: account });
const marketNumber = fc.nat({ max: 2 });
const isolated = fc.oneof({ weight: 3, arbitrary: fc.constant(false) }, { weight: 2, arbitrary: fc.constant(true) });
const ratio = fc.oneof(
  { weight: 4, arbitrary: fc.constant(100_000_000) },
  { weight: 4, arbitrary: fc.integer({ min: 1, max: 100 }).map((percent) => percent * 1_000_000) },
  { weight: 1, arbitrary: fc.constantFrom(0, 12_345, 33_330_000, 100_010_000) },
);

export const anyLiquidationWish: fc.Arbitrary<LiquidationWish> = fc.oneof(
  { weight: 14, arbitrary: anyPressureWish },
  {
    weight: 10,
    arbitrary: fc.record({
      do: fc.constant("trade" as const),
      taker: account,
      maker: claimer,
      market: marketNumber,
      buys: fc.boolean(),
      size: fc.oneof(fc.integer({ min: 40, max: 92 }), fc.integer({ min: 1, max: 40 })),
      isolated,
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant("rest" as const),
      account,
      market: marketNumber,
      buys: fc.boolean(),
      size: fc.integer({ min: 1, max: 90 }),
      distance: fc.integer({ min: 0, max: 60 }),
      closing: fc.boolean(),
      isolated,
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("cancel all" as const), account }) },
  {
    weight: 10,
    arbitrary: fc.record({
      do: fc.constant("squeeze" as const),
      account,
      market: marketNumber,
      to: fc.oneof(
        { weight: 4, arbitrary: fc.integer({ min: 45, max: 99 }) },
        { weight: 2, arbitrary: fc.integer({ min: 92, max: 106 }) },
        { weight: 2, arbitrary: fc.integer({ min: -60, max: 130 }) },
      ),
      isolated,
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant("move" as const),
      markets: fc.uniqueArray(marketNumber, { minLength: 1, maxLength: 3 }),
      by: fc.oneof(
        { weight: 3, arbitrary: fc.integer({ min: -9, max: 9 }) },
        { weight: 4, arbitrary: fc.integer({ min: -40, max: 40 }) },
        { weight: 1, arbitrary: fc.integer({ min: -300, max: 400 }) },
      ),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({ do: fc.constant("wait" as const), seconds: fc.constantFrom(1, 1, 2, 9, 10, 11, 31, 62) }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("funding" as const), samples: fc.integer({ min: 0, max: 3 }) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant("terms" as const),
      market: marketNumber,
      hours: fc.constantFrom(0, 1, 4, 8),
      cap: fc.constantFrom(0, 1, 30, 200),
      floor: fc.constantFrom(0, -1, -30, -200),
    }),
  },
  {
    weight: 9,
    arbitrary: fc.record({
      do: fc.constant("claim" as const),
      account: claimer,
      which: fc.nat({ max: 7 }),
      ratio,
      extra: fc.oneof(
        { weight: 4, arbitrary: fc.constant(0) },
        { weight: 1, arbitrary: fc.constantFrom(1, 40_000_000, 100_000_000, 100_000_001) },
      ),
      limit: fc.oneof(
        { weight: 4, arbitrary: fc.constant(0) },
        { weight: 1, arbitrary: fc.integer({ min: -2, max: 2 }) },
      ),
      own: fc.oneof({ weight: 6, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.constant(true) }),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant("claim fund" as const),
      account: claimer,
      which: fc.nat({ max: 7 }),
      percent: fc.constantFrom(1, 20, 50, 100, 100, 101),
      limit: fc.constantFrom(0, 0, 0, -1, 1),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant("deposit" as const),
      account,
      amount: fc.integer({ min: 1, max: 400_000_000 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant("top up" as const),
      amount: fc.integer({ min: 1, max: 2_000_000_000 }),
      again: fc.boolean(),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant("fund ratio" as const),
      percent: fc.oneof(fc.integer({ min: 10, max: 25 }), fc.constantFrom(5, 9, 30)),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant("leverage" as const),
      account,
      market: marketNumber,
      leverage: fc.constantFrom(1, 5, 10, 20, 50, 100),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("settle" as const), account }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant("leave" as const),
      account,
      amount: fc.integer({ min: 1_000_001, max: 300_000_000 }),
      out: fc.boolean(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant("margin" as const),
      account,
      market: marketNumber,
      amount: fc.integer({ min: -50_000_000, max: 50_000_000 }),
    }),
  },
  {
    weight: 12,
    arbitrary: fc.record({
      do: fc.constant("halt" as const),
      market: marketNumber,
      halted: fc.constantFrom(true, false, false, false, false),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant("spread" as const),
      account,
      buys: fc.boolean(),
      size: fc.integer({ min: 20, max: 90 }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant("strand" as const),
      account,
      to: fc.oneof(fc.integer({ min: -40, max: 40 }), fc.integer({ min: -40, max: 95 })),
    }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant("overreach" as const), which: fc.nat({ max: 7 }) }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant("maintenance" as const), seconds: fc.constantFrom(1, 3) }),
  },
);

export const anyLiquidationWishes = (maxLength: number): fc.Arbitrary<LiquidationWish[]> =>
  fc.array(anyLiquidationWish, { minLength: 1, maxLength, size: "max" });
