// Where one record at a time is checksummed. Creating a view of memory costs as much as hashing the record that it shows.
// So a short record is copied to one place, for which views of every length are kept: at the start of the memory that holds
// the other records, because a copy within one array is the cheapest.

import { HASH_BYTES } from "./checksums.ts";
import { RECORD_CHECKED_START, RECORD_HEAD_BYTES, type RecordViews } from "./journal-record.ts";

/** Nearly every command is far shorter. */
const PAYLOAD_MAX = 1024;
export const WINDOW_BYTES = HASH_BYTES + RECORD_HEAD_BYTES + PAYLOAD_MAX;

export class RecordWindow {
  private readonly bytes: Uint8Array;
  private readonly byLength: RecordViews[] = [];

  /** @param bytes the first `WINDOW_BYTES` of them are the window's */
  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }

  /** Views of the record at `start` with a payload of `length` bytes; valid until the next call. */
  viewsOf(start: number, length: number): RecordViews {
    if (length > PAYLOAD_MAX) return viewsAt(this.bytes, start, length);
    this.bytes.copyWithin(0, start - HASH_BYTES, start + RECORD_HEAD_BYTES + length);
    let views = this.byLength[length];
    if (views === undefined) {
      views = viewsAt(this.bytes, HASH_BYTES, length);
      this.byLength[length] = views;
    }
    return views;
  }
}

/** Views of the record at `start`, in place. */
function viewsAt(bytes: Uint8Array, start: number, length: number): RecordViews {
  const end = start + RECORD_HEAD_BYTES + length;
  return {
    start,
    checked: bytes.subarray(start + RECORD_CHECKED_START, end),
    hashed: bytes.subarray(start - HASH_BYTES, end),
    payload: bytes.subarray(start + RECORD_HEAD_BYTES, end),
  };
}
