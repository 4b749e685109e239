// What a new mark price costs on a venue with a million open positions. When no account is near liquidation, the cost
// is compared with a scan of every position of the market. When the price liquidates some accounts, it may only cost as
// much as those few need.

import { assert, type Command, micros, millis, priceE8, silent } from "@evermark/engine";
import { crossMaintenance, crossMargin } from "@evermark/engine/inside.ts";
import { addTrader, type Crowd, makeCrowd } from "@evermark/engine/testing/crowd.ts";
import { depositByHand, openByHand } from "@evermark/engine/testing/hand-made.ts";
import { valueAtMost } from "../figures/budget.ts";
import { type Benchmark, type Figure, figureOf, median } from "../figures/measure.ts";

const BTC = 0;
const ETH = 1;
const GOAL_US = 1_000;

export const priceUpdate: Benchmark = {
  name: "price-update",
  about: "a mark price moves over 1 M open positions, with 0 to 1,000 liquidations",
  async run({ quick }, report) {
    const crowd = makeCrowd(quick ? 2_000 : 200_000, 5);
    const onMarket = crowd.state.rows.open.of(BTC).length;
    const samples = { ours: calmUpdates(crowd, quick ? 20 : 2_000), theirs: fullScans(crowd, quick ? 1 : 7) };
    const name = `price-update, ${crowd.positions.toLocaleString("en-US")} positions, none near`;
    const update = figureOf(name, "µs", `scan of ${onMarket.toLocaleString("en-US")}`, samples, valueAtMost(GOAL_US));
    report(update);
    for (const count of quick ? [1, 10] : [1, 10, 100, 1_000]) report(liquidating(crowd, count, quick ? 1 : 5, update));
  },
};

/** Moves the index of BTC by one or two ticks at a time, and times each update in µs. */
function calmUpdates({ state, engine }: Crowd, updates: number): number[] {
  const times: number[] = [];
  let step = 0;
  for (let n = -1; n < updates; n++) {
    step += n % 7 < 4 ? 1 : -1;
    const command = pin(state.now, BTC, 60_000_00000000 + step * 10_000_000);
    const took = timed(() => engine.apply(command, silent));
    // The first update looks at every account once, as after a start.
    if (n >= 0) times.push(took);
  }
  assert(state.liquidations.open.size === 0, "no account is near liquidation", { updates });
  return times;
}

/** How long a scan of every position of the market takes, in µs. */
function fullScans({ state }: Crowd, scans: number): number[] {
  const scan = () => {
    let below = 0;
    for (const row of state.rows.open.of(BTC)) {
      const { collateral } = crossMargin(state, state.rows.account(row), null);
      if (collateral < crossMaintenance(state, state.rows.account(row))) below++;
    }
    assert(below === 0, "no account is below maintenance", { below });
  };
  scan();
  return Array.from({ length: scans }, () => timed(scan));
}

/** Updates that each liquidate `count` traders, who are restored before the next one. */
function liquidating(crowd: Crowd, count: number, runs: number, calm: Figure): Figure {
  const { state, engine } = crowd;
  const market = state.markets[ETH]!;
  const times: number[] = [];
  for (let run = 0; run < runs; run++) {
    const near = nearLiquidation(crowd, count);
    engine.apply(pin(state.now, ETH, market.index * market.tickE8), silent);
    const command = pin(state.now, ETH, (market.index - 2) * market.tickE8);
    times.push(timed(() => engine.apply(command, silent)));
    assert(state.liquidations.open.size === count, "the move liquidates the expected accounts", {
      count,
      found: state.liquidations.open.size,
    });
    for (const account of near) engine.apply(rescue(state.now, account), silent);
    assert(state.liquidations.open.size === 0, "a deposit ends the liquidation", { count });
  }
  const samples = { ours: times, theirs: [median([calm.value])] };
  return figureOf(`price-update, ${count.toLocaleString("en-US")} liquidated`, "µs", "a calm one", samples);
}

/**
 * Makes traders with one long ETH position each, one tick above maintenance margin. Their counterparties have plenty of
 * money.
 */
function nearLiquidation({ state }: Crowd, count: number): number[] {
  const rich = addTrader(state);
  depositByHand(state, rich, 1e14);
  const market = state.markets[ETH]!;
  return Array.from({ length: count }, () => {
    const account = addTrader(state);
    const quantity = 10_000;
    const worth = quantity * market.mark * market.unit;
    openByHand(state, { account, against: rich, market: ETH, quantity, cost: worth });
    depositByHand(state, account, market.ratios.maintenanceMargin(worth));
    return account;
  });
}

function pin(at: number, market: number, price: number): Command {
  return { type: "set_index_prices", at: millis(at), prices: [{ market, price: priceE8(price) }] };
}

function rescue(at: number, account: number): Command {
  const amount = micros(1_000_000_000);
  return { type: "credit_deposit", at: millis(at), account, amount, source: "faucet", reference: `rescue:${account}` };
}

function timed(work: () => void): number {
  const startedAt = performance.now();
  work();
  return (performance.now() - startedAt) * 1_000;
}
