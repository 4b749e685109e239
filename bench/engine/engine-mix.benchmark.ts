// The engine's commands per second on the order mix, with margin, fees and positions, and with every event read. The
// baseline is a limit order book from npm that only matches. Both get the same changes, on one core.

import { Engine } from "@evermark/engine";
import { valueAtLeast } from "../figures/budget.ts";
import { type Benchmark, figureOf, inTurns } from "../figures/measure.ts";
import { BookPlayer, PEER } from "../flow/book-player.ts";
import { EnginePlayer } from "../flow/engine-player.ts";
import { OrderMaker } from "../flow/order-maker.ts";
import { ORDER_MIX, PRICES_PER_SIDE, RESTING } from "../flow/order-mix.ts";

const GOAL = 5_000_000;

export const engineMix: Benchmark = {
  name: "engine-mix",
  about: "engine commands/s on one core: margin, fees, positions and events; about 1,000 resting orders",
  load: { mix: ORDER_MIX, accounts: 1_000, markets: 1 },
  async run({ quick, load }, report) {
    const engine = new Engine();
    const maker = new OrderMaker({ ...load, resting: RESTING, pricesPerSide: PRICES_PER_SIDE }, [engine]);
    const ours = new EnginePlayer(engine);
    const theirs = new BookPlayer(load.markets);
    const flow = maker.newFlow(quick ? 5_000 : 200_000);

    maker.addResting(flow, RESTING);
    ours.play(flow);
    theirs.play(flow);
    const samples = await inTurns({
      runs: quick ? 1 : 7,
      // Each turn continues where the last one ended.
      prepare() {
        flow.clear();
        maker.addMixed(flow, quick ? 5_000 : 200_000);
      },
      ours: () => ours.play(flow),
      theirs: () => theirs.play(flow),
    });
    theirs.check(maker.open);
    report(figureOf("engine-mix", "commands/s", PEER, samples));
    report(figureOf("engine-mix", "commands/s", "goal", { ...samples, theirs: [GOAL] }, valueAtLeast(GOAL)));
  },
};
