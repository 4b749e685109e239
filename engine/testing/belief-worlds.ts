// Random worlds about whether an index can be believed: markets with one, two or three sources that report, fall silent,
// jump and talk nonsense, starts of the venue in between, and an operator who steps in; with positions that could be
// liquidated meanwhile.

import fc from "fast-check";
import type { Command } from "../commands.ts";
import type { PriceE8 } from "../units.ts";
import { micros, millis, priceE8, quantityE8, ratioE10 } from "../units.ts";
import { addBroker, deposit, listMarket, openAccount, START } from "./setup.ts";
import { liquidationMarkets } from "./trouble-markets.ts";
import { LiquidationScript } from "./trouble-script.ts";
import { anyLiquidationWish, type LiquidationWish } from "./trouble-worlds.ts";

interface BeliefWorld {
  /** How many sources each market has, and the limit of a jump in percent. */
  readonly markets: readonly { readonly sources: number; readonly jump: number }[];
  /** Whether the venue is started before anything else happens. */
  readonly starts: boolean;
}

export const anyBeliefWorld: fc.Arbitrary<BeliefWorld> = fc.record({
  markets: fc.array(fc.record({ sources: fc.integer({ min: 1, max: 3 }), jump: fc.constantFrom(20, 20, 5, 100) }), {
    minLength: 1,
    maxLength: 2,
  }),
  starts: fc.boolean(),
});

export function beliefOpening(world: BeliefWorld): Command[] {
  const deposits = [700, 3_000, 20_000, 5_000_000, 400_000];
  const names = ["one", "two", "three"];
  return [
    ...world.markets.map(({ sources, jump }, number) => {
      const { parameters, firstPrice } = liquidationMarkets[number]!;
      const changes = { sources: names.slice(0, sources), maxIndexJump: ratioE10(jump * 100_000_000) };
      return listMarket({ ...parameters, ...changes }, firstPrice);
    }),
    addBroker("plain", 60, 30),
    ...deposits.map((_, number) => openAccount(number, "plain")),
    ...deposits.map((amount, number) => deposit(number, amount * 1_000_000, `faucet:${number}`)),
    { type: "top_up_insurance", at: START, amount: micros(20_000_000), reference: "operator:1" },
    ...(world.starts ? [{ type: "start_session" as const, at: START, resumesAt: START }] : []),
  ];
}

type OwnWish =
  /** Sources of a market report, some thousandths away from the index; each a little apart from the others. */
  | {
      readonly do: "report";
      readonly market: number;
      readonly sources: readonly number[];
      readonly level: number;
      readonly spread: number;
      readonly volume: number;
    }
  | { readonly do: "nonsense"; readonly market: number; readonly source: number; readonly price: number }
  | { readonly do: "seconds"; readonly count: number; readonly level: number; readonly reporting: boolean }
  | { readonly do: "start"; readonly later: number }
  /** The operator takes a market to a state, after some seconds in which nobody reports. */
  | {
      readonly do: "state";
      readonly market: number;
      readonly state: "HALTED" | "ACTIVE" | "REDUCE_ONLY";
      readonly after: number;
    };

type BeliefWish = OwnWish | LiquidationWish;

const market = fc.nat({ max: 1 });
const level = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: -12, max: 12 }) },
  { weight: 2, arbitrary: fc.integer({ min: -120, max: 120 }) },
  { weight: 2, arbitrary: fc.constantFrom(-600, -250, 190, 210, 300, 900) },
);

const anyOwnWish: fc.Arbitrary<OwnWish> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant("report" as const),
      market,
      sources: fc.uniqueArray(fc.nat({ max: 2 }), { minLength: 1, maxLength: 3 }),
      level,
      spread: fc.constantFrom(0, 0, 3, 20, 60),
      volume: fc.constantFrom(0, 1, 1, 5, 70),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant("nonsense" as const),
      market,
      source: fc.nat({ max: 2 }),
      price: fc.constantFrom(0, -1, Number.NaN, Number.POSITIVE_INFINITY, 9e15),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant("seconds" as const),
      count: fc.constantFrom(1, 1, 2, 9, 10, 11, 12, 21, 31, 32),
      level,
      reporting: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("start" as const), later: fc.constantFrom(1, 5, 700) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant("state" as const),
      market,
      state: fc.constantFrom("HALTED" as const, "ACTIVE" as const, "REDUCE_ONLY" as const),
      after: fc.constantFrom(0, 0, 2, 11, 15),
    }),
  },
);

export const anyBeliefWishes = (maxLength: number): fc.Arbitrary<BeliefWish[]> =>
  fc.array(
    fc.oneof(
      { weight: 3, arbitrary: anyOwnWish },
      // Squeezes are worked by reports here; prices by hand would end all doubt.
      {
        weight: 2,
        arbitrary: anyLiquidationWish.filter(({ do: what }) => !["squeeze", "strand", "funding"].includes(what)),
      },
    ),
    { minLength: 1, maxLength, size: "max" },
  );

export class BeliefScript extends LiquidationScript<OwnWish> {
  protected override resolve(wish: BeliefWish): Command[] {
    const { markets } = this.exchange.state;
    const at = millis(this.now);
    switch (wish.do) {
      case "report": {
        const number = wish.market % markets.length;
        return [this.reportOf(number, wish.sources, wish.level, wish.spread, wish.volume)];
      }
      case "nonsense": {
        const number = wish.market % markets.length;
        const source = wish.source % markets[number]!.sourceCount;
        const price = wish.price as PriceE8;
        return [{ type: "oracle_prices", at, prices: [{ market: number, source, price, volume: quantityE8(0) }] }];
      }
      case "seconds": {
        const all = markets.map(({ number }) => this.reportOf(number, [0, 1, 2], wish.level, 1, 3));
        const ticks = super.resolve({ do: "wait", seconds: wish.count });
        return wish.reporting ? ticks.flatMap((tick) => [...all.map((each) => ({ ...each })), tick]) : ticks;
      }
      case "start": {
        const resumesAt = millis(Math.floor(this.now / 1_000) * 1_000 + wish.later * 1_000);
        return [{ type: "start_session", at: resumesAt, resumesAt }];
      }
      case "state": {
        const { number } = markets[wish.market % markets.length]!;
        const ticks = wish.after === 0 ? [] : super.resolve({ do: "wait", seconds: wish.after });
        const then = ticks.at(-1)?.at ?? at;
        return [...ticks, { type: "set_market_state", at: then, market: number, state: wish.state, reason: "" }];
      }
      default:
        return super.resolve(wish);
    }
  }

  private reportOf(number: number, sources: readonly number[], thousandths: number, spread: number, volume: number) {
    const market = this.exchange.state.markets[number]!;
    const named = [...new Set(sources.map((source) => source % market.sourceCount))];
    const price = (source: number) => {
      const exact = (Number(market.index) * (1_000 + thousandths)) / 1_000;
      return priceE8(Math.max(1, Math.round((exact * (1_000 + spread * source)) / 1_000)));
    };
    return {
      type: "oracle_prices" as const,
      at: millis(this.now),
      prices: named.map((source) => ({
        market: number,
        source,
        price: price(source),
        volume: quantityE8(volume * (source + 1) * 100_000_000),
      })),
    };
  }
}
