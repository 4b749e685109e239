// What engines of tests were once given: lists of commands, and changes that make others of them. Kept packed, each command once.

import { join } from "node:path";
import { type Command, DECLARATIONS, decodeCommand, type Field, millis } from "@evermark/engine";

export const HISTORIES = join(import.meta.dir, "histories.json.gz");

/** A list of commands, and the state that they are given to; null for an empty one. */
export interface Course {
  readonly start: Uint8Array | null;
  readonly commands: readonly Command[];
}

/**
 * Adds to one number of one command. To a time it is added for all later commands as well, so that none goes back. One that is
 * called `tick` is given behind the last command, so many milliseconds later.
 */
export interface Change {
  readonly place: number;
  /** Names of fields, and places in lists: `prices.0.price`. */
  readonly path: string;
  readonly by: number;
}

/** One way to play a history: under a behaviour, with a change or without. */
export interface Play {
  readonly behaviour: number;
  readonly change: Change | null;
  /** What was said, and what was left, as `outcomeOf` gives it. */
  readonly outcome: string;
}

/** Of longer ones only the beginning is kept: they take long to play, and say little more. */
export const COMMANDS_MAX = 150;

/** What an engine was given. */
export interface Given {
  readonly behaviour: number;
  /** The state that it begins with, in base64; null for an empty one. */
  readonly start: string | null;
  /** Each in base64, as a journal has it. */
  readonly commands: readonly string[];
}

export interface History {
  readonly start: string | null;
  /** Places in `commands` below. */
  readonly commands: readonly number[];
  readonly plays: readonly Play[];
}

export interface Histories {
  /** The layout of the states that outcomes were taken of. */
  readonly snapshot: number;
  /** Each in base64, as a journal has it. */
  readonly commands: readonly string[];
  readonly histories: readonly History[];
}

export function courseOf({ start, commands }: Pick<Given, "start" | "commands">): Course {
  return {
    start: start === null ? null : Buffer.from(start, "base64"),
    commands: commands.map((command) => decodeCommand(Buffer.from(command, "base64"))),
  };
}

export function changed(commands: readonly Command[], { place, path, by }: Change): Command[] {
  if (path === "tick") return [...commands, { type: "tick", at: millis(commands.at(-1)!.at + by) }];
  if (path !== "at") return commands.with(place, withChange(commands[place]!, path.split("."), by) as Command);
  return commands.map((command, i) => (i < place ? command : ({ ...command, at: command.at + by } as Command)));
}

/** The numbers of a command that are amounts of something, with their unit: not ids, nor numbers of accounts. */
export function amountsOf(command: Command): { path: string; unit: string }[] {
  const { fields } = DECLARATIONS[command.type];
  const own = Object.entries(fields).flatMap(([name, field]) =>
    amountsIn(field, (command as unknown as Record<string, unknown>)[name], name),
  );
  return [{ path: "at", unit: "ms" }, ...own];
}

function amountsIn({ bytes, unit }: Field, value: unknown, path: string): { path: string; unit: string }[] {
  if (bytes === "f64") return unit === "id" || value === undefined ? [] : [{ path, unit }];
  if (typeof bytes !== "object" || value === null || value === undefined) return [];
  if ("optional" in bytes) return amountsIn({ bytes: bytes.optional, unit } as Field, value, path);
  const ofTable = (table: object, each: unknown, at: string) =>
    Object.entries(table).flatMap(([name, field]) =>
      amountsIn(field as Field, (each as Record<string, unknown>)[name], `${at}.${name}`),
    );
  if ("record" in bytes) return ofTable(bytes.record, value, path);
  if (!("list" in bytes)) return [];
  return (value as readonly unknown[]).flatMap((each, i) => ofTable(bytes.list, each, `${path}.${i}`));
}

function withChange(value: unknown, [name, ...rest]: readonly string[], by: number): unknown {
  if (name === undefined) return (value as number) + by;
  if (Array.isArray(value)) return value.with(Number(name), withChange(value[Number(name)], rest, by));
  const record = value as Record<string, unknown>;
  return { ...record, [name]: withChange(record[name], rest, by) };
}

export function valueAt(command: Command, path: string): number {
  let value: unknown = command;
  for (const name of path.split(".")) value = (value as Record<string, unknown>)[name];
  return value as number;
}

export function unpacked({
  commands,
  histories,
}: Histories): (Pick<Given, "start" | "commands"> & Pick<History, "plays">)[] {
  return histories.map((history) => ({ ...history, commands: history.commands.map((place) => commands[place]!) }));
}
