// Watches the lease from outside, and finds out when its holder is gone. Only the node's own steady clock counts, from when
// it first saw a row to when it sees that the row is still the same. The holder's lease ends half a second sooner by the
// holder's clock, because the holder counts from when it asked for the renewal. PostgreSQL's clock and all wall clocks may
// show anything (C10).

import type { ClusterClock } from "../ports/cluster-clock.ts";
import type { Lease, LeaseLook, LeaseRow } from "../ports/lease.ts";
import { CLAIM_AFTER_MS, LOOK_EVERY_MS } from "../timing.ts";

interface LeaseWatchParts {
  readonly clock: ClusterClock;
  readonly lease: Lease;
  /** Called each time the row was seen, with whether it may be claimed. */
  readonly onSeen: (seen: LeaseLook, isOver: boolean) => void;
}

export class LeaseWatch {
  readonly #parts: LeaseWatchParts;
  #seen: LeaseLook | null = null;
  /** Steady time since which the row is known not to have changed. */
  #since: number;
  #lookAt = 0;
  #isLooking = false;

  constructor(parts: LeaseWatchParts) {
    this.#parts = parts;
    this.#since = parts.clock.steady();
  }

  /** Steady time since which the row is known not to have changed. */
  get unchangedSince(): number {
    return this.#since;
  }

  get wakeAt(): number {
    return this.#isLooking ? Number.POSITIVE_INFINITY : this.#lookAt;
  }

  /** Forgets what was seen: the node has led in the meantime, or tried to. */
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

  #saw(seen: LeaseLook): void {
    const now = this.#parts.clock.steady();
    // A failover may bring back an earlier row: each timeline restarts the span.
    const isSame = this.#seen !== null && sameRow(this.#seen.row, seen.row) && this.#seen.timeline === seen.timeline;
    if (!isSame) this.#since = now;
    this.#seen = seen;
    this.#parts.onSeen(seen, seen.row.node === "" || now >= this.#since + CLAIM_AFTER_MS);
  }
}

function sameRow(one: LeaseRow, other: LeaseRow): boolean {
  return one.epoch === other.epoch && one.node === other.node && one.beat === other.beat;
}
