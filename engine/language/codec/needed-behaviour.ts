// The first behaviour under which a command can be given. While nodes of two versions run one venue, its journal has the older
// behaviour and must hold nothing that the older program can't read. So the newer program gives no command that was added
// later, and leaves out fields added later, which it may as long as they hold their `absent` value.

import { type Command, DECLARATIONS } from "../commands/commands.ts";
import type { Declaration } from "../commands/declaration.ts";
import type { Bytes, Field } from "../field.ts";
import { MARKET_PARAMETERS } from "../market-parameters.ts";
import { UNITS } from "../parameter-declaration.ts";
import type { FieldValues } from "./fields.ts";

/** Fields of a command, or of a market's parameters. */
type VersionedFields = Readonly<Record<string, Pick<Field, "bytes" | "absent" | "since">>>;

const PARAMETERS: VersionedFields = Object.fromEntries(
  MARKET_PARAMETERS.map(({ field, unit, absent, since }) => [field, { bytes: UNITS[unit].bytes, absent, since }]),
);

/** The first behaviour that knows all fields of a command; 0 if every behaviour that versions can share a journal under does. */
export const NEWEST = Object.fromEntries(
  Object.entries(DECLARATIONS).map(([type, { fields }]) => [type, newestOf(fields)]),
) as Readonly<Record<Command["type"], number>>;

/** @returns the first behaviour that knows the command and all of its values that differ from `absent` */
export function neededBehaviour(command: Command): number {
  const declared = DECLARATIONS[command.type];
  return NEWEST[command.type] === 0 ? (declared.since ?? 0) : neededFor(declared, command as unknown as FieldValues);
}

/** The same, for a given declaration and the values of a command of that type. */
export function neededFor({ since, fields }: Pick<Declaration, "since" | "fields">, values: FieldValues): number {
  return latest([since, behaviourOfValues(fields, values)]);
}

/** The first behaviour that knows all fields of a table. */
export function newestOf(table: VersionedFields): number {
  return latest(Object.values(table).flatMap(({ since, bytes }) => [since, newestWithin(bytes)]));
}

function newestWithin(bytes: Bytes): number | undefined {
  if (bytes === "parameters") return newestOf(PARAMETERS);
  if (typeof bytes === "string") return undefined;
  if ("record" in bytes) return newestOf(bytes.record);
  if ("list" in bytes) return newestOf(bytes.list);
  return "optional" in bytes ? newestWithin(bytes.optional) : undefined;
}

/** The first behaviour that knows all fields whose values differ from `absent`. */
export function behaviourOfValues(table: VersionedFields, values: FieldValues): number {
  const saying = Object.entries(table).filter(
    ([name, { absent }]) => values[name] !== undefined && values[name] !== absent,
  );
  return latest(saying.flatMap(([name, { since, bytes }]) => [since, saidWithin(bytes, values[name])]));
}

function saidWithin(bytes: Bytes, value: unknown): number | undefined {
  if (bytes === "parameters") return behaviourOfValues(PARAMETERS, value as FieldValues);
  if (typeof bytes === "string") return undefined;
  if ("record" in bytes) return behaviourOfValues(bytes.record, value as FieldValues);
  if ("list" in bytes) return latest((value as FieldValues[]).map((item) => behaviourOfValues(bytes.list, item)));
  return "optional" in bytes && value !== null ? saidWithin(bytes.optional, value) : undefined;
}

/** The latest of several behaviours; 0 when none is given. */
function latest(behaviours: readonly (number | undefined)[]): number {
  return Math.max(0, ...behaviours.filter((behaviour) => behaviour !== undefined));
}
