// How much memory a process uses after garbage collection.

import { heapStats } from "bun:jsc";

/** Asks a child for its memory use. */
export const MEMORY = "memory";

export interface MemoryUse {
  /** The bytes that the operating system has given to the process and not got back. */
  readonly resident: number;
  /** The bytes in use by objects and typed arrays. */
  readonly live: number;
}

export async function settledMemory(): Promise<MemoryUse> {
  for (let round = 0; round < 8; round++) {
    Bun.gc(true);
    await Bun.sleep(100);
  }
  return { resident: process.memoryUsage.rss(), live: heapStats().heapSize };
}
