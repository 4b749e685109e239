// Liquidation that looks only at the subjects that a mark price may have reached, against liquidation that looks at every
// subject every time: the same events in the same order, and the same state, over random accounts close to their limits.

import { expect, test } from "bun:test";
import fc from "fast-check";
import { assert } from "../../base/fault.ts";
import { millis, priceE8, quantityE8 } from "../../base/units.ts";
import type { MarketState } from "../../base/vocabulary.ts";
import type { Command } from "../../language/commands/commands.ts";
import type { LiquidationEvent } from "../../language/events/events.ts";
import { crossOf, type Subject } from "../../memory/liquidation/subject.ts";
import { Watch } from "../../memory/liquidation/watched-ranges.ts";
import { State } from "../../memory/state.ts";
import { figuresOf } from "../../money/margin/account-figures.ts";
import { Engine } from "../../run/engine.ts";
import { depositByHand, openByHand } from "../../testing/hand-made.ts";
import { settingsFor } from "../../testing/property-runs.ts";
import { Recorder } from "../../testing/recorder.ts";
import { wordsOf } from "../../testing/refusal-codes.ts";
import { addBroker, deposit, listMarket, openAccount, placeOrder, START } from "../../testing/setup.ts";
import { ONE } from "../../testing/small-exchange.ts";
import { type WorldKind, worldMarkets } from "../../testing/world-markets.ts";

/** Looks at every subject, exactly, each time: no ranges are ever built or trusted. */
class LooksAtAll extends Watch {
  override get isBuilt(): boolean {
    return false;
  }

  override room(rows: number): void {
    super.room(rows);
    this.falling.ofRow.fill(Number.NEGATIVE_INFINITY);
    this.rising.ofRow.fill(Number.NEGATIVE_INFINITY);
  }
}

class Log extends Recorder {
  readonly lines: string[] = [];

  override liquidation(event?: LiquidationEvent): void {
    this.lines.push(JSON.stringify(event));
  }
  override transfer(event?: object): void {
    this.lines.push(JSON.stringify(event));
  }
  override ledger(event?: object): void {
    this.lines.push(JSON.stringify(event));
  }
}

interface WishedPosition {
  readonly market: number;
  readonly isolated: boolean;
  /** In steps of the market's quantity, signed. */
  readonly steps: number;
  readonly leverage: number;
}

interface WishedUser {
  readonly positions: readonly WishedPosition[];
  /** Margin above maintenance, in millionths of the positions' notional. */
  readonly slack: number;
  /** Unsettled loss in a market where the position is closed, micros. */
  readonly debt: number;
}

const anySlack = fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 300 }), fc.integer({ min: 0, max: 60_000 }));
const anyUser: fc.Arbitrary<WishedUser> = fc.record({
  positions: fc.array(
    fc.record({
      market: fc.nat({ max: 3 }),
      isolated: fc.integer({ min: 0, max: 3 }).map((n) => n === 0),
      steps: fc.integer({ min: 1, max: 400 }).chain((n) => fc.constantFrom(n, -n)),
      leverage: fc.constantFrom(1, 2, 5, 10),
    }),
    { minLength: 0, maxLength: 4 },
  ),
  slack: anySlack,
  debt: fc.oneof(fc.constant(0), fc.constant(0), fc.integer({ min: 1, max: 5_000_000 })),
});

type Step =
  | { readonly do: "pin"; readonly moves: readonly (readonly [market: number, millionths: number])[] }
  | { readonly do: "tick" }
  | { readonly do: "deposit"; readonly user: number; readonly amount: number }
  | { readonly do: "claim"; readonly user: number; readonly which: number; readonly ratio: number }
  | { readonly do: "trade"; readonly user: number; readonly market: number; readonly steps: number }
  | { readonly do: "state"; readonly market: number; readonly to: MarketState }
  | { readonly do: "restart" };

const anyMove = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: -3_000, max: 3_000 }) },
  { weight: 3, arbitrary: fc.integer({ min: -40_000, max: 40_000 }) },
  { weight: 1, arbitrary: fc.integer({ min: -500_000, max: 1_500_000 }) },
);
const anyStep: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constant("pin" as const),
      moves: fc.array(fc.tuple(fc.nat({ max: 3 }), anyMove), { minLength: 1, maxLength: 3 }),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("tick" as const) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant("deposit" as const),
      user: fc.nat({ max: 20 }),
      amount: fc.integer({ min: 1, max: 5_000_000_000 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant("claim" as const),
      user: fc.nat({ max: 20 }),
      which: fc.nat({ max: 9 }),
      ratio: fc.constantFrom(1, 0.5, 0.9),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant("trade" as const),
      user: fc.nat({ max: 20 }),
      market: fc.nat({ max: 3 }),
      steps: fc.integer({ min: 1, max: 9 }).chain((n) => fc.constantFrom(n, -n)),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant("state" as const),
      market: fc.nat({ max: 3 }),
      to: fc.constantFrom("HALTED" as const, "ACTIVE" as const, "ACTIVE" as const),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("restart" as const) }) },
);

