// The leader's own commands in a round: a tick for each second that has begun, and empty batches on a time grid, so
// that time passes behind batches with commands. In rounds where time is moved, every second that is passed gets a
// tick, unless a clock leaps.

import { type BatchRow, isEmpty } from "@evermark/core/cluster/index.ts";
import type { Command, Millis } from "@evermark/engine";
import { STRETCH_MS, TICKED_MS } from "./clock-moves.ts";

const SLOT_MS = 40;
const SECOND_MS = 1_000;

export class Pulse {
  readonly #isMoved: boolean;
  #dueAt = Number.POSITIVE_INFINITY;

  /** @param isMoved whether time is moved in the round */
  constructor(isMoved: boolean) {
    this.#isMoved = isMoved;
  }

  readonly own = (before: number, at: Millis, movedTo: number): Command[] => {
    const last = wholeSecond(at);
    const isEach = this.#isMoved && (before < movedTo || at - before <= TICKED_MS);
    const commands: Command[] = [];
    for (let second = isEach ? wholeSecond(before) : last; second <= last; second += SECOND_MS)
      if (second > before) commands.push({ type: "tick", at: second as Millis });
    return commands;
  };

  readonly stretch = (before: number, to: number): number => Math.min(to, wholeSecond(before) + STRETCH_MS);

  readonly dueAt = (): number => this.#dueAt;

  /** This node has applied a batch. */
  applied(row: BatchRow): void {
    this.#dueAt = isEmpty(row) ? Number.POSITIVE_INFINITY : (Math.floor(row.at / SLOT_MS) + 1) * SLOT_MS;
  }
}

function wholeSecond(ms: number): number {
  return Math.floor(ms / SECOND_MS) * SECOND_MS;
}
