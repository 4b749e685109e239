// How the journal writes each command: its tag and its fields, taken from the declarations in the form that the codec uses.

import type { ByteReader, ByteWriter } from "../../base/storage/bytes.ts";
import type { Millis } from "../../base/units.ts";
import { type Command, DECLARATIONS } from "../commands/commands.ts";
import type { Bytes, Field, FieldTable } from "../field.ts";
import type { Fields, Kind } from "./fields.ts";
import { HOT_COMMANDS } from "./hot-commands.ts";
import { parametersUnder } from "./parameter-bytes.ts";

export interface Layout {
  readonly tag: number;
  readonly fields: Fields;
  /** Generated code that writes and reads the same bytes as `fields`. */
  readonly hot: HotBytes | undefined;
}

interface HotBytes {
  write(out: ByteWriter, command: Command): void;
  read(input: ByteReader, at: Millis): Command;
}

const HOT = HOT_COMMANDS as unknown as Readonly<Record<string, HotBytes | undefined>>;
const EVERY_BEHAVIOUR = Number.POSITIVE_INFINITY;

export const LAYOUTS = Object.fromEntries(
  Object.entries(DECLARATIONS).map(([type, { tag, fields }]) => [
    type,
    { tag, fields: fieldsUnder(EVERY_BEHAVIOUR, fields), hot: HOT[type] },
  ]),
) as Readonly<Record<Command["type"], Layout>>;

/** The fields that a behaviour knows: the last ones of a table may have been added later. */
export function fieldsUnder(behaviour: number, table: FieldTable): Fields {
  const known = Object.entries(table).filter(([, { since = 0 }]) => since <= behaviour);
  return known.map(([name, field]) => lineOf(name, field, behaviour));
}

function lineOf(name: string, { bytes, absent }: Field, behaviour: number): Fields[number] {
  const kind = kindOf(bytes, behaviour);
  return absent === undefined ? [name, kind] : [name, kind, absent];
}

function kindOf(bytes: Bytes, behaviour: number): Kind {
  if (bytes === "parameters") return { record: parametersUnder(behaviour) };
  if (typeof bytes === "string") return bytes;
  if ("record" in bytes) return { record: fieldsUnder(behaviour, bytes.record) };
  if ("list" in bytes) return { list: fieldsUnder(behaviour, bytes.list) };
  return "optional" in bytes ? { optional: kindOf(bytes.optional, behaviour) } : bytes;
}
