// Which nodes may have led, as far as this one has seen or heard: what a leader acknowledged may be lost with its row in the lease, and
// with its whole term in the journal, where a standby that lagged has taken over.

import type { LeaseRow } from "../ports/lease.ts";
import { isLater, type NodeId, type Term } from "../records/term.ts";

export class KnownLeads {
  /** That is known to have begun. */
  #latest: Term;
  /** By epoch. */
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

  /** It has the lease, and has not begun. */
  asks({ epoch, node }: Term): void {
    if (this.#holders.get(epoch) === node) this.#holders.delete(epoch);
  }

  /** Who may have led in an epoch behind one. */
  holdersSince(epoch: number): NodeId[] {
    return [...this.#holders].filter(([of]) => of > epoch).map(([, node]) => node);
  }
}