/** The first command makes the engine look at the hand-written rows, so that a restart has nothing to forget. */
const SEEN: Step = { do: "deposit", user: 0, amount: 1 };

/** A market halted from the start, so that its holders fail through their other positions. */
const anyHalt = fc.nat({ max: 3 }).map((market): Step => ({ do: "state", market, to: "HALTED" }));
const anyPause = fc.oneof(
  { weight: 1, arbitrary: fc.constant<Step[]>([]) },
  { weight: 3, arbitrary: fc.array(anyHalt, { minLength: 1, maxLength: 2 }) },
);

const FIRST_USER = 6;
const HOUSE = 5;

/** Builds the same accounts again: positions written by hand, each user as far above maintenance as wished. */
function populated(kind: WorldKind, users: readonly WishedUser[]): State {
  const state = new State();
  const engine = new Engine(state);
  const opening: Command[] = [
    ...worldMarkets[kind].map(({ parameters, firstPrice }) => listMarket(parameters, firstPrice)),
    addBroker("builder", 60, 30),
    ...[HOUSE, ...users.map((_, n) => FIRST_USER + n)].map((number) => openAccount(number, "builder")),
    deposit(HOUSE, 1e14, "house"),
    {
      type: "set_index_prices",
      at: START,
      prices: worldMarkets[kind].map(({ firstPrice }, market) => ({ market, price: priceE8(firstPrice) })),
    },
  ];
  for (const command of opening) {
    assert(engine.apply(command, new Recorder()).rejection === null, "a world opens", { type: command.type });
  }
  for (const [n, user] of users.entries()) populate(state, kind, FIRST_USER + n, user);
  return state;
}

function populate(state: State, kind: WorldKind, account: number, user: WishedUser): void {
  for (const { market: number, isolated, steps, leverage } of user.positions) {
    const market = state.markets[number]!;
    const quantity = (steps * worldMarkets[kind][number]!.quantityStep) / market.lotE8;
    const marginMode = isolated ? "ISOLATED" : "CROSS";
    if (state.rows.find(account, number, marginMode) !== -1) continue;
    const cost = quantity * market.mark * market.unit;
    openByHand(state, { account, against: HOUSE, market: number, quantity, cost, marginMode, leverage });
    if (!isolated) continue;
    const row = state.rows.find(account, number, "ISOLATED");
    const margin = moneyFor(state, row, user.slack);
    state.rows.setMargin(row, margin);
    state.custody += margin;
  }
  const left = state.markets.findIndex(({ number }) => state.rows.find(account, number, "CROSS") === -1);
  if (user.debt > 0 && left !== -1)
    openByHand(state, { account, against: HOUSE, market: left, quantity: 0, cost: user.debt });
  depositByHand(state, account, moneyFor(state, crossOf(account), user.slack));
}

function moneyFor(state: State, subject: Subject, slack: number): number {
  const { maintenance, notional } = figuresOf(state, subject);
  return maintenance + Math.floor((notional / 1_000_000) * slack);
}

function commandsOf(state: State, kind: WorldKind, users: number, step: Step): Command[] {
  const at = state.now;
  switch (step.do) {
    case "pin": {
      const prices = step.moves.map(([market, millionths]) => {
        const { index, tickE8, parameters } = state.markets[market]!;
        const moved = Math.round(((index * tickE8) / 1_000_000) * (1_000_000 + millionths));
        return { market, price: priceE8(Math.max(1, Math.min(parameters.quoteMax, moved))) };
      });
      return [{ type: "set_index_prices", at, prices }];
    }
    case "tick":
      return [{ type: "tick", at: millis(at + 4_000 - (at % 1_000)) }];
    case "deposit":
      return [deposit(FIRST_USER + (step.user % users), step.amount, `more:${state.commandCount}`)];
    case "claim":
      return claimsOf(state, step, users);
    case "trade":
      return tradeOf(state, kind, step, users);
    case "state":
      return [{ type: "set_market_state", at, market: step.market, state: step.to, reason: "" }];
    case "restart":
      return [];
  }
}

