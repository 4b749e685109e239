// How far a node has come, and what it has heard of. This is for operators, not for the protocol. Spans are measured on the
// node's steady clock, in milliseconds.

import type { ClusterClock } from "../ports/cluster-clock.ts";
import type { PresenceAnswer } from "../ports/presence.ts";

export interface NodeStatus {
  /** The node leads, its barrier is confirmed, and its lease holds. */
  readonly holdsLead: boolean;
  /** The highest epoch that the node has seen. */
  readonly epoch: number;
  readonly batch: number;
  /** The furthest batch that the node has heard is confirmed. */
  readonly confirmed: number;
  /** Since it has known of more batches than it has applied; 0 when it has applied all. */
  readonly behindMs: number;
  /** Since the lease is known to have been renewed, by any node. */
  readonly leaseMs: number;
  /** Since a leader was heard over the bus. */
  readonly silentMs: number;
  /** Since the last write of the node's row that is known to have succeeded. */
  readonly rowMs: number;
  /** Commands of its callers that have no answer yet. */
  readonly waiting: number;
  /** How far its clock is ahead of the database's, in milliseconds; null until that is known. */
  readonly aheadMs: number | null;
  readonly roll: PresenceAnswer | null;
}

export class Progress {
  readonly #clock: Pick<ClusterClock, "steady">;
  #applied: number;
  #confirmed: number;
  #behindSince: number | null = null;
  #heardAt: number;

  constructor(clock: Pick<ClusterClock, "steady">, batch: number) {
    this.#clock = clock;
    this.#applied = this.#confirmed = batch;
    this.#heardAt = clock.steady();
  }

  applied(batch: number): void {
    this.#applied = batch;
    this.#confirmed = Math.max(this.#confirmed, batch);
    if (batch === this.#confirmed) this.#behindSince = null;
  }

  /** Notes that all batches up to `confirmed` are confirmed. */
  heardOf(confirmed: number): void {
    this.#confirmed = Math.max(this.#confirmed, confirmed);
    if (this.#applied < this.#confirmed) this.#behindSince ??= this.#clock.steady();
  }

  /** Notes a leader's beat. */
  beat(confirmed: number): void {
    this.#heardAt = this.#clock.steady();
    this.heardOf(confirmed);
  }

  /** Milliseconds since a leader was heard over the bus. */
  get silentMs(): number {
    return this.#clock.steady() - this.#heardAt;
  }

  shown(): Pick<NodeStatus, "batch" | "confirmed" | "behindMs" | "silentMs"> {
    const now = this.#clock.steady();
    const behindMs = this.#behindSince === null ? 0 : now - this.#behindSince;
    return { batch: this.#applied, confirmed: this.#confirmed, behindMs, silentMs: this.silentMs };
  }
}
