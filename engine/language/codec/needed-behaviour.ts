// Under which behaviour a command can be given at all. While nodes of two versions are one venue its journal has the older behaviour,
// and nothing may stand in it that the older program can't read: a newer one gives no command that came later, and leaves out
// fields that did, as long as they say no more than what they are where they are absent.

import { type Command, DECLARATIONS } from "../commands/commands.ts";
import type { Declaration } from "../commands/declaration.ts";
import type { Bytes, Field } from "../field.ts";
import { MARKET_PARAMETERS } from "../market-parameters.ts";
import { UNITS } from "../parameter-declaration.ts";
import type { Values } from "./fields.ts";

/** Of fields of a command, or of a market's parameters. */
type Dated = Readonly<Record<string, Pick<Field, "bytes" | "absent" | "since">>>;

const PARAMETERS: Dated = Object.fromEntries(
  MARKET_PARAMETERS.map(({ field, unit, absent, since }) => [field, { bytes: UNITS[unit].bytes, absent, since }]),
);

/** The first behaviour that knows all fields of a command; 0: all that several versions can share a journal under. */
export const NEWEST = Object.fromEntries(
  Object.entries(DECLARATIONS).map(([type, { fields }]) => [type, newestOf(fields)]),
) as Readonly<Record<Command["type"], number>>;

/** @returns the first behaviour that knows the command and what it says */
export function neededBehaviour(command: Command): number {
  const declared = DECLARATIONS[command.type];
  return NEWEST[command.type] === 0 ? (declared.since ?? 0) : neededFor(declared, command as unknown as Values);
}

/** The same by a declaration, of the values that a command of it has. */
export function neededFor({ since, fields }: Pick<Declaration, "since" | "fields">, values: Values): number {
  return latest([since, saidIn(fields, values)]);
}

/** The first behaviour that knows all fields of a table. */
export function newestOf(table: Dated): number {
  return latest(Object.values(table).flatMap(({ since, bytes }) => [since, newestWithin(bytes)]));
}

function newestWithin(bytes: Bytes): number | undefined {
  if (bytes === "parameters") return newestOf(PARAMETERS);
  if (typeof bytes === "string") return undefined;
  if ("record" in bytes) return newestOf(bytes.record);
  if ("list" in bytes) return newestOf(bytes.list);
  return "optional" in bytes ? newestWithin(bytes.optional) : undefined;
}

/** The first that knows those fields which say something. */
export function saidIn(table: Dated, values: Values): number {
  const saying = Object.entries(table).filter(
    ([name, { absent }]) => values[name] !== undefined && values[name] !== absent,
  );
  return latest(saying.flatMap(([name, { since, bytes }]) => [since, saidWithin(bytes, values[name])]));
}

function saidWithin(bytes: Bytes, value: unknown): number | undefined {
  if (bytes === "parameters") return saidIn(PARAMETERS, value as Values);
  if (typeof bytes === "string") return undefined;
  if ("record" in bytes) return saidIn(bytes.record, value as Values);
  if ("list" in bytes) return latest((value as Values[]).map((item) => saidIn(bytes.list, item)));
  return "optional" in bytes && value !== null ? saidWithin(bytes.optional, value) : undefined;
}

/** 0 where none came later. */
function latest(behaviours: readonly (number | undefined)[]): number {
  return Math.max(0, ...behaviours.filter((behaviour) => behaviour !== undefined));
}
