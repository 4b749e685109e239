// The initial state of a measured venue: its market, accounts and resting orders.

import { type BatchRow, NO_TERM, NOTHING, writeRow } from "@evermark/core/cluster/index.ts";
import { type Command, Engine, encodeCommand, type Millis, silent } from "@evermark/engine";
import type { OrderMix } from "../flow/order-mix.ts";

/** @param at time of all the commands; a leader takes no command that is older than its clock */
export function openingCommands({ opening, filling }: OrderMix, at: number): Command[] {
  return [...opening, ...filling.commands].map((command) => ({ ...command, at: at as Millis }));
}

export function openingRow(commands: readonly Command[]): BatchRow {
  const entries = commands.map((command) => ({
    at: command.at,
    payload: encodeCommand(command).slice(),
    origin: null,
  }));
  return writeRow(NOTHING, NO_TERM, commands[0]!.at, entries);
}

export function openedEngine(commands: readonly Command[]): Engine {
  const engine = new Engine();
  for (const command of commands) engine.apply(command, silent);
  return engine;
}
