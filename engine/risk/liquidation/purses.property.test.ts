// Purses of the insurance fund over random histories in which accounts fail while the mark is moved away from the index
// and back. They are checked against a slow account of what came with each position, and against what a discount out of
// a purse may cost. Rules 7.7, 7.8.

import { expect, test } from "bun:test";
import fc from "fast-check";
import { NONE } from "../../base/storage/int-map.ts";
import { micros, millis, priceE8, quantityE8 } from "../../base/units.ts";
import type { Command } from "../../language/commands/commands.ts";
import { silent } from "../../language/events/events.ts";
import { INSURANCE } from "../../memory/account/accounts.ts";
import { HOUSE, LiquidationWorld } from "../../testing/liquidation-world.ts";
import { settingsFor } from "../../testing/property-runs.ts";
import { PurseBook } from "../../testing/purse-book.ts";
import { START } from "../../testing/setup.ts";
import { ONE, USDC } from "../../testing/small-exchange.ts";
import { fundEarning } from "./claim-earnings.ts";

const BASES = ["BTC", "ETH", "SOL", "ARB"] as const;
const PRICES: Readonly<Record<string, number>> = { BTC: 60_000, ETH: 3_000, SOL: 150, ARB: 1 };

type Step =
  | {
      readonly do: "open";
      readonly base: number;
      readonly size: number;
      readonly margin: number;
      readonly alone: boolean;
    }
  | { readonly do: "move"; readonly base: number; readonly millionths: number }
  | { readonly do: "paint"; readonly base: number; readonly millionths: number }
  | { readonly do: "wait"; readonly seconds: number }
  | { readonly do: "claimOffer"; readonly which: number; readonly ratio: number }
  | { readonly do: "claimFund"; readonly which: number; readonly part: number }
  | { readonly do: "halt"; readonly base: number; readonly halted: boolean }
  | { readonly do: "empty"; readonly left: number };

const anyMove = fc.integer({ min: -30_000, max: 30_000 });
const anyPaint = fc.integer({ min: -6_000, max: 6_000 });
/** Notional in USDC, signed. */
const anySize = fc.integer({ min: 5_000, max: 60_000 }).chain((n) => fc.constantFrom(n, -n));
const anyFund = fc.record({
  do: fc.constant("claimFund" as const),
  which: fc.nat(),
  part: fc.integer({ min: 1, max: 100 }),
});

/**
 * @param base of the markets that take part
 * @param margin of a position, in millionths of its notional
 */
function anyStepIn(base: fc.Arbitrary<number>, margin: fc.Arbitrary<number>): fc.Arbitrary<Step>[] {
  return [
    fc.record({ do: fc.constant("open" as const), base, size: anySize, margin, alone: fc.boolean() }),
    fc.record({ do: fc.constant("paint" as const), base, millionths: anyPaint }),
    fc.record({ do: fc.constant("wait" as const), seconds: fc.integer({ min: 1, max: 40 }) }),
    fc.record({ do: fc.constant("claimOffer" as const), which: fc.nat(), ratio: fc.integer({ min: 1, max: 10_000 }) }),
    anyFund,
    anyFund,
    fc.record({ do: fc.constant("empty" as const), left: fc.integer({ min: 0, max: 20_000 }) }),
  ];
}

const everywhere = fc.nat({ max: 3 });
const anyStep = fc.oneof(
  ...anyStepIn(everywhere, fc.integer({ min: 10_500, max: 40_000 })),
  fc.record({ do: fc.constant("move" as const), base: everywhere, millionths: anyMove }),
  fc.record({ do: fc.constant("halt" as const), base: everywhere, halted: fc.boolean() }),
);
/** In two markets whose index does not move; some positions are taken over as soon as they are open. */
const anyStepAtRest = fc.oneof(...anyStepIn(fc.constantFrom(2, 3), fc.integer({ min: 0, max: 20_000 })));

