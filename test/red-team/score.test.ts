import { describe, expect, test } from "bun:test";
import { Engine } from "@evermark/engine";
import { State } from "@evermark/engine/inside.ts";
import { openByHand } from "@evermark/engine/testing/hand-made.ts";
import { act } from "./honest.ts";
import { openWorld } from "./opened-world.ts";
import { order } from "./ring-orders.ts";
import type { RingSession } from "./ring-session.ts";
import type { Setting } from "./world-settings.ts";

const USDC = 1_000_000;
const INSURANCE = 0;
const PLAIN = { closes: false, passive: false, reduceOnly: false, hidden: false, byAmount: false } as const;

const SETTING: Setting = {
  feed: "hand",
  speed: 0,
  markets: ["BTC"],
  money: [1_000, 1_000, 1_000, 1_000, 0, 10_000],
  leverage: [10, 10, 10, 10, 10, 10],
  fund: 5_000,
  taker: 60,
  maker: 30,
  tag: 1_000,
  tier: 0,
  referral: false,
  vault: "none",
  honest: false,
  past: 0,
  oneSided: false,
};

function world(changes: Partial<Setting> = {}): { state: State; session: RingSession } {
  const state = new State();
  return { state, session: openWorld(new Engine(state), { ...SETTING, ...changes }) };
}

/** Moves money by hand, as no command can. */
function transfer(
  { state }: { readonly state: State; readonly session: RingSession },
  from: number,
  to: number,
  amount: number,
): void {
  state.accounts.setHolding(from, state.accounts.holding(from) - amount);
  state.accounts.setHolding(to, state.accounts.holding(to) + amount);
}

describe("what the ring gains", () => {
  test("is nothing while it only pays in", () => {
    expect(world().session.ledger.finish()).toMatchObject({ gain: 0, fundLoss: 0, open: 0 });
  });

  test("is what it gets from the fund, whichever of its wallets has it", () => {
    const at = world();
    transfer(at, INSURANCE, at.session.players[3]!, 5 * USDC);
    expect(at.session.ledger.finish()).toMatchObject({ gain: 5 * USDC, fundLoss: 5 * USDC, open: 0 });
  });

  test("is not reduced by a wallet's debt, because its owner abandons that wallet", () => {
    const at = world();
    const [poor = 0, rich = 0] = at.session.players;
    transfer(at, poor, rich, 1_300 * USDC);
    expect(at.session.ledger.finish()).toMatchObject({ gain: 300 * USDC, open: 0 });
  });

  test("does not include the fund's loss from an index move against its own positions", () => {
    const at = world({ speed: 2_000 });
    const long = {
      account: INSURANCE,
      against: at.session.players[5]!,
      market: 0,
      quantity: 10_000,
      cost: 6_000 * USDC,
    };
    openByHand(at.state, long);
    at.session.setSourcePrice(0, 550_000);
    at.session.tick();
    expect(at.session.ledger.fund()).toBe(4_500 * USDC);
    expect(at.session.ledger.finish()).toMatchObject({ gain: 0, fundLoss: 0, open: 0 });
  });

  test("does not include a wallet's debt from one step of the index, but does include debts from honest moves", () => {
    const gainAfter = (steps: readonly number[]) => {
      const { state, session } = world({ speed: 2_000 });
      const [poor = 0, rich = 0] = session.players;
      openByHand(state, { account: poor, against: rich, market: 0, quantity: 100_000, cost: 60_000 * USDC });
      transfer({ state, session }, poor, session.players[5]!, 700 * USDC);
      // No tick is sent, so nothing is liquidated, whatever the rules are.
      for (const price of steps) {
        session.ledger.setSourcePrice(0, price);
        Object.assign(state.markets[0]!, { spotIndex: price, index: price });
        session.send({ type: "issue_nonce", account: rich, kind: "withdraw" });
      }
      return session.ledger.finish().gain;
    };
    expect(gainAfter([580_000])).toBe(0);
    expect(gainAfter([599_000, 598_000, 597_000, 596_000])).toBe(100 * USDC);
  });

  test("does not include what others pay at their own quotes", () => {
    const { session } = world({ honest: true });
    act(session, { do: "honest", act: "quote", market: 0, off: 3_000, usdc: 1_000 });
    const terms = {
      market: 0,
      side: "SELL",
      unit: "usdc",
      size: 1_000,
      off: -3_000,
      mode: "CROSS",
      tagged: false,
    } as const;
    order(session, { ...terms, do: "order", by: 0, kind: "IOC", ...PLAIN });
    expect(session.engine.position(session.players[0]!, 0, "CROSS").quantity as number).toBeLessThan(0);
    expect(session.ledger.finish().gain).toBeLessThanOrEqual(0);
  });
});

test("a market halted because of its index counts at its sources' index, and money that leaves a debtor there is theft", () => {
  const { session, state } = world({ feed: "sources" });
  const [poor = 0, rich = 0] = session.players;
  openByHand(state, { account: poor, against: rich, market: 0, quantity: 10_000, cost: 6_000 * USDC });
  session.setSourcePrice(0, 400_000);
  session.tick();
  expect(session.engine.market(0)).toMatchObject({ state: "HALTED", index: 600_000 });
  expect(session.ledger.truths()).toEqual([400_000]);
  expect(session.ledger.worth(poor)).toBe(-1_000 * USDC);
  const before = session.ledger.finish().gain;
  transfer({ state, session }, poor, rich, 100 * USDC);
  expect(session.ledger.finish().gain - before).toBe(100 * USDC);
});
