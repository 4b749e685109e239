// Which nodes may have led, as far as this node has seen or heard. What a leader acknowledged may be lost, together with
// its row in the lease and its whole term in the journal, if a standby that lagged has taken over.

import type { LeaseRow } from "../ports/lease.ts";
import { isLater, type NodeId, type Term } from "../records/term.ts";

export class KnownLeads {
  /** The latest term known to have begun. */
  #latest: Term;
  /** Nodes that held the lease under an epoch later than the latest known term's, by epoch. */
  readonly #holders = new Map<number, NodeId>();
  #epoch = 0;

  constructor(latest: Term) {
    this.#latest = latest;
  }

  get latest(): Term {
    return this.#latest;
  }

  /** Whether any node has held the lease. */
  get wasHeld(): boolean {
    return this.#epoch > 0;
  }

  begun(term: Term): void {
    if (!isLater(term, this.#latest)) return;
    this.#latest = term;
    for (const epoch of this.#holders.keys()) if (epoch <= term.epoch) this.#holders.delete(epoch);
  }

  saw({ epoch, node }: LeaseRow): void {
    this.#epoch = Math.max(this.#epoch, epoch);
    if (node !== "" && epoch > this.#latest.epoch) this.#holders.set(epoch, node);
  }

  /** Notes that the node has the lease, but its term has not begun. */
  asks({ epoch, node }: Term): void {
    if (this.#holders.get(epoch) === node) this.#holders.delete(epoch);
  }

  /** The nodes that may have led in an epoch after this one. */
  holdersSince(epoch: number): NodeId[] {
    return [...this.#holders].filter(([of]) => of > epoch).map(([, node]) => node);
  }
}
