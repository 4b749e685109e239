// The seconds of a venue of several nodes, as its leader makes them: of each that has begun, the prices and the tick, in front of
// whatever else is in the batch. So no command is stamped in a second whose tick comes after it. Rules 0.2. Where the sandbox's clock is
// moved they come in stretches, a batch each, so that lease, reads and others' commands go on in between.

import { type Command, type Millis, millis } from "@evermark/engine";
import type { PriceTape } from "../../prices/price-tape.ts";
import { SECOND_MS, wholeSecond } from "./clock.ts";
import { MISSED_MS, MOVED_MS, nextTick } from "./ticker.ts";

/** A quarter of a second's work or less, also on a slow machine: a leader that is busy for longer renews its lease late. */
const TICKS_AT_ONCE = 250;

interface LedSecondsParts {
  /** Null when prices are set by hand. */
  readonly prices: PriceTape | null;
  /** Venue time from which the tape's seconds count. */
  readonly tapeStart: Millis;
}

/** Times of batches: of the one before, of the next one; and to when the clock was moved, 0 for never. */
interface Leading {
  readonly before: number;
  readonly at: Millis;
  readonly movedTo: number;
}

/** @returns what the leader says by itself in a batch, each no sooner than the batch before */
export function ledSeconds({ before, at, movedTo }: Leading, { prices, tapeStart }: LedSecondsParts): Command[] {
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

/** Up to when a batch goes that stands behind one of `before`, where the clock is moved to `to`. */
export function stretch(before: number, to: number): number {
  const due = wholeSecond(to);
  let last = wholeSecond(before);
  for (let ticks = 0; ticks < TICKS_AT_ONCE && last < due; ticks++) last = nextTick(last, due, MOVED_MS);
  return last < due ? last : to;
}
