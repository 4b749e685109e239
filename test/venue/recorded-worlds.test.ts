// The commands that engines of every version were given, with the states they wrote on the way. This engine does the
// same with them, under the behaviour that they were given under, which is why a changed rule keeps its former form.

import { expect, test } from "bun:test";
import { join } from "node:path";
import { decodeCommand, Engine, silent } from "@evermark/engine";
import { FIXTURES, folders, packedIn } from "../fixtures/folder.ts";
import { readPacked } from "../fixtures/packed.ts";
import { commandsOf, type RecordedWorld } from "../fixtures/recorded-world.ts";

const REMEDY =
  "the engine does something else with commands than it did when they were recorded: raise BEHAVIOUR in " +
  "engine/base/behaviour.ts and keep the former rule for commands of the former behaviour";

for (const folder of folders) {
  for (const name of packedIn(folder, "world-")) {
    test(`${folder}, ${name}: commands do what they did, and states are those that they lead to`, () => {
      const world = readPacked<RecordedWorld>(join(FIXTURES, folder, name));
      const payloads = commandsOf(world);
      const engines = [Engine.atBeginning()];
      for (const [i, payload] of payloads.entries()) {
        const command = decodeCommand(payload);
        for (const engine of engines) mustRepeat(() => engine.apply(command, silent), i + 1);
        const state = world.states.find(({ after }) => after === i + 1)?.state;
        if (state === undefined) continue;
        const restored = Engine.restore(Buffer.from(state, "base64"));
        mustRepeat(() => {
          for (const engine of engines) expect(engine.stateHash()).toBe(restored.stateHash());
        }, i + 1);
        engines.push(restored);
      }
      expect(engines.length).toBe(world.states.length + 1);
    });
  }
}

function mustRepeat(check: () => void, position: number): void {
  try {
    check();
  } catch (cause) {
    throw new Error(`at command ${position}: ${REMEDY}`, { cause });
  }
}
