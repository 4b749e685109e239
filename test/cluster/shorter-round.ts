// Shortens a failing round. One after the other it leaves out faults, acts and moves of time, and makes connections to
// the bus and the database reliable, as long as the rest violates the same invariant.

import type { RoundSettings } from "./round-settings.ts";
import { SimulatedRound } from "./simulated-round.ts";

/** How many rounds are played at most. */
const TRIES_MAX = 400;

type Change = (settings: RoundSettings) => RoundSettings;

const GOOD_LINES: readonly Change[] = [
  (settings) => ({ ...settings, bus: { ...settings.bus, lost: 0 } }),
  (settings) => ({ ...settings, bus: { ...settings.bus, doubled: 0 } }),
  (settings) => ({ ...settings, bus: { ...settings.bus, late: 0 } }),
  (settings) => ({ ...settings, line: { ...settings.line, lost: 0 } }),
  (settings) => ({ ...settings, line: { ...settings.line, late: 0 } }),
  (settings) => ({ ...settings, seenEarly: 0 }),
  (settings) => ({ ...settings, refused: 0 }),
  (settings) => ({ ...settings, eager: 0 }),
];

/** The invariant of the first violation; "" for none. */
export function claimOf(violations: readonly string[]): string {
  return violations[0]?.split(" ")[0] ?? "";
}

/** @returns settings that fail for the same reason, with nothing that can be left out */
export function shorter(settings: RoundSettings, triesMax = TRIES_MAX): RoundSettings {
  const claim = claimOf(new SimulatedRound(settings).play().violations);
  let short = settings;
  let tries = triesMax;
  const attempt = (change: Change): boolean => {
    const next = change(short);
    if (tries-- <= 0 || claimOf(new SimulatedRound(next).play().violations) !== claim) return false;
    short = next;
    return true;
  };
  for (const change of GOOD_LINES) attempt(change);
  leaveOut(settings.happenings.length, (from, to) =>
    attempt((each) => ({ ...each, happenings: each.happenings.toSpliced(from, to - from) })),
  );
  leaveOut(settings.acts.length, (from, to) =>
    attempt((each) => ({ ...each, acts: each.acts.toSpliced(from, to - from) })),
  );
  leaveOut(settings.moves.length, (from, to) =>
    attempt((each) => ({ ...each, moves: each.moves.toSpliced(from, to - from) })),
  );
  return short;
}

/** Tries to leave out halves first, then smaller parts, from the end of a list of this length. */
function leaveOut(length: number, without: (from: number, to: number) => boolean): void {
  let left = length;
  for (let size = Math.ceil(length / 2); size >= 1 && left > 0; size = size === 1 ? 0 : Math.floor(size / 2)) {
    for (let to = left; to > 0; to -= size) {
      const from = Math.max(0, to - size);
      if (without(from, to)) left -= to - from;
    }
  }
}
