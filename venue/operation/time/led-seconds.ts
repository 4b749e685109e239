// The seconds of a venue of several nodes, as its leader makes them: of each that has begun, the prices and the tick, in front of
// whatever else is in the batch. So no command is stamped in a second whose tick comes after it. Rules 0.2.

import { type Command, type Millis, millis } from "@evermark/engine";
import type { PriceTape } from "../../prices/price-tape.ts";
import { SECOND_MS, wholeSecond } from "./clock.ts";
import { nextTick } from "./ticker.ts";

const HOUR_MS = 3_600_000;

interface LedSecondsParts {
  /** Null when prices are set by hand. */
  readonly prices: PriceTape | null;
  /** Venue time from which the tape's seconds count. */
  readonly tapeStart: Millis;
}

/** @returns what the leader says by itself in a batch of `at` that stands behind one of `before`; each no sooner than `before` */
export function ledSeconds(before: number, at: Millis, { prices, tapeStart }: LedSecondsParts): Command[] {
  const due = wholeSecond(at);
  const commands: Command[] = [];
  for (let last = wholeSecond(before); last < due; ) {
    last = nextTick(last, due, HOUR_MS);
    const reports = prices?.at(Math.max(0, (last - tapeStart) / SECOND_MS)) ?? null;
    if (reports !== null) commands.push({ ...reports, at: millis(Math.max(before, last - 1)) });
    commands.push({ type: "tick", at: last });
  }
  return commands;
}
