// Commands as bytes: what the journal keeps. A command is written and read field by field, as it is declared; for those that
// most traffic consists of, the same is written out.

import { Fault } from "../../base/fault.ts";
import { ByteReader, ByteWriter } from "../../base/storage/bytes.ts";
import type { Command } from "../commands/commands.ts";
import { type Fields, readFields, type Values, writeFields } from "./fields.ts";
import { LAYOUTS } from "./layouts.ts";

type Type = Command["type"];

const TYPE_OF_TAG: Type[] = [];
for (const [type, { tag }] of Object.entries(LAYOUTS)) TYPE_OF_TAG[tag] = type as Type;
const writer = new ByteWriter(1024);
const reader = new ByteReader(new Uint8Array(0));

/** The bytes of a command: a type tag, `at`, then the fields of its type. Valid until the next call. */
export function encodeCommand(command: Command): Uint8Array {
  const layout = LAYOUTS[command.type];
  writer.reset();
  writer.u8(layout.tag);
  writer.f64(command.at);
  if (layout.hot === undefined) writeFields(writer, layout.fields, command as unknown as Values);
  else layout.hot.write(writer, command);
  return writer.view();
}

/** @throws {Fault} on bytes that no version of this table wrote */
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

function readByFields(input: ByteReader, command: Values, fields: Fields): Command {
  readFields(input, fields, command);
  return command as unknown as Command;
}
