// The seconds of a cluster, made by its leader: for each second that has begun, the prices and the tick, before
// anything else in the batch. So no command is stamped in a second whose tick comes after it. Rules 0.2. When the
// sandbox's clock is moved, the seconds come in stretches of one batch each, so that the lease, reads and other
// commands can proceed in between.

import { type Command, type Millis, millis } from "@evermark/engine";
import type { PriceTape } from "../../prices/price-tape.ts";
import { SECOND_MS, wholeSecond } from "./clock.ts";
import { MISSED_MS, MOVED_MS, nextTick } from "./ticker.ts";

/**
 * At most a quarter of a second's work, even on a slow machine: a leader that is busy for longer renews its lease late.
 */
const TICKS_AT_ONCE = 250;

interface LedSecondsParts {
  /** Null when prices are set by hand. */
  readonly prices: PriceTape | null;
  /** The venue time at which the tape's seconds begin. */
  readonly tapeStart: Millis;
}

/** Times of the previous batch and of this one, and the time to which the clock was moved, 0 for never. */
interface BatchTimes {
  readonly before: number;
  readonly at: Millis;
  readonly movedTo: number;
}

/** @returns the commands that the leader itself puts first into a batch, none earlier than the previous batch */
export function ledSeconds({ before, at, movedTo }: BatchTimes, { prices, tapeStart }: LedSecondsParts): Command[] {
  const due = wholeSecond(Math.max(at, movedTo));
  const commands: Command[] = [];
  const next = (last: Millis) => nextTick(last, due, last < movedTo ? MOVED_MS : MISSED_MS);
  for (let second = next(wholeSecond(before)); second <= at; second = next(second)) {
    const reports = prices?.at(Math.max(0, (second - tapeStart) / SECOND_MS)) ?? null;
    if (reports !== null) commands.push({ ...reports, at: millis(Math.max(before, second - 1)) });
    commands.push({ type: "tick", at: second });
  }
  return commands;
}

/** The time of the next batch after one at `before`, when the clock is moved to `to`. */
export function stretch(before: number, to: number): number {
  const due = wholeSecond(to);
  let last = wholeSecond(before);
  for (let ticks = 0; ticks < TICKS_AT_ONCE && last < due; ticks++) last = nextTick(last, due, MOVED_MS);
  return last < due ? last : to;
}
