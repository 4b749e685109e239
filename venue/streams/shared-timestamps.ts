// The signed timestamps that have opened a private stream at any node of a venue. A node remembers those used at
// itself; for the rest the nodes share a list, and only the connection that first enters a timestamp there may place
// orders. The list outlives each node, so a restart forgets nothing. Streams 2.

import type { SharedNotes } from "@evermark/core/cluster/host/index.ts";
import { errors } from "@evermark/interface/rows/errors.ts";
import { TIMESTAMP_WINDOW_MS } from "../auth/authenticate.ts";
import { refusal } from "../wire/api-error.ts";
import { type Signer, SpentTimestamps, type StreamTimestamps } from "./spent-timestamps.ts";

/** The nodes' clocks differ by less than a window, so no node accepts a timestamp older than two windows. */
const KEPT_MS = 2 * TIMESTAMP_WINDOW_MS;
const UNKNOWN = `${errors.core_unavailable.text}: whether the timestamp was used before is not known`;

export class SharedTimestamps implements StreamTimestamps {
  readonly #here = new SpentTimestamps(0);
  readonly #notes: Pick<SharedNotes, "spend">;

  constructor(notes: Pick<SharedNotes, "spend">) {
    this.#notes = notes;
  }

  spend(signer: Signer, timestamp: number, now: number): boolean | Promise<boolean> {
    return this.#here.spend(signer, timestamp, now) && this.#ask(signer, timestamp, now);
  }

  async #ask({ account, key }: Signer, timestamp: number, now: number): Promise<boolean> {
    const isFirst = await this.#notes.spend(`${account} ${key}`, timestamp, now - KEPT_MS);
    if (isFirst === null) throw refusal("core_unavailable", UNKNOWN);
    return isFirst;
  }
}
