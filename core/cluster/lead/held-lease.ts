// The lease of a leading node, as the node itself counts it: by its steady clock, from when it asked for the last renewal
// that returned plainly. After its end the node appends nothing and answers no read (C10), but it may still renew: the row
// is its own until another node has claimed it.

import type { ClusterClock } from "../ports/cluster-clock.ts";
import type { Lease } from "../ports/lease.ts";
import type { Head } from "../records/batch-row.ts";
import type { Term } from "../records/term.ts";
import { LATE_FOR_MS, LEASE_MS, RENEW_EVERY_MS } from "../timing.ts";

interface HeldLeaseParts {
  readonly clock: ClusterClock;
  readonly lease: Lease;
  readonly by: Term;
  /** Steady time at which the successful claim was sent. */
  readonly claimedAt: number;
  /** The last batch that was appended, confirmed or not. */
  readonly head: () => Head;
  /** The last batch that is confirmed. */
  readonly confirmed: () => Head;
  /** A renewal that named this batch has returned plainly: it and all before it survive. */
  readonly onConfirmed: (named: Head) => void;
  /** Another node holds the lease, or the journal no longer has what was appended. */
  readonly onLost: () => void;
  /** The server is not the one on which the term began. */
  readonly onMoved: () => void;
}

export class HeldLease {
  readonly #parts: HeldLeaseParts;
  #end: number;
  #renewAt: number;
  #isOut = false;
  #isOver = false;

  constructor(parts: HeldLeaseParts) {
    this.#parts = parts;
    this.#end = parts.claimedAt + LEASE_MS;
    this.#renewAt = parts.claimedAt + RENEW_EVERY_MS;
  }

  /** Steady time at which the last renewal known to have succeeded was sent; or the claim. */
  get renewedAt(): number {
    return this.#end - LEASE_MS;
  }

  get wakeAt(): number {
    return this.#isOut ? Number.POSITIVE_INFINITY : this.#renewAt;
  }

  holds(): boolean {
    return !this.#isOver && this.#parts.clock.steady() < this.#end;
  }

  /** Whether renewals have been late for so long that another node should have the lease. */
  get isTooSlow(): boolean {
    return this.#parts.clock.steady() > this.#end + LATE_FOR_MS;
  }

  wake(): void {
    const { clock, lease, by, head, confirmed, onConfirmed, onLost, onMoved } = this.#parts;
    const sentAt = clock.steady();
    if (this.#isOver || sentAt < this.wakeAt) return;
    this.#isOut = true;
    this.#renewAt = sentAt + RENEW_EVERY_MS;
    const named = head();
    lease.renew(by, named, confirmed().batch, (outcome, timeline) => {
      if (this.#isOver) return;
      this.#isOut = false;
      if (outcome === "lost") return onLost();
      if (outcome === "unknown") return;
      if (timeline !== by.timeline) return onMoved();
      this.#end = Math.max(this.#end, sentAt + LEASE_MS);
      onConfirmed(named);
    });
  }

  release(): void {
    const { lease, by, confirmed } = this.#parts;
    this.end();
    lease.release(by, confirmed());
  }

  /** Ignores all answers from now on. */
  end(): void {
    this.#isOver = true;
  }
}
