// The encoding of transferred positions, for remembering the answer to a claim.

import type { ByteReader, ByteWriter } from "../../base/storage/bytes.ts";
import { MARGIN_MODES } from "../../base/vocabulary.ts";
import type { TransferredPosition } from "../offered-positions.ts";
import { type Fields, type FieldValues, readFields, writeFields } from "./fields.ts";

const FIELDS: Fields<keyof TransferredPosition> = [
  ["market", "i32"],
  ["marginMode", MARGIN_MODES],
  ["quantity", "f64"],
  ["totalQuantity", "f64"],
  ["price", "f64"],
  ["costTransfer", "f64"],
  ["liquidatorFeeRate", "f64"],
  ["insuranceFeeRate", "f64"],
  ["liquidatorFee", "f64"],
  ["insuranceFee", "f64"],
  ["realizedPnl", "f64"],
];

export function writePositions(out: ByteWriter, positions: readonly TransferredPosition[]): void {
  out.i32(positions.length);
  for (const position of positions) writeFields(out, FIELDS, position as unknown as FieldValues);
}

export function readPositions(input: ByteReader): TransferredPosition[] {
  return Array.from({ length: input.i32() }, () => {
    const position: FieldValues = {};
    readFields(input, FIELDS, position);
    return position as unknown as TransferredPosition;
  });
}
