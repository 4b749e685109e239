// Random worlds about whether an index can be believed: markets with one to four sources that report, fall silent,
// jump and talk nonsense, starts of the venue in between, and an operator who steps in; with positions that could be
// liquidated meanwhile.

import fc from "fast-check";
import type { PriceE8 } from "../base/units.ts";
import { micros, millis, priceE8, quantityE8, ratioE10 } from "../base/units.ts";
import type { Command } from "../language/commands/commands.ts";
import { addBroker, deposit, listMarket, openAccount, placeOrder, START } from "./setup.ts";
import { liquidationMarkets } from "./trouble-markets.ts";
import { LiquidationScript } from "./trouble-script.ts";
import { anyLiquidationWish, type LiquidationWish } from "./trouble-worlds.ts";

interface BeliefWorld {
  /** How many sources each market has, how many have to count, and the limit of a jump in percent. */
  readonly markets: readonly {
    readonly sources: number;
    readonly needed: number;
    readonly capped: boolean;
    readonly jump: number;
  }[];
  /** Whether the venue is started before anything else happens. */
  readonly starts: boolean;
}

export const anyBeliefWorld: fc.Arbitrary<BeliefWorld> = fc.record({
  markets: fc.array(
    fc.record({
      sources: fc.integer({ min: 1, max: 4 }),
      needed: fc.constantFrom(1, 1, 2, 3),
      capped: fc.boolean(),
      jump: fc.constantFrom(20, 20, 5, 100),
    }),
    { minLength: 1, maxLength: 2 },
  ),
  starts: fc.boolean(),
});

export function beliefOpening(world: BeliefWorld): Command[] {
  const deposits = [700, 3_000, 20_000, 5_000_000, 400_000];
  const names = ["one", "two", "three", "four"];
  return [
    ...world.markets.map(({ sources, needed, capped, jump }, number) => {
      const { parameters, firstPrice } = liquidationMarkets[number]!;
      const counted = { sources: names.slice(0, sources), minSources: Math.min(needed, sources), capsWeights: capped };
      return listMarket({ ...parameters, ...counted, maxIndexJump: ratioE10(jump * 100_000_000) }, firstPrice);
    }),
    addBroker("plain", 60, 30),
    ...deposits.map((_, number) => openAccount(number, "plain")),
    ...deposits.map((amount, number) => deposit(number, amount * 1_000_000, `faucet:${number}`)),
    { type: "top_up_insurance", at: START, amount: micros(20_000_000), reference: "operator:1" },
    ...deposits.slice(0, 3).flatMap((amount, taker) => held(world, taker, amount * 5)),
    ...(world.starts ? [{ type: "start_session" as const, at: START, resumesAt: START }] : []),
  ];
}

/** An account begins with a position of some USDC in every market, on either side, against the richest. */
function held(world: BeliefWorld, account: number, notional: number): Command[] {
  return world.markets.flatMap((_, market) => {
    const { parameters, firstPrice } = liquidationMarkets[market]!;
    const lots = Math.floor((notional * 1e16) / firstPrice / parameters.baseTick / world.markets.length);
    const common = { market, price: priceE8(firstPrice), quantity: quantityE8(lots * parameters.baseTick) };
    const [own, other] = (account + market) % 2 === 0 ? (["BUY", "SELL"] as const) : (["SELL", "BUY"] as const);
    const marginMode = account === 1 ? ("ISOLATED" as const) : ("CROSS" as const);
    return [
      placeOrder({ ...common, account: 3, side: other }),
      placeOrder({ ...common, account, side: own, orderType: "IOC", marginMode }),
    ];
  });
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
  /** Seconds go by, in each of which the first so many sources of every market report. */
  | { readonly do: "seconds"; readonly count: number; readonly level: number; readonly reporting: number }
  /** All report one level, which is believed, and then nothing for some seconds. */
  | { readonly do: "hush"; readonly level: number }
  | { readonly do: "start"; readonly later: number }
  /** The operator takes a market to a state, after some seconds in which no source reports. */
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
      sources: fc.uniqueArray(fc.nat({ max: 3 }), { minLength: 1, maxLength: 3 }),
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
      source: fc.nat({ max: 3 }),
      price: fc.constantFrom(0, -1, Number.NaN, Number.POSITIVE_INFINITY, 9e15),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant("seconds" as const),
      count: fc.constantFrom(1, 1, 2, 9, 10, 11, 12, 21, 31, 32),
      level,
      reporting: fc.constantFrom(0, 0, 1, 2, 4, 4, 4, 4),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant("hush" as const), level: fc.constantFrom(-60, -30, -14, 14, 30, 60) }),
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
        arbitrary: anyLiquidationWish.filter(
          ({ do: what }) => !["squeeze", "strand", "funding", "paint", "graze"].includes(what),
        ),
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
        const speaking = [0, 1, 2, 3].slice(0, wish.reporting);
        const all = markets.map(({ number }) => this.reportOf(number, speaking, wish.level, 1, 3));
        const ticks = super.resolve({ do: "wait", seconds: wish.count });
        return speaking.length > 0 ? ticks.flatMap((tick) => [...all.map((each) => ({ ...each })), tick]) : ticks;
      }
      case "hush": {
        const said = markets.map(({ number }) => this.reportOf(number, [0, 1, 2, 3], wish.level, 1, 3));
        return [...said, ...super.resolve({ do: "wait", seconds: 6 })];
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
