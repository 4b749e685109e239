// File descriptors that are held back for the journal, its readers and the snapshots. When connections or other files have
// used up all that the process or the machine may open, one of these is closed for the file that has to be opened.
//
// Connections are accepted on the venue's own thread, so none can take the descriptor between the closing and the opening.

import { closeSync, openSync } from "node:fs";

/** More than one: another thread may take the descriptor that this one has just closed. */
const SPARES_MAX = 4;
const PLACEHOLDER = "/dev/null";

const spares: number[] = [];

/**
 * Runs a function that opens a file. While no descriptor is left, closes one spare after the other and tries again.
 * @throws the operating system's error
 */
export function withSpareDescriptors<T>(open: () => T): T {
  topUpSpares();
  for (;;) {
    try {
      return open();
    } catch (error) {
      const spare = isOutOfDescriptors(error) ? spares.pop() : undefined;
      if (spare === undefined) throw error;
      closeSync(spare);
    }
  }
}

/** Opens spares again, as far as there are descriptors; called after a file was closed. */
export function topUpSpares(): void {
  try {
    while (spares.length < SPARES_MAX) spares.push(openSync(PLACEHOLDER, "r"));
  } catch {
    // The next call that opens or closes a file tries again.
  }
}

/** Whether the process, or the whole machine, has as many files open as it may. */
export function isOutOfDescriptors(error: unknown): boolean {
  return error instanceof Error && "code" in error && (error.code === "EMFILE" || error.code === "ENFILE");
}
