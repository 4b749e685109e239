// Under which behaviour a command can be given at all. While nodes of two versions are one venue its journal has the older behaviour,
// and nothing may stand in it that the older program can't read: a newer one gives no command that came later, and leaves out
// fields that did, as long as they say no more than what they are where they are absent.

import { type Command, DECLARATIONS } from "../commands/commands.ts";
import type { Bytes, FieldTable } from "../field.ts";
import { MARKET_PARAMETERS } from "../market-parameters.ts";
import type { Values } from "./fields.ts";

/** The first behaviour that knows all fields of a command; 0: all that several versions can share a journal under. */
export const NEWEST = Object.fromEntries(
  Object.entries(DECLARATIONS).map(([type, { fields }]) => [type, newestOf(fields)]),
) as Readonly<Record<Command["type"], number>>;

/** @returns the first behaviour that knows the command and what it says */
export function neededBehaviour(command: Command): number {
  const { since = 0, fields } = DECLARATIONS[command.type];
  return NEWEST[command.type] === 0 ? since : Math.max(since, saidIn(fields, command as unknown as Values));
}

/** The first behaviour that knows all fields of a table. */
export function newestOf(table: FieldTable): number {
  const each = Object.values(table).map(({ since = 0, bytes }) => Math.max(since, newestWithin(bytes)));
  return Math.max(0, ...each);
}

function newestWithin(bytes: Bytes): number {
  if (bytes === "parameters") return Math.max(0, ...MARKET_PARAMETERS.map(({ since = 0 }) => since));
  if (typeof bytes === "string" || Array.isArray(bytes)) return 0;
  if ("record" in bytes) return newestOf(bytes.record);
  if ("list" in bytes) return newestOf(bytes.list);
  return "optional" in bytes ? newestWithin(bytes.optional) : 0;
}

/** The first that knows those fields which say something. */
export function saidIn(table: FieldTable, values: Values): number {
  const each = Object.entries(table).map(([name, { since = 0, absent, bytes }]) => {
    const value = values[name];
    return value === undefined || value === absent ? 0 : Math.max(since, saidWithin(bytes, value));
  });
  return Math.max(0, ...each);
}

function saidWithin(bytes: Bytes, value: unknown): number {
  if (newestWithin(bytes) === 0 || value === null) return 0;
  if (bytes === "parameters") {
    const parameters = value as Values;
    const said = MARKET_PARAMETERS.filter(({ field, absent }) => parameters[field] !== absent);
    return Math.max(0, ...said.map(({ since = 0 }) => since));
  }
  if (typeof bytes === "string" || Array.isArray(bytes)) return 0;
  if ("record" in bytes) return saidIn(bytes.record, value as Values);
  if ("list" in bytes) return Math.max(0, ...(value as Values[]).map((item) => saidIn(bytes.list, item)));
  return "optional" in bytes ? saidWithin(bytes.optional, value) : 0;
}