function claimsOf(state: State, step: Extract<Step, { do: "claim" }>, users: number): Command[] {
  const offers = new Engine(state).liquidations.offers();
  const offer = offers[step.which % Math.max(1, offers.length)];
  if (offer === undefined) return [];
  const account = step.user % 2 === 0 ? HOUSE : FIRST_USER + (step.user % users);
  const { liquidationId, positions } = offer;
  const [{ market, quantity }] = [positions[0]!];
  const size = Math.min(Number.MAX_SAFE_INTEGER - 1, Math.abs(quantity) * state.markets[market]!.lotE8);
  const at = state.now;
  const ratio = Math.round(step.ratio * ONE);
  if (offer.kind === "liquidated") {
    return [{ type: "claim_liquidation", at, account, liquidationId, ratio, extraRatio: 0, limits: [], ratios: [] }];
  }
  return [
    {
      type: "claim_insurance_fund",
      at,
      account,
      claimId: liquidationId,
      market,
      quantity: quantityE8(size),
      limitPrice: priceE8(0),
    },
  ];
}

function tradeOf(state: State, kind: WorldKind, step: Extract<Step, { do: "trade" }>, users: number): Command[] {
  const { mark, tickE8 } = state.markets[step.market]!;
  const order = {
    at: state.now,
    market: step.market,
    orderType: "LIMIT",
    price: priceE8(mark * tickE8),
    quantity: quantityE8(Math.abs(step.steps) * worldMarkets[kind][step.market]!.quantityStep),
  } as const;
  const user = FIRST_USER + (step.user % users);
  const [side, other] = step.steps > 0 ? (["BUY", "SELL"] as const) : (["SELL", "BUY"] as const);
  return [placeOrder({ ...order, account: HOUSE, side: other }), placeOrder({ ...order, account: user, side })];
}

/** Words that the events of every run of the test have to contain. */
const WORDS = ["triggered", "recovered", "offered", "liquidated", "takeover", "claim", "adl", "ISOLATED"] as const;
/** What else has to happen: a take-over of nothing but a debt, and one that left positions in paused markets. */
const TURNS = ["of a debt", "of a part"] as const;

function turnOf(line: string): (typeof TURNS)[number] | null {
  if (!line.includes('"kind":"takeover"') || !line.includes('"positions"')) return null;
  if (line.includes('"positions":[]')) return "of a debt";
  return line.includes('"amount":0,') && line.includes('"marginMode":"CROSS"') ? "of a part" : null;
}

function count(seen: Map<string, number>, word: string): void {
  seen.set(word, (seen.get(word) ?? 0) + 1);
}

const settings = settingsFor(60);

test("every account that is liquidated is found, when and in the order in which a look at all of them finds it", () => {
  const seen = new Map<string, number>();
  const property = fc.property(
    fc.constantFrom("small" as const, "real" as const),
    fc.array(anyUser, { minLength: 1, maxLength: 12, size: "max" }),
    fc.array(anyStep, { minLength: 1, maxLength: 30, size: "max" }),
    anyPause,
    (kind, users, steps, pause) => {
      const state = populated(kind, users);
      let quick = new Engine(state);
      const scanned = populated(kind, users);
      Object.assign(scanned.liquidations, { watch: new LooksAtAll() });
      const slow = new Engine(scanned);
      for (const step of [SEEN, ...pause, ...steps]) {
        if (step.do === "restart") quick = Engine.restore(quick.snapshot());
        for (const wished of commandsOf(scanned, kind, users.length, step)) {
          const command = { ...wished, at: millis(Math.max(wished.at, scanned.now)) };
          const logs = [new Log(), new Log()] as const;
          const answers = [quick.apply(command, logs[0]), slow.apply(command, logs[1])].map(({ rejection }) =>
            wordsOf(rejection),
          );
          expect(answers[0]).toBe(answers[1]!);
          expect(logs[0].lines).toEqual(logs[1].lines);
          quick.audit();
          for (const line of logs[1].lines) {
            const turn = turnOf(line);
            if (turn !== null) count(seen, turn);
          }
          for (const line of logs[1].lines) for (const word of WORDS) if (line.includes(`"${word}"`)) count(seen, word);
        }
      }
      expect(quick.stateHash()).toBe(slow.stateHash());
    },
  );
  fc.assert(property, settings);
  // All of this has happened in the histories.
  for (const word of WORDS) expect([word, (seen.get(word) ?? 0) > settings.numRuns / 20]).toEqual([word, true]);
  for (const turn of TURNS) expect([turn, seen.has(turn)]).toEqual([turn, true]);
}, 600_000);
