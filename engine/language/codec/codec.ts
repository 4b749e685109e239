// Commands as bytes, as the journal keeps them. A command is written and read field by field, following its declaration; the
// commands that make up most traffic have generated code for it.

import { BEHAVIOUR } from "../../base/behaviour.ts";
import { Fault } from "../../base/fault.ts";
import { ByteReader, ByteWriter } from "../../base/storage/bytes.ts";
import type { Command } from "../commands/commands.ts";
import { DECLARATIONS } from "../commands/commands.ts";
import { type Fields, type FieldValues, readFields, writeFields } from "./fields.ts";
import { fieldsUnder, LAYOUTS } from "./layouts.ts";
import { NEWEST } from "./needed-behaviour.ts";

type Type = Command["type"];

const TYPE_OF_TAG: Type[] = [];
for (const [type, { tag }] of Object.entries(LAYOUTS)) TYPE_OF_TAG[tag] = type as Type;
const writer = new ByteWriter(1024);
const reader = new ByteReader(new Uint8Array(0));

/**
 * The bytes of a command: a type tag, `at`, then the fields of its type. Valid until the next call.
 * @param behaviour the one that the command is given under: fields that it does not know are left out (needed-behaviour.ts)
 */
export function encodeCommand(command: Command, behaviour: number = BEHAVIOUR): Uint8Array {
  const { type } = command;
  const layout = LAYOUTS[type];
  writer.reset();
  writer.u8(layout.tag);
  writer.f64(command.at);
  const values = command as unknown as FieldValues;
  if (behaviour < NEWEST[type]) writeFields(writer, fieldsUnder(behaviour, DECLARATIONS[type].fields), values);
  else if (layout.hot === undefined) writeFields(writer, layout.fields, values);
  else layout.hot.write(writer, command);
  return writer.view();
}

/** @throws {Fault} on bytes that no version of this table has written */
export function decodeCommand(bytes: Uint8Array): Command {
  reader.turnTo(bytes);
  const tag = reader.u8();
  const type = TYPE_OF_TAG[tag];
  if (type === undefined) throw new Fault("a command of an unknown type", { tag });
  const at = reader.f64();
  const { hot, fields } = LAYOUTS[type];
  const command = hot === undefined ? readByFields(reader, { type, at }, fields) : hot.read(reader, at);
  if (!reader.done) throw new Fault("a command's bytes are not used up", { type, bytes: bytes.length });
  return command;
}

function readByFields(input: ByteReader, command: FieldValues, fields: Fields): Command {
  readFields(input, fields, command);
  return command as unknown as Command;
}
