// What the leader of a round says by itself: a tick for each second that has begun, and that time has passed, on a grid, behind
// batches that have commands.

import { type BatchRow, isEmpty } from "@evermark/core/cluster/index.ts";
import type { Command, Millis } from "@evermark/engine";

const SLOT_MS = 40;

export class Pulse {
  #dueAt = Number.POSITIVE_INFINITY;

  readonly own = (before: number, at: Millis): Command[] => {
    const second = (Math.floor(at / 1_000) * 1_000) as Millis;
    return second > before ? [{ type: "tick", at: second }] : [];
  };

  readonly dueAt = (): number => this.#dueAt;

  /** A batch is applied on this node. */
  applied(row: BatchRow): void {
    this.#dueAt = isEmpty(row) ? Number.POSITIVE_INFINITY : (Math.floor(row.at / SLOT_MS) + 1) * SLOT_MS;
  }
}
