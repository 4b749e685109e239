// The engine's commands per second while its book grows to half a million orders: 55 % placements, of which one in 16
// crosses, and 45 % cancels of a random live order. It is compared with the limit order book from npm that engine-mix
// uses, and its last tenth is compared with its first, because the rate must not depend on how many orders there are.

import { Engine } from "@evermark/engine";
import { ratioAtLeast, valueAtLeast } from "../figures/budget.ts";
import type { Load } from "../figures/load-options.ts";
import { type Benchmark, figureOf } from "../figures/measure.ts";
import { BookPlayer, PEER } from "../flow/book-player.ts";
import { EnginePlayer } from "../flow/engine-player.ts";
import { OrderMaker } from "../flow/order-maker.ts";

const GOAL = 3_000_000;
const FLAT = 0.9;
const ORDERS = 500_000;
const TENTHS = 10;
/** How many pieces of the mix are played in each tenth. In every third tenth the peer plays the last of them too. */
const CHUNKS = 2;
const PRICES_PER_SIDE = 5_000;

export const enginePlaceCancel: Benchmark = {
  name: "engine-place-cancel",
  about: "engine commands/s while one book grows to 500,000 orders over 10,000 prices",
  // An account may have 200 open orders on a symbol, so half a million orders need many accounts.
  load: { mix: { limit: 825, cross: 55, cancel: 720 }, accounts: 10_000 },
  quickLoad: { accounts: 100 },
  async run({ quick, load }, report) {
    const size = { orders: quick ? 2_000 : ORDERS, chunk: quick ? 500 : 60_000 };
    // Runs once on engines that are then discarded, so that all code is compiled.
    grow(load, { orders: size.orders / 50, chunk: size.chunk / 5 });
    const { ours, theirs } = grow(load, size);
    const all = { ours: ours.flat(), theirs };
    report(figureOf("engine-place-cancel", "commands/s", PEER, all));
    report(figureOf("engine-place-cancel", "commands/s", "goal", { ...all, theirs: [GOAL] }, valueAtLeast(GOAL)));
    const ends = { ours: ours.at(-1)!, theirs: ours[0]! };
    report(figureOf("engine-place-cancel-last", "commands/s", "first tenth of the way", ends, ratioAtLeast(FLAT)));
  },
};

interface Rates {
  /** The engine's commands per second for each chunk, by tenth. */
  readonly ours: readonly number[][];
  readonly theirs: number[];
}

/**
 * Plays chunks of the mix in each tenth. Between them, placements alone grow the book to the size of the next tenth, so
 * that the whole run takes only seconds. When it is the peer's turn, it jumps to the state of the engine's book.
 */
function grow(load: Load, { orders, chunk }: { readonly orders: number; readonly chunk: number }): Rates {
  const engine = new Engine();
  const shape = { ...load, markets: 1, resting: orders, pricesPerSide: PRICES_PER_SIDE };
  const maker = new OrderMaker(shape, [engine]);
  const player = new EnginePlayer(engine);
  const peer = new BookPlayer(1);
  const flow = maker.newFlow(Math.max(chunk, orders / TENTHS));
  const ours = Array.from({ length: TENTHS }, () => [] as number[]);
  const theirs: number[] = [];
  for (const [tenth, rates] of ours.entries()) {
    for (let n = 0; n < CHUNKS; n++) {
      const isTurn = n === CHUNKS - 1 && tenth % 3 === 1;
      if (isTurn) peer.jumpTo(maker.open);
      flow.clear();
      maker.addMixed(flow, chunk);
      if (isTurn) {
        theirs.push(peer.play(flow));
        peer.check(maker.open);
        peer.clear();
      }
      rates.push(player.play(flow));
    }
    flow.clear();
    maker.addResting(flow, Math.max(0, Math.round(((tenth + 1) / TENTHS) * orders) - maker.open.length));
    player.play(flow);
  }
  return { ours, theirs };
}
