// Loaded before tests: records the commands that their engines are given, engine by engine, and writes them to a file
// after the tests. If a test has changed a state by hand, the commands after that are a separate history, which begins
// with that state.

import { afterAll } from "bun:test";
import { writeFileSync } from "node:fs";
import { type Command, Engine, encodeCommand } from "@evermark/engine";
import { COMMANDS_MAX, type RecordedHistory } from "./kept-histories.ts";

interface Followed {
  /** The state after the last command. */
  state: string;
  commands: string[];
  count: number;
}

const given: RecordedHistory[] = [];
const followed = new WeakMap<Engine, Followed>();
const { apply } = Engine.prototype;

Engine.prototype.apply = function (command: Command, out) {
  const known = followed.get(this) ?? { state: "", commands: [], count: 0 };
  followed.set(this, known);
  if (++known.count > COMMANDS_MAX) return apply.call(this, command, out);
  const state = stateOf(this);
  if (known.state !== state) {
    known.commands = [];
    given.push({ behaviour: this.behaviour, start: this.commandCount === 0 ? null : state, commands: known.commands });
  }
  known.commands.push(Buffer.from(encodeCommand(command)).toString("base64"));
  const answer = apply.call(this, command, out);
  known.state = stateOf(this);
  return answer;
};

afterAll(() => writeFileSync(process.env.HISTORIES_FILE!, JSON.stringify(given)));

function stateOf(engine: Engine): string {
  return Buffer.from(engine.snapshot()).toString("base64");
}
