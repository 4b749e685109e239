// How the page stands to the venue: connected or not, since when, and how old what it shows is.

import type { ConnectionState, Stream } from "@evermark/client";
import { Cell } from "../cells/cell.ts";

export interface Standing {
  readonly state: ConnectionState;
  /** Since when, by this machine's clock. */
  readonly sinceMs: number;
}

/** Follows the state of a stream. */
export function standingOf(stream: Stream): Cell<Standing> {
  const standing = new Cell<Standing>({ state: stream.state, sinceMs: Date.now() });
  stream.on("state", ({ state }) => standing.set({ state, sinceMs: Date.now() }));
  return standing;
}

/** Whether what a stream brought may have been overtaken by what it did not bring. */
export function isOld({ state }: Standing): boolean {
  return state === "connecting" || state === "stale" || state === "closed";
}
