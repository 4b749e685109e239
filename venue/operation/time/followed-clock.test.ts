// How venue time follows a machine's clock, case by case, on clocks that are moved by hand.

import { describe, expect, test } from "bun:test";
import { FollowedClock, type FollowedClockOptions } from "./followed-clock.ts";
import { HandMovedClocks } from "./testing/hand-moved-clocks.ts";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const START = 1_779_269_143_700;

/** With a limit of ten seconds, as in production; `seen` collects what the listener is notified of. */
function followed(options: Partial<FollowedClockOptions> & { wallAt?: number } = {}) {
  const { wallAt = START, ...rest } = options;
  const clocks = new HandMovedClocks(wallAt);
  const base = { clocks, lastAt: 0, movable: false, limitMs: 10 * SECOND, wasDoubted: false };
  const clock = new FollowedClock({ ...base, ...rest });
  const seen: string[] = [];
  clock.notify({
    doubted: (gap) => seen.push(`doubted ${Math.round(gap / SECOND)}`),
    trusted: (gap, isConfirmed) => seen.push(`${isConfirmed ? "confirmed" : "trusted"} ${Math.round(gap / SECOND)}`),
    adopted: (ms) => seen.push(`adopted ${Math.round(ms / SECOND)}`),
  });
  /** Lets time pass in steps, reading the clock after each. @returns how far venue time has moved since the start */
  const pass = (ms: number, step = 100): number => {
    for (let left = ms; left > 0; left -= step) {
      clocks.pass(Math.min(step, left));
      const before = clock.read();
      expect(clock.read()).toBeGreaterThanOrEqual(before);
    }
    return Math.round(clock.read() - START);
  };
  return { clocks, clock, seen, pass };
}

describe("within ten seconds", () => {
  test.each([4, -4])("a correction by %d s is adopted at a tenth of time's speed", (seconds) => {
    const { clocks, seen, pass } = followed();
    clocks.set(seconds * SECOND);
    expect(pass(10 * SECOND)).toBe(10 * SECOND + Math.sign(seconds) * SECOND);
    expect(pass(30 * SECOND)).toBe(40 * SECOND + seconds * SECOND);
    expect(pass(20 * SECOND)).toBe(60 * SECOND + seconds * SECOND);
    expect(seen).toEqual([]);
  });

  test("a clock that runs wrong by a thousandth is followed to the millisecond", () => {
    const { clocks, clock, pass } = followed();
    for (let i = 0; i < 100; i++) {
      pass(SECOND);
      clocks.set(1);
    }
    pass(100);
    expect(Math.abs(clock.gapMs)).toBeLessThan(1);
  });
});

describe("beyond the limit", () => {
  test("back one hour for five seconds, then corrected: time passes as usual", () => {
    const { clocks, seen, pass } = followed();
    pass(SECOND);
    clocks.set(-HOUR);
    expect(pass(5 * SECOND)).toBe(6 * SECOND);
    clocks.set(HOUR);
    expect(pass(SECOND)).toBe(7 * SECOND);
    expect(seen).toEqual(["doubted -3600", "trusted 0"]);
  });

  test("a day forward and back again has no lasting effect", () => {
    const { clocks, seen, pass } = followed();
    clocks.set(DAY);
    expect(pass(MINUTE, SECOND)).toBe(MINUTE);
    clocks.set(-DAY);
    expect(pass(SECOND)).toBe(61 * SECOND);
    expect(seen).toEqual(["doubted 86400", "trusted 0"]);
  });

  test("a clock confirmed as ahead is adopted at once", () => {
    const { clocks, clock, seen, pass } = followed();
    clocks.set(HOUR);
    pass(SECOND);
    clock.confirm();
    expect(pass(SECOND)).toBe(HOUR + 2 * SECOND);
    expect(seen).toEqual(["doubted 3600", "confirmed 3600", "adopted 3600"]);
  });

  test("a clock confirmed as behind slows time down until the two meet, and is no longer doubted", () => {
    const { clocks, clock, seen, pass } = followed();
    clocks.set(-MINUTE);
    pass(SECOND);
    clock.confirm();
    expect(pass(10 * SECOND)).toBe(10 * SECOND);
    expect(pass(10 * MINUTE, SECOND)).toBe(10 * MINUTE + 11 * SECOND - MINUTE);
    expect(Math.abs(clock.gapMs)).toBeLessThan(1);
    expect(seen).toEqual(["doubted -60", "confirmed -60"]);
  });

  test("a wrong confirmation is undone by the clock itself", () => {
    const { clocks, clock, seen, pass } = followed();
    clocks.set(-HOUR);
    pass(SECOND);
    clock.confirm();
    clocks.set(HOUR);
    pass(SECOND);
    expect([clock.isDoubted, Math.abs(clock.gapMs) < SECOND]).toEqual([false, true]);
    expect(seen).toEqual(["doubted -3600", "confirmed -3600"]);
  });

  test("another jump after a confirmed one is doubted again", () => {
    const { clocks, clock, pass } = followed();
    clocks.set(-HOUR);
    pass(SECOND);
    clock.confirm();
    clocks.set(-HOUR);
    pass(SECOND);
    expect(clock.isDoubted).toBe(true);
  });

  test("confirming a clock that is not in doubt changes nothing", () => {
    const { clock, seen, pass } = followed();
    clock.confirm();
    expect([pass(SECOND), seen]).toEqual([SECOND, []]);
  });
});

