// The notes of a node. What only the leading node may do with them is done under the epoch of its term.

import type { SharedNotes } from "../ports/shared-notes.ts";
import { PostgresNotes } from "../postgres/notes/postgres-notes.ts";
import { bootTime } from "./boot-time.ts";
import { newNodeId } from "./node-id.ts";

export class NodeNotes implements SharedNotes {
  readonly #kept: PostgresNotes;
  readonly #epoch: () => number | null;

  /** @param epoch of the term in which the node leads; null while it does not */
  constructor(url: string, epoch: () => number | null) {
    this.#kept = new PostgresNotes({ url, node: newNodeId(), clock: { steady: bootTime() } });
    this.#epoch = epoch;
  }

  spend(signer: string, timestamp: number, forgetBefore: number): Promise<boolean | null> {
    return this.#kept.spend(signer, timestamp, forgetBefore);
  }

  async take(subject: string): Promise<ReadonlyMap<string, string> | null> {
    const epoch = this.#epoch();
    return epoch === null ? null : this.#kept.take(subject, epoch);
  }

  async keep(subject: string, name: string, text: string): Promise<boolean> {
    const epoch = this.#epoch();
    return epoch !== null && this.#kept.keep({ subject, name, text }, epoch);
  }

  close(): Promise<void> {
    return this.#kept.close();
  }
}
