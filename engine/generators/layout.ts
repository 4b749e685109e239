// The byte layout of a record: fields in the order of their declaration, each at a multiple of its width; the cold ones begin
// on a cache line of their own.

import type { RecordDeclaration, RecordField } from "../base/storage/record.ts";
import { TEXT_HEAD_BYTES } from "../base/storage/text-table.ts";

export const CACHE_LINE = 64;

export interface FieldLayout {
  readonly field: RecordField;
  /** Offset from the beginning of the record. */
  readonly byte: number;
  readonly isHot: boolean;
}

/** @throws {RangeError} when the fields do not fit */
export function layoutOf(record: RecordDeclaration): readonly FieldLayout[] {
  const from = record.kept === "TextTable" ? TEXT_HEAD_BYTES : 0;
  const hasBoth = record.hot.length > 0 && record.cold.length > 0;
  const hot = within(hasBoth ? CACHE_LINE : record.bytes, record, placed(record.hot, from, true));
  return [...hot, ...within(record.bytes, record, placed(record.cold, hasBoth ? CACHE_LINE : from, false))];
}

export function bytesOf({ width, isPerSide }: RecordField): number {
  return widthOf(width) * (isPerSide ? 2 : 1);
}

export function widthOf(width: RecordField["width"]): number {
  return width === "number" ? 8 : 4;
}

function placed(fields: readonly RecordField[], from: number, isHot: boolean): FieldLayout[] {
  let end = from;
  return fields.map((field) => {
    const width = widthOf(field.width);
    const byte = Math.ceil(end / width) * width;
    end = byte + bytesOf(field);
    return { field, byte, isHot };
  });
}

function within(bytes: number, { title }: RecordDeclaration, fields: readonly FieldLayout[]): readonly FieldLayout[] {
  const last = fields.at(-1);
  const end = last === undefined ? 0 : last.byte + bytesOf(last.field);
  if (end > bytes) throw new RangeError(`${title}: the fields end at byte ${end}, and there are ${bytes}`);
  return fields;
}
