// Which accounts a painted mark does not liquidate, where an account is taken over, what happens to an offer in doubt,
// and whose debts count while nothing can be liquidated. Rules 7.1, 7.3, 7.5, 7.10, 11.4.

import { describe, expect, test } from "bun:test";
import { micros, millis, priceE8 } from "../../base/units.ts";
import { silent } from "../../language/events/events.ts";
import { INSURANCE } from "../../memory/account/accounts.ts";
import { crossOf } from "../../memory/liquidation/subject.ts";
import { figuresAtIndices, figuresOf } from "../../money/margin/account-figures.ts";
import { Engine } from "../../run/engine.ts";
import { LiquidationWorld, type Outcome } from "../../testing/liquidation-world.ts";
import { codeOf } from "../../testing/refusal-codes.ts";
import { START } from "../../testing/setup.ts";
import { ONE, USDC } from "../../testing/small-exchange.ts";
import { heldDebt } from "../watch/held-debts.ts";

const at = START;
const SOL = 0;

/** Long 100 SOL at 150: 15,000 USDC, with `above` of margin above maintenance. */
function world(above: number) {
  const here = new LiquidationWorld({ SOL: 150, ETH: 3_000 });
  const user = here.user(0);
  here.open(user, "SOL", 100, 15_000, { leverage: 10 });
  const needed = figuresOf(here.state, crossOf(user)).maintenance / USDC;
  here.state.accounts.setHolding(user, Math.round((needed + above) * USDC));
  here.state.custody += here.state.accounts.holding(user);
  const { liquidations } = here.state;
  const isRunning = () => liquidations.open.has(crossOf(user));
  return { here, user, isRunning };
}

type World = ReturnType<typeof world>;

/** Moves the mark alone, as quotes on an empty book do, and applies all that follows from a change of marks. */
function paint({ here }: World, mark: number): Outcome {
  here.market("SOL").mark = (mark * 1_000) as never;
  return here.pin({ ETH: 3_000 });
}

describe("a painted mark", () => {
  test("liquidates no account that is sound at the index", () => {
    const made = world(5);
    expect(paint(made, 149.9).liquidations).toEqual([]);
    const { state } = made.here;
    expect(figuresOf(state, crossOf(made.user)).collateral).toBeLessThan(
      figuresOf(state, crossOf(made.user)).maintenance,
    );
    expect([made.isRunning(), state.liquidations.watch.suspects.has(crossOf(made.user))]).toEqual([false, true]);
    // The index follows: now the account is below maintenance at both.
    made.here.market("SOL").index = 149_900 as never;
    made.here.pin({ ETH: 3_000 });
    expect([made.isRunning(), state.liquidations.watch.suspects.has(crossOf(made.user))]).toEqual([true, false]);
    // An account that is sound at either is sound again.
    made.here.market("SOL").index = 150_000 as never;
    made.here.pin({ ETH: 3_000 });
    expect([made.isRunning(), made.here.row(made.user, "SOL").size]).toEqual([false, 100]);
    paint(made, 150);
    expect(state.liquidations.watch.suspects.size).toBe(0);
  });

  test("ends the liquidation of an account that is sound at it, though not at the index", () => {
    const made = world(5);
    made.here.market("SOL").index = 149_900 as never;
    paint(made, 149.9);
    expect(made.isRunning()).toBe(true);
    expect(paint(made, 150).liquidations.map(({ type }) => type)).toEqual(["offered", "recovered"]);
    expect(made.isRunning()).toBe(false);
  });

  test("under behaviour 2 liquidated an account that it left below maintenance", () => {
    const isLiquidated = [2, 3].map((behaviour) => {
      const made = world(5);
      made.here.state.behaviour = behaviour;
      paint(made, 149.9);
      return made.isRunning();
    });
    expect(isLiquidated).toEqual([true, false]);
  });

  test("does not decide on a take-over, in either direction", () => {
    // A liquidator gets 0.3 %. A little more than that is left at the index, and less at the mark; then the other way
    // round.
    const spared = world(0);
    const line = (price: number) => price * 100 * 0.003;
    const { collateral } = figuresOf(spared.here.state, crossOf(spared.user));
    const price = 150 - (collateral / USDC - line(149.5) - 1) / 100;
    spared.here.market("SOL").index = Math.ceil(price * 1_000) as never;
    paint(spared, Math.floor((price - 0.15) * 1_000) / 1_000);
    expect(figuresOf(spared.here.state, crossOf(spared.user)).collateral / USDC).toBeLessThan(line(149));
    expect([spared.isRunning(), spared.here.engine.liquidations.offers().length]).toEqual([true, 1]);

    const lost = world(0);
    lost.here.market("SOL").index = Math.floor((price - 0.1) * 1_000) as never;
    paint(lost, Math.ceil((price + 0.05) * 1_000) / 1_000);
    expect(figuresAtIndices(lost.here.state, crossOf(lost.user)).collateral).toBe(0);
    expect([lost.isRunning(), lost.here.row(lost.user, "SOL").size, lost.here.holding(lost.user)]).toEqual([
      false,
      0,
      0,
    ]);
  });
});

