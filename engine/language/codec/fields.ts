// The bytes of a record, field by field. A layout lists the record's fields and how each is written. The order of fields is
// permanent, because journals outlive versions: a field added later goes last, and gives its value in older records.

import { Fault } from "../../base/fault.ts";
import type { ByteReader, ByteWriter } from "../../base/storage/bytes.ts";

/** How a field is written; a list of words is written as one byte, the index of the word. */
export type Kind =
  | "f64"
  | "i32"
  | "bool"
  | "text"
  | "texts"
  | readonly string[]
  | { readonly record: Fields }
  | { readonly list: Fields }
  | { readonly optional: Kind };
export type Fields<Name extends string = string> = readonly (readonly [Name, Kind, absent?: unknown])[];

export type FieldValues = Record<string, unknown>;

export function writeFields(out: ByteWriter, fields: Fields, values: FieldValues): void {
  for (let i = 0; i < fields.length; i++) {
    const [name, kind] = fields[i]!;
    writeValue(out, kind, values[name]);
  }
}

function writeValue(out: ByteWriter, kind: Kind, value: unknown): void {
  if (kind === "f64") out.f64(value as number);
  else if (kind === "i32") out.i32(value as number);
  else if (kind === "bool") out.u8(value === true ? 1 : 0);
  else if (kind === "text") out.text(value as string);
  else if (kind === "texts") writeList(out, value as string[], (text) => out.text(text));
  else if ("record" in kind) writeFields(out, kind.record, value as FieldValues);
  else if ("optional" in kind) writeOptional(out, kind.optional, value);
  else if ("list" in kind) writeList(out, value as FieldValues[], (item) => writeFields(out, kind.list, item));
  else out.u8(kind.indexOf(value as string));
}

function writeOptional(out: ByteWriter, kind: Kind, value: unknown): void {
  const isThere = value !== null && value !== undefined;
  out.u8(isThere ? 1 : 0);
  if (isThere) writeValue(out, kind, value);
}

export function readFields(input: ByteReader, fields: Fields, values: FieldValues): void {
  for (let i = 0; i < fields.length; i++) {
    const [name, kind, absent] = fields[i]!;
    values[name] = absent !== undefined && input.done ? absent : readValue(input, kind);
  }
}

function readValue(input: ByteReader, kind: Kind): unknown {
  if (kind === "f64") return input.f64();
  if (kind === "i32") return input.i32();
  if (kind === "bool") return input.u8() === 1;
  if (kind === "text") return input.text();
  if (kind === "texts") return readList(input, () => input.text());
  if ("record" in kind) return readRecord(input, kind.record);
  if ("optional" in kind) return input.u8() === 0 ? null : readValue(input, kind.optional);
  if ("list" in kind) return readList(input, () => readRecord(input, kind.list));
  return readWord(input, kind);
}

/** @throws {Fault} on an index that is not in the list */
export function readWord<Word extends string>(input: ByteReader, words: readonly Word[]): Word {
  const place = input.u8();
  const word = words[place];
  if (word === undefined) throw new Fault("a word that is not in its list", { place, words: words.length });
  return word;
}

function readRecord(input: ByteReader, fields: Fields): FieldValues {
  const record: FieldValues = {};
  readFields(input, fields, record);
  return record;
}

function writeList<Item>(out: ByteWriter, items: readonly Item[], write: (item: Item) => void): void {
  out.i32(items.length);
  for (const item of items) write(item);
}

function readList<Item>(input: ByteReader, read: () => Item): Item[] {
  return Array.from({ length: input.i32() }, read);
}
