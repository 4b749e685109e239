// What is due on a schedule happens once, also when its very second had no tick. Rules 0.2.

import { expect, test } from "bun:test";
import { tick } from "./clock.ts";
import { silent } from "./events.ts";
import { State } from "./state.ts";
import type { FeeE5, Millis } from "./units.ts";

const midnight = Date.UTC(2026, 10, 1) as Millis;

function stateWithBroker(): State {
  const state = new State();
  state.now = (midnight - 60_000) as Millis;
  state.brokers.push({
    id: "demo",
    feeAccount: state.accounts.addSystem("FEE_BUILDER:demo"),
    takerFee: 60 as FeeE5,
    makerFee: 30 as FeeE5,
    tier: 0,
    volumeThisMonth: 300_000_000 * 1_000_000,
    volumeLastMonth: 0,
  });
  return state;
}

test("a midnight without a tick is made up for by the next tick", () => {
  const state = stateWithBroker();
  tick(state, silent);
  state.now = (midnight + 3_000) as Millis;
  tick(state, silent);
  expect(state.brokers[0]).toMatchObject({ tier: 2, volumeThisMonth: 0, volumeLastMonth: 300_000_000 * 1_000_000 });
});

test("the first midnight of a new venue keeps the volume of its month", () => {
  const state = stateWithBroker();
  const secondDay = midnight + 86_400_000;
  for (const at of [midnight + 1_000, secondDay - 1_000, secondDay]) {
    state.now = at as Millis;
    tick(state, silent);
  }
  expect(state.brokers[0]).toMatchObject({ tier: 2, volumeThisMonth: 300_000_000 * 1_000_000 });
});

test("a day's work is done once", () => {
  const state = stateWithBroker();
  for (const at of [midnight - 1_000, midnight, midnight + 1_000]) {
    state.now = at as Millis;
    tick(state, silent);
  }
  expect(state.brokers[0]).toMatchObject({ volumeThisMonth: 0, volumeLastMonth: 300_000_000 * 1_000_000 });
});
