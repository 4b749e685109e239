// Files that imply commands in the journal: snapshots, history, the durable mark, the memory of closed segments. Each was
// derived from commands that were durable, so a journal that ends before one of them is incomplete.

import { JournalIncomplete } from "./corrupt.ts";

export interface Trace {
  /** The file, by the name that an operator finds it under. */
  readonly file: string;
  /** The last position that the file implies. */
  readonly position: number;
}

/** The traces that imply more than there is. */
export function tracesBeyond(traces: readonly Trace[], lastPosition: number): Trace[] {
  return traces.filter(({ position }) => position > lastPosition);
}

/** @throws {JournalIncomplete} naming all traces that imply more */
export function assertNothingBeyond(traces: readonly Trace[], lastPosition: number, directory: string): void {
  const beyond = tracesBeyond(traces, lastPosition);
  if (beyond.length > 0) throw new JournalIncomplete(describeMissing(beyond, lastPosition, directory));
}

export function describeMissing(beyond: readonly Trace[], lastPosition: number, directory: string): string {
  const said = beyond.map(({ file, position }) => `${file} knows position ${position}`);
  const end = lastPosition === 0 ? "has no commands" : `ends at position ${lastPosition}`;
  return `acknowledged commands are missing: the journal in ${directory} ${end}, but ${said.join(" and ")}`;
}
