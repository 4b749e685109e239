// What waits to be sent to all stream clients together. It has a bound that is a share of the machine's memory, so that
// readers who don't read can't use that up, however many they are; when it is reached, those go for whom most waits.

import { totalmem } from "node:os";

/** One part in so many of what the machine, or the container, has. */
const SHARE = 32;
const LEAST_BYTES = 64 * 1024 * 1024;

/** A connection, as far as this cares. */
export interface Waiting {
  readonly backlogBytes: number;
  /** Ends it without a word: what waits for it is let go. */
  cutOff(): void;
}

export class Backlogs {
  readonly maxBytes: number;
  readonly #all: Iterable<Waiting>;
  #bytes = 0;

  /** @param all connections that there are */
  constructor(all: Iterable<Waiting>, maxBytes: number = shareOfMemory()) {
    this.#all = all;
    this.maxBytes = maxBytes;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** The backlog of a connection has grown, or has become less. */
  changed(bytes: number): void {
    this.#bytes += bytes;
    while (this.#bytes > this.maxBytes && this.#cutOffLongest());
  }

  #cutOffLongest(): boolean {
    let longest: Waiting | undefined;
    for (const connection of this.#all) {
      if (connection.backlogBytes > (longest?.backlogBytes ?? 0)) longest = connection;
    }
    longest?.cutOff();
    return longest !== undefined;
  }
}

/** A container may have less than the machine that it is on. */
function shareOfMemory(): number {
  const allowed = process.constrainedMemory();
  const memory = allowed > 0 ? Math.min(allowed, totalmem()) : totalmem();
  return Math.max(LEAST_BYTES, Math.floor(memory / SHARE));
}
