// Scheduled work is done once, also when its exact second had no tick. Rules 0.2.

import { expect, test } from "bun:test";
import { type FeeE5, type Millis, millis, priceE8 } from "../base/units.ts";
import { type Listener, silent } from "../language/events/events.ts";
import { crossOf } from "../memory/liquidation/subject.ts";
import { State } from "../memory/state.ts";
import { figuresOf } from "../money/margin/account-figures.ts";
import { LiquidationWorld } from "../testing/liquidation-world.ts";
import { listMarket, START } from "../testing/setup.ts";
import { A, ONE, SmallExchange } from "../testing/small-exchange.ts";
import { defaultMarket } from "../testing/vectors.ts";
import { tick } from "./engine-clock.ts";

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
    minimumTier: 0,
    volumeThisMonth: 300_000_000 * 1_000_000,
    volumeLastMonth: 0,
    firstAccount: -1,
    transfersFreely: false,
    affiliatesEarnOnFees: false,
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

test("daily work is done once", () => {
  const state = stateWithBroker();
  for (const at of [midnight - 1_000, midnight, midnight + 1_000]) {
    state.now = at as Millis;
    tick(state, silent);
  }
  expect(state.brokers[0]).toMatchObject({ volumeThisMonth: 0, volumeLastMonth: 300_000_000 * 1_000_000 });
});

test("the effects of a funding time that no tick met come before anything later on the tick that makes up for it", () => {
  const here = new LiquidationWorld({ SOL: 150 });
  const { nextAt } = here.market("SOL").funding;
  here.apply({ type: "tick", at: millis(nextAt - 15_000) });
  const user = here.user(0);
  here.open(user, "SOL", 100, 15_000);
  const { maintenance } = figuresOf(here.state, crossOf(user));
  here.state.accounts.setHolding(user, maintenance);
  here.state.custody += maintenance;
  const { liquidations } = here.apply({ type: "tick", at: millis(nextAt + 1_000) });
  // It is in liquidation by the time it would be warned.
  expect(liquidations.map(({ type }) => type)).toEqual(["triggered", "offered"]);
});

test("prices pinned together move every mark before any order is cancelled over one", () => {
  const exchange = new SmallExchange();
  exchange.apply(listMarket(defaultMarket("PERP_ETH_USDC"), 2_000 * ONE));
  exchange.rest(A, "BUY", 150, 1);
  exchange.order(A, "BUY", "LIMIT", 2_000, 1, { market: 1 });
  const seen: string[] = [];
  const listener: Listener = {
    ...silent,
    order: ({ market, reason }) => void seen.push(`order ${market} ${reason}`),
    price: (market) => void seen.push(`price ${market}`),
  };
  const prices = [
    { market: 0, price: priceE8(100 * ONE) },
    { market: 1, price: priceE8(1_000 * ONE) },
  ];
  exchange.engine.apply({ type: "set_index_prices", at: START, prices }, listener);
  // By symbol: ETH comes before SOL.
  expect(seen).toEqual(["price 1", "price 0", "order 1 PRICE_RANGE", "order 0 PRICE_RANGE"]);
});