describe("a position whose index is in doubt drops out of its offer", () => {
  const ids = ({ here }: World) => here.engine.liquidations.offers().map(({ liquidationId }) => liquidationId);

  function doubt({ here }: World, doubted: boolean): void {
    here.market("SOL").health.inDoubt = doubted;
    here.state.isStill = null;
    here.pin({ ETH: 3_000 });
  }

  test("which keeps its id and its age, even with nothing in it", () => {
    const made = world(0);
    const { here } = made;
    here.pin({ SOL: 149.9 });
    const [offer] = here.engine.liquidations.offers();
    expect(offer?.positions.map(({ market }) => market)).toEqual([SOL]);
    doubt(made, true);
    const { liquidationId } = offer!;
    expect([ids(made), here.engine.liquidations.offer(liquidationId)]).toEqual([[], undefined]);
    const claim = { type: "claim_liquidation", at, account: 5, liquidationId, ratio: 100_000_000, ratios: [] } as const;
    expect(codeOf(here.apply({ ...claim, extraRatio: 0, limits: [] }).rejection)).toBe(-1202);
    doubt(made, false);
    expect(here.engine.liquidations.offers()[0]).toMatchObject({ liquidationId, startedAt: offer!.startedAt });
  });

  test("or has no offer yet, when a liquidation begins in doubt: its window begins when the doubt ends", () => {
    const here = new LiquidationWorld({ SOL: 150, AVAX: 15, ETH: 3_000 });
    const user = here.user(300);
    here.open(user, "SOL", 100, 15_000);
    here.open(user, "AVAX", 1_000, 15_000);
    const shown = () =>
      here.engine.liquidations.offers().map((each) => [each.liquidationId, each.startedAt] as number[]);
    const doubt = (doubted: boolean) => {
      here.market("SOL").health.inDoubt = doubted;
      here.state.isStill = null;
      here.pin({ ETH: 3_000 });
      return here.state.now as number;
    };
    const began = doubt(true);
    expect(shown()).toEqual([[1, began]]);
    here.state.now = millis(began + 5_000);
    const ended = doubt(false);
    expect(shown()).toEqual([
      [1, began],
      [2, ended],
    ]);
  });

  test("and where another position of as many lots replaces it, the change is shown", () => {
    const here = new LiquidationWorld({ SOL: 150, AVAX: 15, ETH: 3_000 }, { liquidationTier: 1 });
    const user = here.user(300);
    here.open(user, "SOL", 100, 15_000);
    here.open(user, "AVAX", 1_000, 15_000);
    /** @returns the market and lots of each position of each offer that is shown */
    const doubtOnly = (doubted: string) => {
      for (const base of ["SOL", "AVAX"]) here.market(base).health.inDoubt = base === doubted;
      here.state.isStill = null;
      return here
        .pin({ ETH: 3_000 })
        .liquidations.flatMap((event) => (event.type === "offered" ? [event.positions] : []))
        .map((positions) => positions.map(({ market, quantity }) => [market, quantity] as number[]));
    };
    expect(doubtOnly("SOL")).toEqual([[[1, 10_000]]]);
    expect(doubtOnly("AVAX")).toEqual([[[SOL, 10_000]]]);
  });

  test("and is assigned at once when the doubt ends after its window", () => {
    const made = world(0);
    const { here } = made;
    here.pin({ SOL: 149.9 });
    expect(ids(made).length).toBe(1);
    const { health } = here.market("SOL");
    health.inDoubt = true;
    here.state.isStill = null;
    here.pin({ ETH: 3_000 });
    expect(ids(made)).toEqual([]);
    here.state.now = millis(here.state.now + 11_000);
    health.inDoubt = false;
    here.state.isStill = null;
    here.wait(1);
    expect(here.row(0, "SOL").size).toBeGreaterThan(0);
  });
});

describe("an account that is taken over beside a halted market", () => {
  /** Long 100 SOL, halted, and short one ETH at 3,000, whose mark is then 3 below its index. */
  function taken(behaviour: number): number {
    const { here, user } = world(0);
    here.open(user, "ETH", -1, -3_000);
    here.state.behaviour = behaviour;
    here.apply({ type: "set_market_state", at, market: SOL, state: "HALTED", reason: "" });
    here.market("ETH").mark = 299_700 as never;
    const before = here.holding(user);
    here.pin({ SOL: 140 });
    expect([here.row(user, "ETH").size, here.row(user, "SOL").size]).toEqual([0, 100]);
    expect(here.row(INSURANCE, "ETH").size).toBe(-1);
    here.engine.audit();
    return here.holding(user) - before;
  }

  test("is settled at the index, and the fund neither gains nor loses by the mark", () => {
    expect(taken(4)).toBe(0);
    expect(taken(3)).toBe(3);
  });
});

