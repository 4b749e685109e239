// What else speaks of commands that must be in the journal: snapshots, history, the durable mark, what was remembered of closed
// segments. Each was made of commands that were durable, so a journal that ends before one of them is not all there.

import { JournalIncomplete } from "./corrupt.ts";

export interface Trace {
  /** The file that says so, as an operator finds it. */
  readonly file: string;
  /** The last position that it speaks of. */
  readonly position: number;
}

/** Those that speak of more than there is. */
export function tracesBeyond(traces: readonly Trace[], lastPosition: number): Trace[] {
  return traces.filter(({ position }) => position > lastPosition);
}

/** @throws {JournalIncomplete} naming all that speak of more */
export function assertNothingBeyond(traces: readonly Trace[], lastPosition: number, directory: string): void {
  const beyond = tracesBeyond(traces, lastPosition);
  if (beyond.length > 0) throw new JournalIncomplete(describeMissing(beyond, lastPosition, directory));
}

export function describeMissing(beyond: readonly Trace[], lastPosition: number, directory: string): string {
  const said = beyond.map(({ file, position }) => `${file} knows position ${position}`);
  const end = lastPosition === 0 ? "has no commands" : `ends at position ${lastPosition}`;
  return `acknowledged commands are missing: the journal in ${directory} ${end}, but ${said.join(" and ")}`;
}
