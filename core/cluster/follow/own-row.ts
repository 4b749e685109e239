// This node's row, and what follows when it can't be written: soon the leader will cancel the orders that last only as long
// as this node's connections. So the node ends those connections before that, and their clients know. The node counts from
// when it sent the last write known to have succeeded; the leader counts from when it saw the row. Each write is answered
// with what the database knows of all nodes.

import type { ClusterClock } from "../ports/cluster-clock.ts";
import type { NodeRow, Presence, PresenceAnswer } from "../ports/presence.ts";
import { CUT_OFF_AFTER_MS, ROW_EVERY_MS } from "../timing.ts";
import { ClockAhead } from "./clock-ahead.ts";

interface OwnRowParts {
  readonly clock: ClusterClock;
  readonly presence: Presence;
  /** The node's state now. */
  readonly row: () => Omit<NodeRow, "beat" | "aheadMs">;
  /**
   * Called when the row could not be written for too long, and again as long as that lasts: connections may come in the
   * meantime.
   */
  readonly onCutOff: () => void;
  readonly onRoll: (roll: PresenceAnswer) => void;
}

export class OwnRow {
  readonly #parts: OwnRowParts;
  readonly #ahead = new ClockAhead();
  #roll: PresenceAnswer | null = null;
  #beat = 0;
  #isOut = false;
  #writeAt = 0;
  /** Steady time at which the last write known to have succeeded was sent. */
  #writtenAt: number;
  #cutOffAt: number;

  constructor(parts: OwnRowParts) {
    this.#parts = parts;
    this.#writtenAt = parts.clock.steady();
    this.#cutOffAt = this.#writtenAt + CUT_OFF_AFTER_MS;
  }

  /** Whether no order may be placed that lasts as long as a connection of this node. */
  get isCutOff(): boolean {
    return this.#parts.clock.steady() >= this.#writtenAt + CUT_OFF_AFTER_MS;
  }

  /** The answer to the last write that succeeded. */
  get roll(): PresenceAnswer | null {
    return this.#roll;
  }

  /** Steady time at which the last write known to have succeeded was sent. */
  get writtenAt(): number {
    return this.#writtenAt;
  }

  /** How far this node's clock is ahead of the database's, in milliseconds; null until that is known. */
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