describe("the debt of accounts whose positions cannot be liquidated", () => {
  const halted = ({ here }: World) => here.state.venue.solvencyHalt;

  test("counts as the fund's during maintenance, though no liquidation has begun, and stops withdrawals", () => {
    const made = world(100);
    const { here, user, isRunning } = made;
    const { now } = here.state;
    here.apply({ type: "schedule_maintenance", at, startAt: now, endAt: millis(now + 10_000), message: "" });
    here.wait(1);
    here.pin({ SOL: 149 });
    expect([halted(made), isRunning()]).toEqual([false, false]);
    here.pin({ SOL: 145 });
    expect([halted(made), isRunning()]).toEqual([true, false]);
    // A deposit that pays the debt ends it at once, and so does a better price.
    const owed = 0 - figuresOf(here.state, crossOf(user)).collateral;
    const deposit = { type: "credit_deposit", at, account: user, source: "faucet", onChain: null } as const;
    here.apply({ ...deposit, amount: micros(owed - 1), reference: "one" });
    expect(halted(made)).toBe(true);
    here.apply({ ...deposit, amount: micros(1), reference: "two" });
    expect(halted(made)).toBe(false);
    here.pin({ SOL: 140 });
    expect(halted(made)).toBe(true);
    here.pin({ SOL: 150 });
    expect(halted(made)).toBe(false);
  });

  test("ends with the deposit that leaves the last debtor sound, also right after a restart", () => {
    for (const isRestarted of [false, true]) {
      const { here, user } = world(100);
      here.apply({ type: "set_market_state", at, market: SOL, state: "HALTED", reason: "" });
      here.pin({ SOL: 130 });
      const engine = isRestarted ? Engine.restore(here.engine.snapshot()) : here.engine;
      expect(engine.venue().solvencyHalt).toBe(true);
      const more = { account: user, amount: micros(10_000 * USDC), source: "faucet", onChain: null } as const;
      engine.apply({ type: "credit_deposit", at: here.state.now, reference: "all of it", ...more }, silent);
      expect(engine.venue().solvencyHalt).toBe(false);
      engine.audit();
    }
  });

  test("counts for isolated positions too, and for accounts that also have positions in live markets", () => {
    const made = world(100);
    const { here, user } = made;
    const other = here.user(1_000);
    here.open(other, "SOL", 10, 1_500, { marginMode: "ISOLATED", margin: 150 * USDC, leverage: 10 });
    here.open(user, "ETH", 0.001, 3);
    here.apply({ type: "set_market_state", at, market: SOL, state: "HALTED", reason: "" });
    here.pin({ SOL: 130 });
    expect(halted(made)).toBe(true);
    // 100 SOL and 10 SOL have lost 20 each, against a balance and a margin of 150.
    const owed = 2_000 * USDC - here.state.accounts.holding(user) + 50 * USDC;
    const topUp = { type: "top_up_insurance", at } as const;
    here.apply({ ...topUp, amount: micros(owed - 1), reference: "top-up:1" });
    expect(halted(made)).toBe(true);
    here.apply({ ...topUp, amount: micros(1), reference: "top-up:2" });
    expect(halted(made)).toBe(false);
  });
});

test("before behaviour 3 what an account owed, but not an isolated row, counted as the fund's while all that it held was paused, once it was in liquidation", () => {
  const here = new LiquidationWorld({ SOL: 150 });
  const user = here.user(20);
  here.open(user, "SOL", 10, 1_500, { leverage: 100 });
  here.open(here.user(20), "SOL", 10, 1_500, { marginMode: "ISOLATED", margin: 20 * USDC });
  here.pin({ SOL: 148.5 });
  expect(here.state.liquidations.open.size).toBe(2);
  here.state.behaviour = 2;
  // The engine is driven directly: the world's audit supports only the present behaviour.
  here.engine.apply({ type: "set_market_state", at, market: 0, state: "HALTED", reason: "" }, silent);
  const owedAt = (price: number) => {
    const prices = [{ market: 0, price: priceE8(price * ONE) }];
    here.engine.apply({ type: "set_index_prices", at, prices }, silent);
    return heldDebt(here.state) / USDC;
  };
  expect([owedAt(148), owedAt(147)]).toEqual([0, -10]);
});
