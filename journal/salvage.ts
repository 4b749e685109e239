// Looks for whole records after a bad place, at every byte, because a damaged length says nothing about where the next
// record starts. A candidate must have a possible length, one of the few possible positions, and a matching CRC. Its chain
// is not checked: the damage may be in the very hash that it continues. A false match can only make the venue refuse to
// start; it never cuts anything.

import type { DiskFile } from "./journal-disk.ts";
import {
  crcMatches,
  PAYLOAD_BYTES_MAX,
  payloadLength,
  RECORD_CHECKED_START,
  RECORD_HEAD_BYTES,
  RECORD_OVERHEAD_BYTES,
  recordPosition,
  startsBatch,
} from "./journal-record.ts";

interface WholeRecords {
  readonly any: boolean;
  readonly startOfBatch: boolean;
}

/** Whole records from byte `from` to the end of the file with a position of at least `position`. */
export function findWholeRecords(file: DiskFile, from: number, position: number): WholeRecords {
  const bytes = new Uint8Array(Math.max(0, file.size() - from));
  const end = file.read(bytes, from);
  const view = new DataView(bytes.buffer);
  let any = false;
  for (let start = 0; start + RECORD_OVERHEAD_BYTES <= end; start++) {
    const length = payloadLength(view, start);
    if (length > PAYLOAD_BYTES_MAX || start + RECORD_OVERHEAD_BYTES + length > end) continue;
    const found = recordPosition(view, start);
    const positionMax = position + 1 + start / RECORD_OVERHEAD_BYTES;
    if (!(found >= position && found <= positionMax && Number.isInteger(found))) continue;
    const checked = bytes.subarray(start + RECORD_CHECKED_START, start + RECORD_HEAD_BYTES + length);
    if (!crcMatches(view, start, checked)) continue;
    if (startsBatch(view, start)) return { any: true, startOfBatch: true };
    any = true;
  }
  return { any, startOfBatch: false };
}
