// The commands that engines in tests were once given: lists of commands, and changes that turn them into others. They
// are stored packed, with each distinct command only once.

import { join } from "node:path";
import { type Command, DECLARATIONS, decodeCommand, type Field, millis } from "@evermark/engine";

export const HISTORIES = join(import.meta.dir, "histories.json.gz");

/** A list of commands and the state that they are applied to; null for an empty state. */
export interface Course {
  readonly start: Uint8Array | null;
  readonly commands: readonly Command[];
}

/**
 * Adds to one number of one command. If the number is a time, the same is added to all later times, so that time never
 * goes back. A change whose path is `tick` appends a tick to the commands, the given number of milliseconds after the
 * last.
 */
export interface Change {
  readonly place: number;
  /** Names of fields and places in lists: `prices.0.price`. */
  readonly path: string;
  readonly by: number;
}

/** One way to play a history: under a certain behaviour, with or without a change. */
export interface Play {
  readonly behaviour: number;
  readonly change: Change | null;
  /** What the engine returned and the final state, as hashed by `outcomeOf`. */
  readonly outcome: string;
}

/** Only the beginning of longer histories is kept, because they take long to play and show little more. */
export const COMMANDS_MAX = 150;

/** What an engine was given. */
export interface RecordedHistory {
  readonly behaviour: number;
  /** The state that it begins with, in base64; null for an empty state. */
  readonly start: string | null;
  /** Each in base64, as in a journal. */
  readonly commands: readonly string[];
}

export interface History {
  readonly start: string | null;
  /** Indices into `commands` below. */
  readonly commands: readonly number[];
  readonly plays: readonly Play[];
}

export interface Histories {
  /** The version of the layout of the states from which the outcomes were made. */
  readonly snapshot: number;
  /** Each in base64, as in a journal. */
  readonly commands: readonly string[];
  readonly histories: readonly History[];
}

export function courseOf({ start, commands }: Pick<RecordedHistory, "start" | "commands">): Course {
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

/** The numbers of a command that are amounts, with their unit. Ids and account numbers are left out. */
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
}: Histories): (Pick<RecordedHistory, "start" | "commands"> & Pick<History, "plays">)[] {
  return histories.map((history) => ({ ...history, commands: history.commands.map((place) => commands[place]!) }));
}
