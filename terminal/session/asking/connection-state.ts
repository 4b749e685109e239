// The page's connection to the venue: its state, since when, and whether the displayed data may be old.

import type { ConnectionState, Stream } from "@evermark/client";
import { Cell } from "../../cells/cell.ts";

export interface Connected {
  readonly state: ConnectionState;
  /** When this state began, on this machine's clock. */
  readonly sinceMs: number;
}

/** Follows the state of a stream. */
export function connectionOf(stream: Stream): Cell<Connected> {
  const connection = new Cell<Connected>({ state: stream.state, sinceMs: Date.now() });
  stream.on("state", ({ state }) => connection.set({ state, sinceMs: Date.now() }));
  return connection;
}

/** Whether newer data may exist that the stream has not delivered. */
export function isOld({ state }: Connected): boolean {
  return state === "connecting" || state === "stale" || state === "closed";
}
