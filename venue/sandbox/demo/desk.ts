// What the demo traders of a sandbox do in a second: from the engine as its tick has left it to the commands that follow.
// The same seed, second and state give the same commands, whenever and wherever; what is kept here from second to second
// (how prices and positions have been lately) begins anew with each start.

import type { Unstamped } from "@evermark/core";
import type { EngineReader, MarketView } from "@evermark/engine";
import { DemoMarket } from "../decisions/demo-market.ts";
import { RUNGS } from "../decisions/ladder.ts";
import { DemoAccounts } from "./demo-accounts.ts";
import { DemoMaker } from "./maker.ts";
import { DemoTakers, type TimedCommand } from "./takers.ts";

/** New orders of one side in one second: a book that was emptied fills within some of them. */
const PLACEMENTS = 5;
const ACCOUNTS_EVERY_S = 60;

export class DemoDesk {
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

  /** Everything that the second needs, in order. @param second counted from the venue's first */
  turn(second: number): TimedCommand[] {
    const commands = second % ACCOUNTS_EVERY_S === 0 ? this.accounts.missing(this.#engine).map(atOnce) : [];
    for (const { market, view } of this.#open()) {
      commands.push(...this.#maker.quote(market, view, second, PLACEMENTS).map(atOnce));
      commands.push(...this.takers.take(market, view, second));
    }
    // Stable: what is sent at once is in the order in which it has to come.
    return commands.toSorted((a, b) => a.offsetMs - b.offsetMs);
  }

  /** What makes every book whole at once. */
  quotes(second: number): Unstamped[] {
    return this.#open().flatMap(({ market, view }) => this.#maker.quote(market, view, second, RUNGS));
  }

  /** Every market; some can be added while the venue runs. */
  markets(): readonly { readonly market: DemoMarket; readonly view: MarketView }[] {
    const views = Array.from({ length: this.#engine.marketCount }, (_, number) => this.#engine.market(number));
    for (const { parameters } of views.slice(this.#markets.length)) {
      this.#markets.push(new DemoMarket(this.#seed, parameters.symbol));
    }
    return views.map((view, number) => ({ market: this.#markets[number]!, view }));
  }

  /** Where everything may be traded. */
  #open() {
    return this.markets().filter(({ view }) => view.state === "ACTIVE");
  }
}

const atOnce = (command: Unstamped): TimedCommand => ({ offsetMs: 0, command });
