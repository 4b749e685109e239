// What more accounts and more markets cost the engine: the order mix with up to a million accounts and a thousand
// markets, taking turns with the smallest case.

import { Engine } from "@evermark/engine";
import { ratioAtLeast } from "../figures/budget.ts";
import type { Mix } from "../figures/load-options.ts";
import { type Benchmark, figureOf, inTurns } from "../figures/measure.ts";
import { numberText } from "../figures/number-text.ts";
import { EnginePlayer } from "../flow/engine-player.ts";
import type { OrderFlow } from "../flow/order-flow.ts";
import { OrderMaker } from "../flow/order-maker.ts";
import { ORDER_MIX, PRICES_PER_SIDE, RESTING } from "../flow/order-mix.ts";

const KEPT = 0.6;
const SMALLEST = { accounts: 1_000, markets: 1 };
const CASES = [
  { accounts: 100_000, markets: 1 },
  { accounts: 1_000, markets: 13 },
  { accounts: 1_000, markets: 1_000 },
  { accounts: 1_000_000, markets: 1 },
];
const QUICK_CASES = [{ accounts: 2_000, markets: 13 }];

interface Sizes {
  readonly accounts: number;
  readonly markets: number;
}

export const engineScale: Benchmark = {
  name: "engine-scale",
  about: "engine commands/s with up to 1 M accounts and 1,000 markets, 1,000 resting orders or 100 on each market",
  load: { mix: ORDER_MIX },
  async run({ quick, load: { mix } }, report) {
    const count = quick ? 2_000 : 60_000;
    const smallest = new Case(SMALLEST, mix, count);
    for (const sizes of quick ? QUICK_CASES : CASES) {
      const larger = new Case(sizes, mix, count);
      const samples = await inTurns({
        runs: quick ? 1 : 3,
        prepare() {
          larger.next();
          smallest.next();
        },
        ours: () => larger.play(),
        theirs: () => smallest.play(),
      });
      report(figureOf(nameOf(sizes), "commands/s", "1,000 accounts, 1 market", samples, ratioAtLeast(KEPT)));
    }
  },
};

function nameOf({ accounts, markets }: Sizes): string {
  return `engine-scale, ${numberText(accounts)} accounts, ${numberText(markets)} market${markets === 1 ? "" : "s"}`;
}

/** A venue of a certain size, and the flow that is played on it. */
class Case {
  readonly #maker: OrderMaker;
  readonly #player: EnginePlayer;
  readonly #flow: OrderFlow;
  readonly #count: number;

  constructor(sizes: Sizes, mix: Mix, count: number) {
    const engine = new Engine();
    const resting = Math.max(RESTING, sizes.markets * 100);
    this.#maker = new OrderMaker({ ...sizes, mix, resting, pricesPerSide: PRICES_PER_SIDE }, [engine]);
    this.#player = new EnginePlayer(engine);
    this.#flow = this.#maker.newFlow(Math.max(resting, count));
    this.#count = count;
    this.#maker.addResting(this.#flow, resting);
    this.play();
  }

  next(): void {
    this.#flow.clear();
    this.#maker.addMixed(this.#flow, this.#count);
  }

  /** @returns commands per second */
  play(): number {
    return this.#player.play(this.#flow);
  }
}
