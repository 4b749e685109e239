// How the page stands to the venue: connected or not, since when, and how old what it shows is.

import type { ConnectionState, Stream } from "@evermark/client";
import { Cell } from "../../cells/cell.ts";

export interface Connected {
  readonly state: ConnectionState;
  /** Since when, by this machine's clock. */
  readonly sinceMs: number;
}

/** Follows the state of a stream. */
export function connectionOf(stream: Stream): Cell<Connected> {
  const connection = new Cell<Connected>({ state: stream.state, sinceMs: Date.now() });
  stream.on("state", ({ state }) => connection.set({ state, sinceMs: Date.now() }));
  return connection;
}

/** Whether what a stream brought may have been overtaken by what it did not bring. */
export function isOld({ state }: Connected): boolean {
  return state === "connecting" || state === "stale" || state === "closed";
}
