// How far a node is, and what it has heard of: for who looks after it, not for the protocol. Spans count by the node's steady clock.

import type { ClusterClock } from "../ports/cluster-clock.ts";
import type { Roll } from "../ports/presence.ts";

export interface NodeStatus {
  /** It leads, its barrier is confirmed, and its lease holds. */
  readonly holdsLead: boolean;
  /** The highest that it has seen. */
  readonly epoch: number;
  readonly batch: number;
  /** The furthest batch that it has heard to be confirmed. */
  readonly confirmed: number;
  /** Since it has known of more than it has applied; 0 when it has not. */
  readonly behindMs: number;
  /** Since the lease is known to have been renewed, by whichever node. */
  readonly leaseMs: number;
  /** Since a leader was heard over the bus. */
  readonly silentMs: number;
  /** Since the node's row is known to be written. */
  readonly rowMs: number;
  /** Commands of its callers that have no answer yet. */
  readonly waiting: number;
  /** How far its clock is ahead of the database's; null as long as that is not known. */
  readonly aheadMs: number | null;
  readonly roll: Roll | null;
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

  /** So many batches are confirmed. */
  heardOf(confirmed: number): void {
    this.#confirmed = Math.max(this.#confirmed, confirmed);
    if (this.#applied < this.#confirmed) this.#behindSince ??= this.#clock.steady();
  }

  /** A leader's beat has come. */
  beat(confirmed: number): void {
    this.#heardAt = this.#clock.steady();
    this.heardOf(confirmed);
  }

  /** Since a leader was heard over the bus. */
  get silentMs(): number {
    return this.#clock.steady() - this.#heardAt;
  }

  shown(): Pick<NodeStatus, "batch" | "confirmed" | "behindMs" | "silentMs"> {
    const now = this.#clock.steady();
    const behindMs = this.#behindSince === null ? 0 : now - this.#behindSince;
    return { batch: this.#applied, confirmed: this.#confirmed, behindMs, silentMs: this.silentMs };
  }
}
