// Bounds the data that waits to be sent to all stream clients together. The bound is a share of the machine's memory,
// so that clients that don't read can't use it up, however many they are. When it is exceeded, the connections with the
// longest backlogs are cut off.

import { totalmem } from "node:os";

/** The bound is one part in this many of the memory of the machine, or of the container. */
const SHARE = 32;
const LEAST_BYTES = 64 * 1024 * 1024;

/** The part of a connection that matters here. */
export interface BackloggedConnection {
  readonly backlogBytes: number;
  /** Ends the connection without a close frame and drops its backlog. */
  cutOff(): void;
}

export class Backlogs {
  readonly maxBytes: number;
  readonly #all: Iterable<BackloggedConnection>;
  #bytes = 0;

  /** @param all every open connection */
  constructor(all: Iterable<BackloggedConnection>, maxBytes: number = shareOfMemory()) {
    this.#all = all;
    this.maxBytes = maxBytes;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** Counts a connection's backlog as grown or, with a negative number, as shrunk. */
  changed(bytes: number): void {
    this.#bytes += bytes;
    while (this.#bytes > this.maxBytes && this.#cutOffLongest());
  }

  #cutOffLongest(): boolean {
    let longest: BackloggedConnection | undefined;
    for (const connection of this.#all) {
      if (connection.backlogBytes > (longest?.backlogBytes ?? 0)) longest = connection;
    }
    longest?.cutOff();
    return longest !== undefined;
  }
}

/** A container may be allowed less than the machine has. */
function shareOfMemory(): number {
  const allowed = process.constrainedMemory();
  const memory = allowed > 0 ? Math.min(allowed, totalmem()) : totalmem();
  return Math.max(LEAST_BYTES, Math.floor(memory / SHARE));
}
