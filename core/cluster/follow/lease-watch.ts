// Looks at the lease from outside, and finds out when its holder is gone. Only the node's own steady clock counts, from when it
// has seen a row until it still is the same: the holder's lease ends half a second sooner by the holder's clock, which it
// counts from when it asked. PostgreSQL's clock and all wall clocks may be anything (C10).

import type { ClusterClock } from "../ports/cluster-clock.ts";
import type { Lease, LeaseRow, Seen } from "../ports/lease.ts";
import { CLAIM_AFTER_MS, LOOK_EVERY_MS } from "../timing.ts";

interface LeaseWatchParts {
  readonly clock: ClusterClock;
  readonly lease: Lease;
  /** Each time that the row was seen, with whether it may be claimed. */
  readonly onSeen: (seen: Seen, isOver: boolean) => void;
}

export class LeaseWatch {
  readonly #parts: LeaseWatchParts;
  #seen: Seen | null = null;
  /** Steady time from which on the row is known to have stood still. */
  #since: number;
  #lookAt = 0;
  #isLooking = false;

  constructor(parts: LeaseWatchParts) {
    this.#parts = parts;
    this.#since = parts.clock.steady();
  }

  /** Steady time from which on the row is known to have been as it is. */
  get unchangedSince(): number {
    return this.#since;
  }

  get wakeAt(): number {
    return this.#isLooking ? Number.POSITIVE_INFINITY : this.#lookAt;
  }

  /** Nothing that was seen counts any more: the node led meanwhile, or tried to. */
  forget(): void {
    this.#seen = null;
  }

  wake(): void {
    const { clock, lease } = this.#parts;
    if (clock.steady() < this.wakeAt) return;
    this.#isLooking = true;
    lease.look((seen) => {
      this.#isLooking = false;
      this.#lookAt = clock.steady() + LOOK_EVERY_MS;
      if (seen !== null) this.#saw(seen);
    });
  }

  #saw(seen: Seen): void {
    const now = this.#parts.clock.steady();
    // A failover may bring back a row of before: on each timeline the span begins anew.
    const isSame = this.#seen !== null && sameRow(this.#seen.row, seen.row) && this.#seen.timeline === seen.timeline;
    if (!isSame) this.#since = now;
    this.#seen = seen;
    this.#parts.onSeen(seen, seen.row.node === "" || now >= this.#since + CLAIM_AFTER_MS);
  }
}

function sameRow(one: LeaseRow, other: LeaseRow): boolean {
  return one.epoch === other.epoch && one.node === other.node && one.beat === other.beat;
}
