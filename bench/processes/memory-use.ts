// How much memory a process has, once what is no longer needed is gone.

import { heapStats } from "bun:jsc";

/** Asks a child for its memory. */
export const MEMORY = "memory";

export interface MemoryUse {
  /** What the operating system has given to the process and not got back, bytes. */
  readonly resident: number;
  /** What is in use: objects, and the bytes of typed arrays. */
  readonly live: number;
}

export async function settledMemory(): Promise<MemoryUse> {
  for (let round = 0; round < 8; round++) {
    Bun.gc(true);
    await Bun.sleep(100);
  }
  return { resident: process.memoryUsage.rss(), live: heapStats().heapSize };
}