/** A venue under test, the fund's receipts and payments that it reported, and the checks made of them. */
class Played {
  readonly world = new LiquidationWorld(PRICES);
  readonly book = new PurseBook((number) => this.world.state.markets[number]!);
  readonly index = new Map<string, number>(Object.entries(PRICES));
  claims = 0;
  /** What the fund paid to shed what it could not carry, micros. */
  shed = 0;

  constructor() {
    this.apply({ type: "top_up_insurance", at: START, amount: micros(100_000 * USDC), reference: "1" });
  }

  apply(command: Command) {
    const { engine, state } = this.world;
    const at = command.at > state.now ? command.at : state.now;
    const listener = {
      ...silent,
      liquidation: (event: Parameters<PurseBook["hear"]>[0]) => this.book.hear(event),
      market: (event: Parameters<PurseBook["hearMarket"]>[0]) => this.book.hearMarket(event),
    };
    const answer = engine.apply({ ...command, at }, listener);
    engine.audit();
    for (const { number } of state.markets) {
      expect([number, state.liquidations.purses.of(number)]).toEqual([number, this.book.of(number)]);
    }
    return answer;
  }

  /** Equity of an account at the indices, micros. */
  worth(account: number): number {
    const { rows, accounts, markets } = this.world.state;
    let worth: number = accounts.holding(account);
    for (const { number, index, unit } of markets) {
      const row = rows.find(account, number, "CROSS");
      if (row !== NONE) worth += rows.quantity(row) * index * unit - rows.cost(row);
    }
    return worth;
  }

  /** The fund's equity at the indices less what its purses may still cost. */
  ownOfFund(): number {
    const { purses } = this.world.state.liquidations;
    return purses.markets.reduce((own, market) => own - Math.max(0, purses.of(market)), this.worth(INSURANCE));
  }

  play(step: Step): void {
    const { world } = this;
    if (step.do === "open") return this.open(step);
    if (step.do === "claimOffer") return this.claimOffer(step);
    if (step.do === "claimFund") return this.claimFund(step);
    if (step.do === "wait") {
      for (let n = 0; n < step.seconds; n++) {
        this.apply({ type: "tick", at: millis(Math.floor(world.state.now / 1_000) * 1_000 + 1_000) });
      }
      return;
    }
    if (step.do === "empty") {
      // A poor fund deleverages, and pays discounts itself; the money that it loses here leaves custody.
      const { accounts } = world.state;
      const left = step.left * USDC;
      world.state.custody += left - accounts.holding(INSURANCE);
      accounts.setHolding(INSURANCE, left);
      world.state.touched.add(INSURANCE);
      world.state.liquidations.due = true;
      return this.pin("BTC", 0);
    }
    const name = BASES[step.base]!;
    if (step.do === "halt") {
      const to = step.halted ? "HALTED" : "ACTIVE";
      this.apply({ type: "set_market_state", at: START, market: step.base, state: to, reason: "" });
    } else if (step.do === "move") this.pin(name, step.millionths);
    else this.paint(name, step.millionths);
  }

  pin(name: string, millionths: number): void {
    const to = this.index.get(name)! * (1 + millionths / 1e6);
    this.index.set(name, to);
    const prices = [{ market: this.world.market(name).number, price: priceE8(Math.round(to * ONE)) }];
    this.apply({ type: "set_index_prices", at: START, prices });
  }

  /** Sets the mark as a quarter of an hour of quotes and a trade away from the index would. */
  paint(name: string, millionths: number): void {
    const market = this.world.market(name);
    const away = Math.trunc((market.index * millionths) / 1e6);
    market.basis = Array.from({ length: 15 }, () => away * market.tickE8);
    market.last = Math.max(1, market.index + away);
    this.pin(name, 0);
  }

