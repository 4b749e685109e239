// One random history, played by the engine and by the model side by side. On the way the engine is put aside for one that
// was restored from its snapshot: nothing may differ. A failure shows the commands that led to it.

import { type NaiveAnswer, NaiveExchange } from "@evermark/model/exchange.ts";
import type { Command } from "../language/commands/commands.ts";
import { SideBySide } from "./comparison.ts";
import { EngineByOpening } from "./engine-by-opening.ts";
import { OverheardEngine } from "./overheard-engine.ts";
import type { WishScript } from "./wish-script.ts";

/** Both after one command, and what the model answered. */
interface Look {
  readonly engine: EngineByOpening;
  readonly heard: OverheardEngine;
  readonly naive: NaiveExchange;
  readonly answer: NaiveAnswer;
}

export function bothPlay<Wish>(history: {
  readonly opening: readonly Command[];
  readonly wishes: readonly Wish[];
  readonly script: (naive: NaiveExchange) => WishScript<Wish>;
  /** Before which wish the engine is restored; none beyond the last. */
  readonly restoredBefore: number;
  readonly compare: (look: Look) => void;
}): void {
  const both = new SideBySide(new EngineByOpening(new OverheardEngine()), new NaiveExchange());
  const script = history.script(both.naive);
  const play = (command: Command) => {
    const answer = both.apply(command);
    const { engine, naive } = both;
    history.compare({ engine, naive, answer, heard: engine.engine as OverheardEngine });
  };
  try {
    for (const command of history.opening) play(command);
    for (const [n, wish] of history.wishes.entries()) {
      if (n === history.restoredBefore) both.engine = both.engine.restored();
      for (const command of script.next(wish)) play(command);
    }
  } catch (error) {
    const list = script.commands.map((command) => JSON.stringify(command)).join("\n");
    throw new Error(`${error instanceof Error ? error.message : String(error)}\n\nafter\n${list}`);
  }
}

/**
 * The same histories every time, so that a change fails by its own doing. Others, and more of them:
 * `PROPERTY_RUNS=5000 PROPERTY_SEED=7 bun test engine`; `PROPERTY_TIMES=3` plays three times as many of each,
 * `PROPERTY_SEED=any` draws a seed, and `PROPERTY_SHRINK=no` shows a failure as it was found.
 */
export function settingsFor(runs: number) {
  const seed = process.env.PROPERTY_SEED ?? "1";
  return {
    numRuns: Number(process.env.PROPERTY_RUNS ?? runs * Number(process.env.PROPERTY_TIMES ?? 1)),
    includeErrorInReport: true,
    endOnFailure: process.env.PROPERTY_SHRINK === "no",
    ...(seed === "any" ? {} : { seed: Number(seed) }),
  };
}

export const patient = 600_000;
