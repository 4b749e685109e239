// The same commands lead to the same state: decoded from their bytes, continued after a restored snapshot, and with any
// key for the hash tables.

import { expect, test } from "bun:test";
import { type Command, decodeCommand, encodeCommand, type Listener, silent } from "@evermark/engine";
import { EngineByOpening } from "@evermark/engine/testing/engine-by-opening.ts";
import { patient, settingsFor } from "@evermark/engine/testing/property-runs.ts";
import fc from "fast-check";
import type { Focus } from "./focus.ts";
import { FOCUSES } from "./focuses.ts";
import { anyHistory, commandsOf } from "./workload-play.ts";

const STEPS = 60;
const anyFocus: fc.Arbitrary<Focus> = fc.constantFrom(...Object.values(FOCUSES));
const anyCommands = fc.tuple(anyFocus, anyHistory(STEPS)).map(([focus, history]) => commandsOf(focus, history));

function played(commands: readonly Command[]): EngineByOpening {
  const engine = new EngineByOpening();
  for (const command of commands) engine.apply(command, silent);
  return engine;
}

/** The command with omitted optional fields written out, as they are after decoding. */
function asGiven(decoded: Command): Command {
  return Object.fromEntries(Object.entries(decoded).filter(([, value]) => value !== null)) as unknown as Command;
}

test(
  "an engine continues after a restored snapshot as if it had never stopped",
  () => {
    fc.assert(
      fc.property(anyCommands, fc.nat(), (commands, cut) => {
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
      settingsFor(20),
    );
  },
  patient,
);

test(
  "the same commands, decoded and played again, lead to the same state",
  () => {
    fc.assert(
      fc.property(anyCommands, (commands) => {
        const decoded = commands.map((command) => decodeCommand(encodeCommand(command)));
        expect(decoded.map(asGiven)).toEqual(commands.map(asGiven));
        expect(played(decoded).engine.stateHash()).toBe(played(commands).engine.stateHash());
      }),
      settingsFor(15),
    );
  },
  patient,
);

const KEY = "000102030405060708090a0b0c0d0e0f";
const OTHER = `${"f".repeat(31)}0`;
/** The key's place in a snapshot: after its format and seven counters. */
const KEY_AT = 60;
const KEY_BYTES = 16;

test(
  "two venues with different keys report and store the same, even if one is restored on the way",
  () => {
    fc.assert(
      fc.property(anyCommands, fc.nat(), fc.nat(), (commands, keyed, cut) => {
        const before = keyed % (commands.length + 1);
        const one = playedWith(KEY, commands, before, -1);
        const other = playedWith(OTHER, commands, before, cut % (commands.length + 1));
        expect(other.heard).toEqual(one.heard);
        expect(other.snapshot.equals(one.snapshot)).toBe(true);
      }),
      settingsFor(15),
    );
  },
  patient,
);

/**
 * Plays the commands on a venue that gets its key before one of them, and is restored before another. @returns its
 * events and its final state
 */
function playedWith(key: string, commands: readonly Command[], keyedBefore: number, restoredBefore: number) {
  let engine = new EngineByOpening();
  const heard: unknown[] = [];
  const listener = everything(heard);
  const giveKey = () => engine.apply({ type: "set_hash_key", at: engine.engine.now || commands[0]!.at, key }, listener);
  for (const [n, command] of commands.entries()) {
    if (n === keyedBefore) giveKey();
    if (n === restoredBefore) engine = engine.restored();
    heard.push({ ...engine.apply(command, listener) });
  }
  if (keyedBefore === commands.length) giveKey();
  engine.engine.audit();
  return { heard, snapshot: Buffer.from(engine.engine.snapshot()).fill(0, KEY_AT, KEY_AT + KEY_BYTES) };
}

/** Records every event as it is at the moment it is emitted. */
function everything(heard: unknown[]): Listener {
  const write = (name: string) => [name, (...args: unknown[]) => void heard.push([name, structuredClone(args)])];
  return Object.fromEntries(Object.keys(silent).map(write)) as unknown as Listener;
}
