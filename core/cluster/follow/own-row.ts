// This node's row, and what it means when that can't be written: soon the leader will cancel what stands only as long as this node's
// connections. So it ends those before, and their clients know. It counts from when a writing was sent that is known to have
// succeeded; the leader counts from when it saw the row. Each writing is answered with what the database knows of all nodes.

import type { ClusterClock } from "../ports/cluster-clock.ts";
import type { NodeRow, Presence, Roll } from "../ports/presence.ts";
import { CUT_OFF_AFTER_MS, ROW_EVERY_MS } from "../timing.ts";
import { ClockAhead } from "./clock-ahead.ts";

interface OwnRowParts {
  readonly clock: ClusterClock;
  readonly presence: Presence;
  /** As this node stands now. */
  readonly row: () => Omit<NodeRow, "beat" | "aheadMs">;
  /** Repeated as long as it is so: connections may come meanwhile. */
  readonly onCutOff: () => void;
  readonly onRoll: (roll: Roll) => void;
}

export class OwnRow {
  readonly #parts: OwnRowParts;
  readonly #ahead = new ClockAhead();
  #roll: Roll | null = null;
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

  /** Of the last writing that succeeded. */
  get roll(): Roll | null {
    return this.#roll;
  }

  /** Steady time when the row was sent that is known to be there. */
  get writtenAt(): number {
    return this.#writtenAt;
  }

  /** How far this node's clock is ahead of the database's; null as long as that is not known. */
  get aheadMs(): number | null {
    return this.#ahead.ms;
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

  #write(steady: number): void {
    const { clock, presence, row, onRoll } = this.#parts;
    const sentAt = clock.wall();
    this.#isOut = true;
    this.#writeAt = steady + ROW_EVERY_MS;
    presence.write({ ...row(), beat: ++this.#beat, aheadMs: this.#ahead.ms }, (roll) => {
      this.#isOut = false;
      if (roll === null) return;
      this.#roll = roll;
      this.#ahead.read({ sentAt, cameAt: clock.wall(), server: roll.clock });
      this.#writtenAt = steady;
      this.#cutOffAt = steady + CUT_OFF_AFTER_MS;
      onRoll(roll);
    });
  }
}