  /** Opens a position at the index, with the given margin. */
  open({ base, size, margin, alone }: Extract<Step, { do: "open" }>): void {
    const { world } = this;
    const market = world.market(BASES[base]!);
    if (market.state !== "ACTIVE") return;
    const value = market.index * market.unit;
    const lots = Math.trunc((size * USDC) / value);
    const own = Math.round((Math.abs(lots) * value * margin) / 1e6);
    const user = world.user(alone ? 0 : own / USDC);
    world.open(user, BASES[base]!, (lots * market.lotE8) / ONE, (lots * value) / USDC, {
      marginMode: alone ? "ISOLATED" : "CROSS",
      margin: alone ? own : 0,
    });
    this.pin(BASES[base]!, 0);
  }

  claimOffer({ which, ratio }: Extract<Step, { do: "claimOffer" }>): void {
    const offers = this.world.engine.liquidations.offers().filter(({ kind }) => kind === "liquidated");
    const offer = offers[which % Math.max(1, offers.length)];
    if (offer === undefined) return;
    const { liquidationId } = offer;
    const rest = { ratio: ratio * 10_000, extraRatio: 0, limits: [], ratios: [] };
    this.apply({ type: "claim_liquidation", at: START, account: 5, liquidationId, ...rest });
  }

  claimFund({ which, part }: Extract<Step, { do: "claimFund" }>): void {
    const { engine, state } = this.world;
    const offers = engine.liquidations.offers().filter(({ kind }) => kind === "claim");
    const offer = offers[which % Math.max(1, offers.length)];
    if (offer === undefined) return;
    const { market: number, quantity } = offer.positions[0]!;
    const market = state.markets[number]!;
    const lots = Math.trunc((quantity * part) / 100);
    const expected = lots === 0 ? null : fundEarning(state, market, lots);
    const purse = state.liquidations.purses.of(number);
    const { transferred, rejection } = this.apply({
      type: "claim_insurance_fund",
      at: START,
      account: 5,
      claimId: offer.liquidationId,
      market: number,
      quantity: quantityE8(lots * market.lotE8),
      limitPrice: priceE8(0),
    });
    if (rejection !== null) return;
    this.claims++;
    this.shed += expected!.fromFund;
    expect(transferred[0]!.liquidatorFee as number).toBe(expected!.earned);
    // The purse loses at least what it pays.
    const left = state.liquidations.purses.of(number);
    if (expected!.fromPurse > 0) expect(purse - left).toBeGreaterThanOrEqual(expected!.fromPurse);
    else expect(expected!.fromPurse).toBe(0);
  }
}

test("a purse is what came with a position of the fund, at the index, and shrinks with it", () => {
  let claims = 0;
  let paid = 0n;
  fc.assert(
    fc.property(fc.array(anyStep, { minLength: 20, maxLength: 80 }), (steps) => {
      const played = new Played();
      for (const step of steps) played.play(step);
      expect(played.book.paid <= played.book.came).toBe(true);
      claims += played.claims;
      paid += played.book.paid;
    }),
    settingsFor(25),
  );
  // The histories actually include such cases.
  expect(claims).toBeGreaterThan(3);
  expect(paid > 0n).toBe(true);
}, 180_000);

test("while an index stands still, no painted mark takes money from the fund, or from an uninvolved account", () => {
  let shed = 0;
  fc.assert(
    fc.property(fc.array(anyStepAtRest, { minLength: 20, maxLength: 80 }), (steps) => {
      const played = new Played();
      let [fund, house] = [played.ownOfFund(), played.worth(HOUSE)];
      for (const step of steps) {
        const before = played.shed;
        played.play(step);
        const paid = played.shed - before;
        const now = played.ownOfFund();
        if (step.do !== "empty") expect(now).toBeGreaterThanOrEqual(fund - paid);
        // A claimer may choose to pay more than the index; an account that is deleveraged closes at the index.
        if (!step.do.startsWith("claim")) expect(played.worth(HOUSE)).toBeGreaterThanOrEqual(house);
        [fund, house] = [now, played.worth(HOUSE)];
        shed += paid;
      }
    }),
    settingsFor(25),
  );
  expect(shed).toBeGreaterThan(0);
}, 180_000);
