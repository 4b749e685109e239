// Nodes that are gone, as the leader sees them: their rows stand still. The orders of such a node that last only as long as
// a connection have lost it, so the leader cancels them. Only the leader's own steady clock counts, from when it saw a row
// to when a later look shows the row unchanged; the node ends its connections sooner, by its own clock. A server from
// before a failover has rows that stand still as well, but there the leader's lease stands still too. So a look counts only
// if the lease's beat has risen since the look before, and only up to the time of that one.

import type { Command, EngineReader, Millis } from "@evermark/engine";
import type { FrontState } from "../follow/front-state.ts";
import type { ClusterClock } from "../ports/cluster-clock.ts";
import type { Presence, PresenceSnapshot } from "../ports/presence.ts";
import type { NodeId, Term } from "../records/term.ts";
import { GONE_AFTER_MS, ROW_EVERY_MS } from "../timing.ts";

interface GoneNodesParts {
  /** The term of this node, which leads and is there. */
  readonly term: Term;
  readonly clock: ClusterClock;
  readonly presence: Presence;
  readonly front: FrontState;
  readonly engine: Pick<EngineReader, "findOrder">;
}

/** The beat that was seen in a row, and since when it has been known. */
interface Watched {
  readonly beat: number;
  readonly since: number;
}

/** The beat of a node without a row. */
const NO_BEAT = -1;
const ANY_MARKET = -1;
/** Most cancellations in one batch, so that other commands get their turn. */
const AT_ONCE_MAX = 1_000;

export class GoneNodes {
  readonly #parts: GoneNodesParts;
  #watched = new Map<NodeId, Watched>();
  /** Orders that have lost their connection and are to be cancelled with the next batch. */
  #due: number[] = [];
  /** The lease's beat as last seen, and the steady time at which that look was sent. */
  #leaseBeat = -1;
  #askedAt = 0;
  #isOut = false;
  #readAt = 0;
  #isOver = false;

  constructor(parts: GoneNodesParts) {
    this.#parts = parts;
  }

  get wakeAt(): number {
    return this.#isOut ? Number.POSITIVE_INFINITY : this.#readAt;
  }

  wake(): void {
    const { clock, presence } = this.#parts;
    const sentAt = clock.steady();
    if (sentAt < this.wakeAt) return;
    this.#readAt = sentAt + ROW_EVERY_MS;
    if (this.#others().length === 0) return this.#watched.clear();
    this.#isOut = true;
    presence.read((watch) => {
      this.#isOut = false;
      if (watch !== null && !this.#isOver) this.#saw(watch, sentAt);
    });
  }

  get hasDue(): boolean {
    return this.#due.length > 0;
  }

  /** Takes the cancellations for a batch; the next look shows what became of them. */
  take(at: Millis): Command[] {
    const { engine } = this.#parts;
    return this.#due.splice(0).flatMap((orderId): Command[] => {
      const order = engine.findOrder(orderId);
      if (order === undefined) return [];
      const { account } = order;
      return [{ type: "cancel_order", at, account, market: ANY_MARKET, orderId, clientOrderId: "" }];
    });
  }

  /** Ignores all answers from now on. */
  end(): void {
    this.#isOver = true;
  }

  #others(): NodeId[] {
    return this.#parts.front.nodesWithOrders().filter((node) => node !== this.#parts.term.node);
  }

  #saw({ lease, beats }: PresenceSnapshot, askedAt: number): void {
    const { clock, front, term } = this.#parts;
    const isOwn = lease.epoch === term.epoch && lease.node === term.node;
    if (!isOwn || lease.beat <= this.#leaseBeat) return;
    // The lease was renewed since the last look: so the rows were in this state no earlier than that look.
    const stoodAt = this.#askedAt;
    this.#leaseBeat = lease.beat;
    this.#askedAt = askedAt;
    const now = clock.steady();
    const watched = new Map<NodeId, Watched>();
    const due: number[] = [];
    for (const node of this.#others()) {
      const beat = beats.get(node) ?? NO_BEAT;
      const before = this.#watched.get(node);
      const seen = before?.beat === beat ? before : { beat, since: now };
      watched.set(node, seen);
      if (stoodAt >= seen.since + GONE_AFTER_MS) due.push(...front.standingOf(node));
    }
    this.#watched = watched;
    this.#due = due.slice(0, AT_ONCE_MAX);
  }
}