describe("without a limit", () => {
  const limitMs = Number.POSITIVE_INFINITY;

  test("a jump forward is adopted at once, a jump back is waited for, at nine tenths of time's speed", () => {
    const { clocks, clock, seen, pass } = followed({ limitMs });
    clocks.set(HOUR);
    expect(pass(SECOND)).toBe(HOUR + SECOND);
    clocks.set(-HOUR);
    expect(pass(10 * SECOND)).toBe(HOUR + 10 * SECOND);
    expect(clock.isDoubted).toBe(false);
    expect(seen).toEqual(["adopted 3600"]);
  });

  test("back one hour for five seconds, then corrected: the half second lost is made good", () => {
    const { clocks, pass } = followed({ limitMs });
    clocks.set(-HOUR);
    expect(pass(5 * SECOND)).toBe(4_500);
    clocks.set(HOUR);
    expect(pass(10 * SECOND)).toBe(15 * SECOND);
  });
});

test("after sleep, the machine's clock does not count as jumped", () => {
  const { clocks, clock, seen, pass } = followed();
  clocks.sleep(8 * HOUR);
  expect(pass(SECOND)).toBe(8 * HOUR + SECOND);
  expect([clock.isDoubted, seen]).toEqual([false, ["adopted 28800"]]);
});

test("nor does it after an hour in which the process did not run", () => {
  const { clock, seen, pass } = followed();
  expect(pass(HOUR, HOUR)).toBe(HOUR);
  expect([clock.isDoubted, seen]).toEqual([false, []]);
});

describe("at a start", () => {
  const lastAt = START;
  /** A client may have been shown any part of the last second, up to its end. */
  const SHOWN = 999 - (START % SECOND);
  const started = (options: Partial<FollowedClockOptions> & { wallAt: number }) => {
    const { clock } = followed({ lastAt, ...options });
    return [clock.read() - START, clock.isDoubted];
  };

  test("the time in which the venue did not run is adopted, unless it was over a week", () => {
    expect(started({ wallAt: START + DAY })).toEqual([DAY, false]);
    expect(started({ wallAt: START + 8 * DAY })).toEqual([SHOWN, true]);
    expect(started({ wallAt: START + 8 * DAY, limitMs: Number.POSITIVE_INFINITY })).toEqual([8 * DAY, false]);
  });

  test("a clock behind the journal's last command is waited for, or doubted", () => {
    expect(started({ wallAt: START - 5 * SECOND })).toEqual([SHOWN, false]);
    expect(started({ wallAt: START - DAY })).toEqual([SHOWN, true]);
    expect(started({ wallAt: START - DAY, limitMs: Number.POSITIVE_INFINITY })).toEqual([SHOWN, false]);
  });

  test("a start by itself does not make a doubted clock right", () => {
    expect(started({ wallAt: START + DAY, wasDoubted: true })).toEqual([SHOWN, true]);
    expect(started({ wallAt: START + 5 * SECOND, wasDoubted: true })).toEqual([SHOWN, false]);
  });

  test("a sandbox goes on from where it was moved to", () => {
    const { clock, pass } = followed({ lastAt, wallAt: START - DAY, movable: true });
    expect([clock.isDoubted, pass(SECOND)]).toEqual([false, SECOND + SHOWN]);
    clock.advance(HOUR);
    expect([clock.isDoubted, pass(SECOND)]).toEqual([false, HOUR + 2 * SECOND + SHOWN]);
  });
});

test("while the clocks are far apart a client may have signed by either", () => {
  const { clocks, clock } = followed();
  expect(clock.age(START - 7)).toBe(7);
  clocks.set(HOUR);
  clock.read();
  expect([clock.age(START - 7), clock.age(START + HOUR + 7)].map(Math.round)).toEqual([7, -7]);
  clocks.set(-2 * HOUR);
  clock.read();
  expect([clock.age(START - 7), clock.age(START - HOUR - 7)].map(Math.round)).toEqual([7, 7]);
  clocks.set(HOUR + 8 * SECOND);
  clock.read();
  expect(Math.round(clock.age(START + 8 * SECOND))).toBe(-8 * SECOND);
});
