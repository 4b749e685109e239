// How far a sandbox's time was moved, as this node knows it from the database. What it has read never falls, because a
// failover may have lost some of it. Before a leader uses a move, the other nodes get time to read it as well, so that
// their commands have deadlines after the leap; otherwise the leap would end commands that are on their way.

import type { ClusterClock } from "../ports/cluster-clock.ts";
import type { TimeShift } from "../ports/presence.ts";
import { MOVED_AFTER_MS } from "../timing.ts";

export const NEVER_MOVED: TimeShift = { ms: 0, to: 0 };

export class MovedTime {
  readonly #clock: Pick<ClusterClock, "steady">;
  readonly #isMovable: boolean;
  /** The move that a leader already uses. */
  #ripe = NEVER_MOVED;
  /** Moves that are not used yet, in sequence, each with the steady time from which it is used. */
  readonly #coming: { readonly moved: TimeShift; readonly from: number }[] = [];

  /** @param isMovable false in production, where the numbers in the database count for nothing */
  constructor(clock: Pick<ClusterClock, "steady">, isMovable: boolean) {
    this.#clock = clock;
    this.#isMovable = isMovable;
  }

  get known(): TimeShift {
    return this.#coming.at(-1)?.moved ?? this.#ripe;
  }

  /** The move that this node uses if it leads. */
  get ripe(): TimeShift {
    const now = this.#clock.steady();
    for (let next = this.#coming[0]; next !== undefined && next.from <= now; next = this.#coming[0]) {
      this.#ripe = next.moved;
      this.#coming.shift();
    }
    return this.#ripe;
  }

  heard({ ms, to }: TimeShift): void {
    const { known } = this;
    if (!this.#isMovable || (ms <= known.ms && to <= known.to)) return;
    const moved = { ms: Math.max(ms, known.ms), to: Math.max(to, known.to) };
    this.#coming.push({ moved, from: this.#clock.steady() + MOVED_AFTER_MS });
  }
}
