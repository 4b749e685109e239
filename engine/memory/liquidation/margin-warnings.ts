// The subjects that were warned of a liquidation coming near, and the position of the round of checks.

import type { ByteReader, ByteWriter } from "../../base/storage/bytes.ts";
import type { Subject } from "./subject.ts";

/** The first snapshot format that has them. */
const SINCE_FORMAT = 13;

export class MarginWarnings {
  /** Subjects that were warned and have not been far from liquidation since. */
  readonly warned = new Set<Subject>();
  /** The account at which the next tick continues the round. */
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
