// This node's row, and what it means when that can't be written: soon the leader will cancel what stands only as long as this node's
// connections. So it ends those before, and their clients know. It counts from when a writing was sent that is known to have
// succeeded; the leader counts from when it saw the row.

import type { ClusterClock } from "../ports/cluster-clock.ts";
import type { Presence } from "../ports/presence.ts";
import type { NodeId } from "../records/term.ts";
import { CUT_OFF_AFTER_MS, ROW_EVERY_MS } from "../timing.ts";

interface OwnRowParts {
  readonly id: NodeId;
  readonly clock: ClusterClock;
  readonly presence: Presence;
  /** The last batch that this node has applied. */
  readonly batch: () => number;
  /** Repeated as long as it is so: connections may come meanwhile. */
  readonly onCutOff: () => void;
}

export class OwnRow {
  readonly #parts: OwnRowParts;
  #beat = 0;
  #isOut = false;
  #writeAt = 0;
  /** Steady time when the writing was sent that is known to have succeeded last. */
  #writtenAt: number;
  #cutOffAt: number;

  constructor(parts: OwnRowParts) {
    this.#parts = parts;
    this.#writtenAt = parts.clock.steady();
    this.#cutOffAt = this.#writtenAt + CUT_OFF_AFTER_MS;
  }

  /** Whether nothing may be placed that stands on a connection of this node. */
  get isCutOff(): boolean {
    return this.#parts.clock.steady() >= this.#writtenAt + CUT_OFF_AFTER_MS;
  }

  get wakeAt(): number {
    return Math.min(this.#isOut ? Number.POSITIVE_INFINITY : this.#writeAt, this.#cutOffAt);
  }

  wake(): void {
    const { clock, onCutOff } = this.#parts;
    const now = clock.steady();
    if (now >= this.#cutOffAt) {
      this.#cutOffAt = now + ROW_EVERY_MS;
      onCutOff();
    }
    if (!this.#isOut && now >= this.#writeAt) this.#write(now);
  }

  #write(sentAt: number): void {
    const { id, presence, batch } = this.#parts;
    this.#isOut = true;
    this.#writeAt = sentAt + ROW_EVERY_MS;
    presence.write({ node: id, beat: ++this.#beat, batch: batch() }, (isWritten) => {
      this.#isOut = false;
      if (!isWritten) return;
      this.#writtenAt = sentAt;
      this.#cutOffAt = sentAt + CUT_OFF_AFTER_MS;
    });
  }
}
