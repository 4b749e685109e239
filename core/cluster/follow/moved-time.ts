// How far the time of a sandbox was moved, as this node knows it from the database: what it has read never falls, for a failover may have
// lost some of it. Before a leader goes by it, the others have time to read it as well, and give their commands deadlines behind the
// leap; else it would end what is on its way.

import type { ClusterClock } from "../ports/cluster-clock.ts";
import type { Moved } from "../ports/presence.ts";
import { MOVED_AFTER_MS } from "../timing.ts";

export const NEVER_MOVED: Moved = { ms: 0, to: 0 };

export class MovedTime {
  readonly #clock: Pick<ClusterClock, "steady">;
  readonly #isMovable: boolean;
  /** By which a leader goes already. */
  #ripe = NEVER_MOVED;
  /** Each from its steady time on, in sequence. */
  readonly #coming: { readonly moved: Moved; readonly from: number }[] = [];

  /** @param isMovable false in production, where the numbers in the database count for nothing */
  constructor(clock: Pick<ClusterClock, "steady">, isMovable: boolean) {
    this.#clock = clock;
    this.#isMovable = isMovable;
  }

  get known(): Moved {
    return this.#coming.at(-1)?.moved ?? this.#ripe;
  }

  /** By which this node goes if it leads. */
  get ripe(): Moved {
    const now = this.#clock.steady();
    for (let next = this.#coming[0]; next !== undefined && next.from <= now; next = this.#coming[0]) {
      this.#ripe = next.moved;
      this.#coming.shift();
    }
    return this.#ripe;
  }

  heard({ ms, to }: Moved): void {
    const { known } = this;
    if (!this.#isMovable || (ms <= known.ms && to <= known.to)) return;
    const moved = { ms: Math.max(ms, known.ms), to: Math.max(to, known.to) };
    this.#coming.push({ moved, from: this.#clock.steady() + MOVED_AFTER_MS });
  }
}
