// What the leader of a round says by itself: a tick for the second that has begun.

import type { Command, Millis } from "@evermark/engine";

export function ticks(before: number, at: Millis): Command[] {
  const second = (Math.floor(at / 1_000) * 1_000) as Millis;
  return second > before ? [{ type: "tick", at: second }] : [];
}
