// A signed read sees everything that was answered before it came, on any node (C10). The node asks the leader which batch
// is confirmed, waits until it has applied that batch, and then reads. One question serves all waiting reads. A read that
// comes while a question is unanswered waits for the next question: the reply to the first may predate something that this
// caller already knows.

import type { Unavailable } from "../../sequencing.ts";
import type { Bus, Reply } from "../ports/bus.ts";
import type { ClusterClock } from "../ports/cluster-clock.ts";
import type { NodeId, Term } from "../records/term.ts";
import { READ_WITHIN_MS, REPLY_WITHIN_MS } from "../timing.ts";

/** Called with null when the caller may read. */
export type ReadDone = (trouble: Unavailable | null) => void;

interface Waiting {
  readonly cameAt: number;
  readonly done: ReadDone;
}

const NO_LEADER: Unavailable = { unavailable: "the venue has no leader at the moment" };

export class Reads {
  readonly #node: NodeId;
  readonly #bus: Bus;
  readonly #clock: ClusterClock;
  #lastId = 0;
  #waiting: Waiting[] = [];
  /** The unanswered question, and the reads that it was asked for. */
  #asked: { readonly id: number; readonly at: number; readonly by: readonly Waiting[] } | null = null;
  /** Reads that wait until a batch is applied. */
  #replied: { readonly batch: number; readonly by: readonly Waiting[] }[] = [];

  constructor(node: NodeId, bus: Bus, clock: ClusterClock) {
    this.#node = node;
    this.#bus = bus;
    this.#clock = clock;
  }

  get wakeAt(): number {
    const [first] = this.#waiting;
    return Math.min(
      this.#asked === null ? Number.POSITIVE_INFINITY : this.#asked.at + REPLY_WITHIN_MS + 1,
      first === undefined ? Number.POSITIVE_INFINITY : first.cameAt + READ_WITHIN_MS,
    );
  }

  wait(done: ReadDone): void {
    this.#waiting.push({ cameAt: this.#clock.steady(), done });
  }

  /** Asks the leader for the waiting reads, unless a question is unanswered. */
  flush({ node: leader }: Term): void {
    if (this.#asked !== null || this.#waiting.length === 0 || leader === "") return;
    const id = ++this.#lastId;
    this.#asked = { id, at: this.#clock.steady(), by: this.#waiting };
    this.#waiting = [];
    this.#bus.send(leader, { type: "question", from: this.#node, id });
  }

  /** A reply that took too long is dropped, and the question asked again: another node may lead by then. */
  reply({ id, confirmed }: Reply, applied: number): void {
    const asked = this.#asked;
    if (asked === null || asked.id !== id || this.#clock.steady() > asked.at + REPLY_WITHIN_MS) return;
    this.#asked = null;
    this.#replied.push({ batch: confirmed, by: asked.by });
    this.passed(applied);
  }

  passed(applied: number): void {
    const ready = this.#replied.filter(({ batch }) => batch <= applied);
    if (ready.length === 0) return;
    this.#replied = this.#replied.filter(({ batch }) => batch > applied);
    for (const { by } of ready) for (const { done } of by) done(null);
  }

  wake(now: number): void {
    const asked = this.#asked;
    if (asked !== null && now > asked.at + REPLY_WITHIN_MS) {
      this.#waiting = [...asked.by, ...this.#waiting];
      this.#asked = null;
    }
    const over = this.#waiting.filter(({ cameAt }) => now >= cameAt + READ_WITHIN_MS);
    if (over.length === 0) return;
    this.#waiting = this.#waiting.filter((each) => !over.includes(each));
    for (const { done } of over) done(NO_LEADER);
  }

  /** Fails all waiting reads, because the node stops. */
  stop(trouble: Unavailable): void {
    const all = [...this.#replied.flatMap(({ by }) => by), ...(this.#asked?.by ?? []), ...this.#waiting];
    this.#replied = [];
    this.#asked = null;
    this.#waiting = [];
    for (const { done } of all) done(trouble);
  }
}
