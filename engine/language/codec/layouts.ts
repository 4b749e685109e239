// How the journal writes each command: its tag and its fields, as they are declared, in the form that is written and read by.

import type { ByteReader, ByteWriter } from "../../base/storage/bytes.ts";
import type { Millis } from "../../base/units.ts";
import { type Command, DECLARATIONS } from "../commands/commands.ts";
import type { Bytes, Field, FieldTable } from "../field.ts";
import type { Fields, Kind } from "./fields.ts";
import { HOT_COMMANDS } from "./hot-commands.ts";
import { PARAMETERS } from "./parameter-bytes.ts";

export interface Layout {
  readonly tag: number;
  readonly fields: Fields;
  /** The same bytes as `fields` says, written out. */
  readonly hot: HotBytes | undefined;
}

interface HotBytes {
  write(out: ByteWriter, command: Command): void;
  read(input: ByteReader, at: Millis): Command;
}

const HOT = HOT_COMMANDS as unknown as Readonly<Record<string, HotBytes | undefined>>;

export const LAYOUTS = Object.fromEntries(
  Object.entries(DECLARATIONS).map(([type, { tag, fields }]) => [
    type,
    { tag, fields: layoutOf(fields), hot: HOT[type] },
  ]),
) as Readonly<Record<Command["type"], Layout>>;

function layoutOf(table: FieldTable): Fields {
  return Object.entries(table).map(([name, field]) => lineOf(name, field));
}

function lineOf(name: string, { bytes, absent }: Field): Fields[number] {
  const kind = kindOf(bytes);
  return absent === undefined ? [name, kind] : [name, kind, absent];
}

function kindOf(bytes: Bytes): Kind {
  if (bytes === "parameters") return { record: PARAMETERS };
  if (typeof bytes === "string" || Array.isArray(bytes)) return bytes as Kind;
  if ("record" in bytes) return { record: layoutOf(bytes.record) };
  if ("list" in bytes) return { list: layoutOf(bytes.list) };
  return "optional" in bytes ? { optional: kindOf(bytes.optional) } : bytes;
}
