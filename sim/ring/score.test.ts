import { describe, expect, test } from "bun:test";
import { Engine } from "@evermark/engine";
import { State } from "@evermark/engine/state.ts";
import { openByHand } from "@evermark/engine/testing/hand-made.ts";
import type { Desk } from "./desk.ts";
import { openWorld } from "./opening.ts";
import type { Setting } from "./settings.ts";

const USDC = 1_000_000;
const INSURANCE = 0;

const SETTING: Setting = {
  index: "standing",
  markets: ["BTC"],
  money: [1_000, 1_000, 1_000, 1_000, 0, 10_000],
  leverage: [10, 10, 10, 10, 10, 10],
  fund: 5_000,
  taker: 60,
  maker: 30,
  tag: 1_000,
  tier: 0,
  referral: false,
  vault: false,
  oneSided: false,
};

function world(changes: Partial<Setting> = {}): { state: State; desk: Desk } {
  const state = new State();
  return { state, desk: openWorld(new Engine(state), { ...SETTING, ...changes }) };
}

/** Moves money by hand, as no command may. */
function give({ state }: { state: State }, from: number, to: number, amount: number): void {
  state.accounts.setHolding(from, state.accounts.holding(from) - amount);
  state.accounts.setHolding(to, state.accounts.holding(to) + amount);
}

describe("what the ring gains", () => {
  test("is nothing while it only pays in", () => {
    expect(world().desk.ledger.finish()).toMatchObject({ gain: 0, fundLoss: 0, open: 0 });
  });

  test("is what comes to it from the fund, whoever of it has it", () => {
    const at = world();
    give(at, INSURANCE, at.desk.players[3]!, 5 * USDC);
    expect(at.desk.ledger.finish()).toMatchObject({ gain: 5 * USDC, fundLoss: 5 * USDC, open: 0 });
  });

  test("is not less for what one of its wallets owes, because that one walks away", () => {
    const at = world();
    const [poor = 0, rich = 0] = at.desk.players;
    give(at, poor, rich, 1_300 * USDC);
    expect(at.desk.ledger.finish()).toMatchObject({ gain: 300 * USDC, open: 0 });
  });

  test("is not what the fund loses because the index moves against what it holds", () => {
    const at = world({ index: "slow" });
    const long = { account: INSURANCE, against: at.desk.players[5]!, market: 0, quantity: 10_000, cost: 6_000 * USDC };
    openByHand(at.state, long);
    at.desk.pin(0, 550_000);
    at.desk.tick();
    expect(at.desk.ledger.fund()).toBe(4_500 * USDC);
    expect(at.desk.ledger.finish()).toMatchObject({ gain: 0, fundLoss: 0, open: 0 });
  });
});

test("a market that halts over its index has the index that its sources say, and moves there at no one's expense", () => {
  const { desk, state } = world({ index: "reported" });
  const [poor = 0, rich = 0] = desk.players;
  openByHand(state, { account: poor, against: rich, market: 0, quantity: 10_000, cost: 6_000 * USDC });
  desk.ledger.said[0] = 400_000;
  desk.tick();
  expect(desk.engine.market(0)).toMatchObject({ state: "HALTED", index: 600_000 });
  expect(desk.ledger.truths()).toEqual([400_000]);
  expect(desk.ledger.worth(poor)).toBe(-1_000 * USDC);
  // The move makes a debt, which is the fund's risk; what leaves the debtor now makes it larger, and that is theft.
  const before = desk.ledger.finish().gain;
  give({ state }, poor, rich, 100 * USDC);
  expect(desk.ledger.finish().gain - before).toBe(100 * USDC);
});
