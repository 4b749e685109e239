// File descriptors that are held back for the journal, its readers and the snapshots. When connections or other files
// have used up all that the process or the machine may open, one of these is let go for the file that has to be opened.
//
// Accepting a connection happens on the venue's own thread, so between letting go and opening nothing there can take it.

import { closeSync, openSync } from "node:fs";

/** More than one: another thread may take what this one has just let go. */
const SPARES_MAX = 4;
const PLACEHOLDER = "/dev/null";

const spares: number[] = [];

/**
 * Runs what opens a file, with one spare descriptor after the other let go for as long as there is none left.
 * @throws what the operating system says
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

/** Takes back what was let go, as far as there are descriptors; for the moment after a file was closed. */
export function topUpSpares(): void {
  try {
    while (spares.length < SPARES_MAX) spares.push(openSync(PLACEHOLDER, "r"));
  } catch {
    // The next one to open or close a file tries again.
  }
}

/** Whether the process, or the whole machine, has as many files open as it may. */
export function isOutOfDescriptors(error: unknown): boolean {
  return error instanceof Error && "code" in error && (error.code === "EMFILE" || error.code === "ENFILE");
}
