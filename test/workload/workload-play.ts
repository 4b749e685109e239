// Plays the steps of a workload, on an engine alone or together with the model; at some step the engine is replaced by
// one restored from its snapshot. A failure shows the commands that led to it.

import { type Command, type Listener, silent } from "@evermark/engine";
import { EngineByOpening } from "@evermark/engine/testing/engine-by-opening.ts";
import { NaiveExchange } from "@evermark/model/naive-exchange.ts";
import fc from "fast-check";
import { SideBySide } from "./comparison/side-by-side.ts";
import type { Counters } from "./counters.ts";
import type { Focus } from "./focus.ts";
import { Workload } from "./workload.ts";

export interface History {
  /** The seed of the world. */
  readonly seed: number;
  readonly steps: readonly number[];
  /** The step before which the engine is restored; none if beyond the last. */
  readonly restored: number;
}

/** Not shrunk: a shorter list of steps is a simpler history, but a lower seed is just another one. */
export const anySeed = fc.noShrink(fc.nat({ max: 0x7fff_ffff }));

export function anyHistory(maxLength: number): fc.Arbitrary<History> {
  return fc.record({
    seed: anySeed,
    steps: fc.array(anySeed, { minLength: 1, maxLength, size: "max" }),
    restored: fc.noShrink(fc.nat({ max: maxLength })),
  });
}

interface Player {
  /** The engine that the workload looks at. */
  readonly look: () => EngineByOpening;
  /** Gets each command as it is drawn. */
  readonly apply: (command: Command) => void;
  readonly beforeStep?: (step: number) => void;
  readonly hasStrangers?: boolean;
}

export function play(focus: Focus, { seed, steps }: History, { look, apply, beforeStep, hasStrangers }: Player): void {
  const workload = new Workload(focus, seed, look, hasStrangers);
  for (const command of workload.opening) apply(command);
  for (const [n, step] of steps.entries()) {
    beforeStep?.(n);
    for (const command of workload.step(step)) apply(command);
  }
}

/** The commands of a history. */
export function commandsOf(
  focus: Focus,
  history: History,
  engine = new EngineByOpening(),
  listener: Listener = silent,
): Command[] {
  const commands: Command[] = [];
  const apply = (command: Command) => {
    commands.push(command);
    engine.apply(command, listener);
  };
  play(focus, history, { look: () => engine, apply });
  return commands;
}

/** Plays engine and model side by side: nothing visible may differ. */
export function playBoth(focus: Focus, history: History, seen?: Counters): void {
  const both = new SideBySide(new EngineByOpening(), new NaiveExchange());
  const commands: Command[] = [];
  const apply = (command: Command) => {
    commands.push(command);
    both.apply(command, seen);
  };
  const beforeStep = (step: number) => {
    if (step === history.restored) both.engine = both.engine.restored();
  };
  showing(commands, () => play(focus, history, { look: () => both.engine, apply, beforeStep }));
}

/** Plays the engine alone, and audits it after every command. */
export function playAlone(focus: Focus, history: History, seen: Counters): void {
  const engine = new EngineByOpening();
  const commands: Command[] = [];
  const apply = (command: Command) => {
    commands.push(command);
    const answer = engine.engine.apply(engine.translated(command), seen.listener);
    engine.answered(command, answer);
    seen.answered(command, answer);
    seen.look(engine.engine);
    engine.engine.audit();
  };
  showing(commands, () => play(focus, history, { look: () => engine, apply, hasStrangers: true }));
}

/** Plays given commands on engine and model. */
export function replayBoth(commands: readonly Command[]): void {
  const both = new SideBySide(new EngineByOpening(), new NaiveExchange());
  showing(commands, () => {
    for (const command of commands) both.apply(command);
  });
}

function showing(commands: readonly Command[], history: () => void): void {
  try {
    history();
  } catch (error) {
    const list = commands.map((command) => JSON.stringify(command)).join("\n");
    throw new Error(`${error instanceof Error ? error.message : String(error)}\n\nafter\n${list}`);
  }
}
