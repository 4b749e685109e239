// Decides what the demo traders of a sandbox do in a second: from the engine's state after its tick to the commands that
// follow. The same seed, second and state give the same commands, whenever and wherever. What is kept here from second to
// second (recent prices and positions) is empty again after each restart.

import type { Unstamped } from "@evermark/core";
import type { EngineReader, MarketView } from "@evermark/engine";
import { DemoMarket } from "../decisions/demo-market.ts";
import { RUNGS } from "../decisions/quoted-ladder.ts";
import { DemoAccounts } from "./demo-accounts.ts";
import { DemoMaker } from "./maker.ts";
import { DemoTakers, type TimedCommand } from "./takers.ts";

/** Most new orders of one side in one second: an emptied book fills within a few seconds. */
const PLACEMENTS = 5;
const ACCOUNTS_EVERY_S = 60;

export class DemoTrading {
  readonly accounts: DemoAccounts;
  readonly takers: DemoTakers;
  readonly #maker: DemoMaker;
  readonly #engine: EngineReader;
  readonly #seed: number;
  readonly #markets: DemoMarket[] = [];

  constructor(engine: EngineReader, { seed, brokerId }: { readonly seed: number; readonly brokerId: string }) {
    this.#engine = engine;
    this.#seed = seed;
    this.accounts = new DemoAccounts(seed, brokerId);
    this.takers = new DemoTakers(engine, this.accounts);
    this.#maker = new DemoMaker(engine, this.accounts);
  }

  /** All commands of the second, in order. @param second counted from the venue's first */
  turn(second: number): TimedCommand[] {
    const commands = second % ACCOUNTS_EVERY_S === 0 ? this.accounts.missing(this.#engine).map(atOnce) : [];
    for (const { market, view } of this.#open()) {
      commands.push(...this.#maker.quote(market, view, second, PLACEMENTS).map(atOnce));
      commands.push(...this.takers.take(market, view, second));
    }
    // The sort is stable: commands sent at once stay in their required order.
    return commands.toSorted((a, b) => a.offsetMs - b.offsetMs);
  }

  /** The commands that complete every book at once. */
  quotes(second: number): Unstamped[] {
    return this.#open().flatMap(({ market, view }) => this.#maker.quote(market, view, second, RUNGS));
  }

  /** All markets; an operator may add some while the venue runs. */
  markets(): readonly { readonly market: DemoMarket; readonly view: MarketView }[] {
    const views = Array.from({ length: this.#engine.marketCount }, (_, number) => this.#engine.market(number));
    for (const { parameters } of views.slice(this.#markets.length)) {
      this.#markets.push(new DemoMarket(this.#seed, parameters.symbol));
    }
    return views.map((view, number) => ({ market: this.#markets[number]!, view }));
  }

  /** The markets in which everything may be traded. */
  #open() {
    return this.markets().filter(({ view }) => view.state === "ACTIVE");
  }
}

const atOnce = (command: Unstamped): TimedCommand => ({ offsetMs: 0, command });
