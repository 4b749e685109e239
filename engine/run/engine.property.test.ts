// The engine against the naive exchange, over random histories. A failure prints the seed, the shortest list of wishes
// that breaks it, and the commands they became.

import { describe, expect, test } from "bun:test";
import { NaiveExchange } from "@evermark/model/exchange.ts";
import fc from "fast-check";
import { decodeCommand, encodeCommand } from "../language/codec/codec.ts";
import type { Command } from "../language/commands/commands.ts";
import { silent } from "../language/events/events.ts";
import { AREAS, type Area } from "../testing/area-wishes.ts";
import { patient, settingsFor } from "../testing/both-play.ts";
import { SideBySide } from "../testing/comparison.ts";
import { EngineByOpening } from "../testing/engine-by-opening.ts";
import { Script } from "../testing/script.ts";
import type { Wish } from "../testing/wishes.ts";
import { anyCommands, anyCoverWorld, anyPoorWorld, anyWorld, openingCommands, type World } from "../testing/worlds.ts";

const settings = settingsFor(30);
const runs = settings.numRuns;
/** Histories of some areas alone: `PROPERTY_AREAS=isolated,algo`. */
const areas = (process.env.PROPERTY_AREAS?.split(",").filter((each) => each !== "") ?? AREAS) as readonly Area[];
const wishes80 = anyCommands(80, areas);

/** Every command of a history, as the naive exchange resolves it. */
function commandsOf(world: World, wishes: readonly Wish[]): Command[] {
  const naive = new NaiveExchange();
  const opening = openingCommands(world);
  for (const command of opening) naive.apply(command);
  const script = new Script(world, naive);
  for (const wish of wishes) naive.apply(script.next(wish));
  return [...opening, ...script.commands];
}

function played(commands: readonly Command[]): EngineByOpening {
  const engine = new EngineByOpening();
  for (const command of commands) engine.apply(command, silent);
  return engine;
}

/** What a command leaves away it says is not there once it has been written. */
function asGiven(decoded: Command): Command {
  return Object.fromEntries(Object.entries(decoded).filter(([, value]) => value !== null)) as unknown as Command;
}

/** Plays a history on both sides. */
function agree(world: World, wishes: readonly Wish[]): void {
  const both = new SideBySide(new EngineByOpening(), new NaiveExchange());
  const script = new Script(world, both.naive);
  try {
    for (const command of openingCommands(world)) both.apply(command);
    for (const wish of wishes) both.apply(script.next(wish));
  } catch (error) {
    const list = script.commands.map((command) => JSON.stringify(command)).join("\n");
    throw new Error(`${error instanceof Error ? error.message : String(error)}\n\nafter\n${list}`);
  }
}

describe("the engine, over random histories", () => {
  test(
    "answers, reports and holds after every command what the naive exchange does",
    () => {
      fc.assert(fc.property(anyWorld, wishes80, agree), settings);
    },
    patient,
  );

  test(
    "does so where isolated margin is short",
    () => {
      fc.assert(fc.property(anyPoorWorld, anyCommands(80, ["isolated", "short"]), agree), settings);
    },
    patient,
  );

  test(
    "does so where orders can't be paid for any more when their turn comes",
    () => {
      fc.assert(fc.property(anyCoverWorld, anyCommands(80, ["cover", "isolated"]), agree), settings);
    },
    patient,
  );

  test(
    "goes on after a restored snapshot as if it had never stopped",
    () => {
      fc.assert(
        fc.property(anyWorld, wishes80, fc.nat(), (world, wishes, cut) => {
          const commands = commandsOf(world, wishes);
          const at = cut % (commands.length + 1);
          const straight = played(commands.slice(0, at));
          const restored = straight.restored();
          restored.engine.audit();
          expect(restored.engine.stateHash()).toBe(straight.engine.stateHash());
          for (const command of commands.slice(at)) {
            straight.apply(command, silent);
            restored.apply(command, silent);
          }
          expect(restored.engine.stateHash()).toBe(straight.engine.stateHash());
          expect(restored.restored().engine.stateHash()).toBe(straight.engine.stateHash());
        }),
        { ...settings, numRuns: Math.ceil(runs / 2) },
      );
    },
    patient,
  );

  test(
    "comes to the same state again when the same commands are played again",
    () => {
      fc.assert(
        fc.property(anyWorld, wishes80, (world, wishes) => {
          const commands = commandsOf(world, wishes);
          const decoded = commands.map((command) => decodeCommand(encodeCommand(command)));
          expect(decoded.map(asGiven)).toEqual(commands.map(asGiven));
          expect(played(decoded).engine.stateHash()).toBe(played(commands).engine.stateHash());
        }),
        { ...settings, numRuns: Math.ceil(runs / 4) },
      );
    },
    patient,
  );
});
