// Who was warned of a liquidation that comes near, and is not far from it again; and where the round of looking is.

import type { ByteReader, ByteWriter } from "../../base/storage/bytes.ts";
import type { Subject } from "./subject.ts";

/** Snapshots before have nothing of it. */
const SINCE_FORMAT = 13;

export class MarginWarnings {
  /** Those that were warned, and are not far from liquidation again. */
  readonly warned = new Set<Subject>();
  /** The account at which the next tick goes on. */
  next = 0;

  write(out: ByteWriter): void {
    out.i32(this.next);
    out.i32(this.warned.size);
    for (const subject of [...this.warned].sort((a, b) => a - b)) out.i32(subject);
  }

  read(input: ByteReader): void {
    if (input.format < SINCE_FORMAT) return;
    this.next = input.i32();
    for (let left = input.i32(); left > 0; left--) this.warned.add(input.i32());
  }
}
