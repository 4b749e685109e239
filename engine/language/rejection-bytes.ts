// A refusal as bytes, where one is remembered.

import type { ByteReader, ByteWriter } from "../base/storage/bytes.ts";
import { type Rejection, type RejectionName, rejection } from "./rejections.ts";

export function writeRejection(out: ByteWriter, { name, message, detail }: Rejection): void {
  out.text(name);
  out.text(message);
  const entries = Object.entries(detail);
  out.i32(entries.length);
  for (const [field, value] of entries) {
    out.text(field);
    out.u8(typeof value === "number" ? 1 : 0);
    if (typeof value === "number") out.f64(value);
    else out.text(value);
  }
}

export function readRejection(input: ByteReader): Rejection {
  const name = input.text() as RejectionName;
  const message = input.text();
  const detail: Record<string, string | number> = {};
  for (let left = input.i32(); left > 0; left--) {
    const field = input.text();
    detail[field] = input.u8() === 1 ? input.f64() : input.text();
  }
  return rejection(name, detail, message);
}
