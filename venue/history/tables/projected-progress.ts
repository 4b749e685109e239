// How far history has read the journal, and the checksum by which another journal is noticed.

/** How far history has read the journal. */
export interface Progress {
  /** The last projected journal position; 0 before the first. */
  readonly position: number;
  /** Checksum of the record at `position`, to notice another journal; "" at 0. */
  readonly checksum: string;
}

/** Commands carry their time, so two journals hardly have the same checksum at the same position. */
export function checksumOf(payload: Uint8Array): string {
  return Bun.hash(payload).toString(16);
}
