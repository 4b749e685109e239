// Nodes that are gone, as the leader sees them: their rows stand still. What of their orders stands only as long as a connection has lost
// it, so the leader cancels that. Only its own steady clock counts, from when it has seen a row until it is asked for again and
// still is the same; a node ends its connections sooner by its own. A server of before a failover has rows that stand still as
// well, but there the leader's lease does, too: what was seen counts only up to where that has risen since.

import type { Command, EngineReader, Millis } from "@evermark/engine";
import type { FrontState } from "../follow/front-state.ts";
import type { ClusterClock } from "../ports/cluster-clock.ts";
import type { Presence, Watch } from "../ports/presence.ts";
import type { NodeId, Term } from "../records/term.ts";
import { GONE_AFTER_MS, ROW_EVERY_MS } from "../timing.ts";

interface GoneNodesParts {
  /** Of this node, which leads, and is there. */
  readonly term: Term;
  readonly clock: ClusterClock;
  readonly presence: Presence;
  readonly front: FrontState;
  readonly engine: Pick<EngineReader, "findOrder">;
}

/** What was seen of a row, and since when it is known to have been so. */
interface Watched {
  readonly beat: number;
  readonly since: number;
}

/** Of a node without a row. */
const NO_BEAT = -1;
const ANY_MARKET = -1;
/** Cancellations of one batch: others have their turn as well. */
const AT_ONCE_MAX = 1_000;

export class GoneNodes {
  readonly #parts: GoneNodesParts;
  #watched = new Map<NodeId, Watched>();
  /** Orders that have lost their connection, and are to be cancelled with the next batch. */
  #due: number[] = [];
  /** The lease's beat, as it was seen last, and when that was asked for. */
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

  /** What a batch has of it; what becomes of that shows with the next look. */
  take(at: Millis): Command[] {
    const { engine } = this.#parts;
    return this.#due.splice(0).flatMap((orderId): Command[] => {
      const order = engine.findOrder(orderId);
      if (order === undefined) return [];
      const { account } = order;
      return [{ type: "cancel_order", at, account, market: ANY_MARKET, orderId, clientOrderId: "" }];
    });
  }

  /** No answer counts any more. */
  end(): void {
    this.#isOver = true;
  }

  #others(): NodeId[] {
    return this.#parts.front.nodesWithOrders().filter((node) => node !== this.#parts.term.node);
  }

  #saw({ lease, beats }: Watch, askedAt: number): void {
    const { clock, front, term } = this.#parts;
    const isOwn = lease.epoch === term.epoch && lease.node === term.node;
    if (!isOwn || lease.beat <= this.#leaseBeat) return;
    // It was renewed since the last look: so this is how the rows stood no earlier than that.
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
