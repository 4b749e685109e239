// A node's clock against the venue's time, which other clocks have set. Tests with real nodes are in
// test/venue/nodes/doubted-clock.slow.ts.

import { expect, test } from "bun:test";
import { dataPaths } from "@evermark/core";
import { temporaryDirectory } from "@evermark/journal/testing/temporary-directory.ts";
import { keptLog } from "../../testing/kept-log.ts";
import { createMetrics } from "../reports/metrics.ts";
import { Readiness } from "../reports/readiness.ts";
import { ClockConfirmation, confirmClock, findClockDoubt } from "../time/clock-confirmation.ts";
import { NodeClock } from "./node-clock.ts";

const START = 1_779_269_143_700;

function watched(directory: string) {
  const paths = dataPaths(directory);
  const now = { wall: START, venue: START, ahead: 0 as number | null };
  const readiness = new Readiness(createMetrics().conditions);
  const lines: string[] = [];
  const clock = new NodeClock({
    wall: () => now.wall,
    venueTime: () => now.venue,
    aheadMs: () => now.ahead,
    door: new ClockConfirmation(paths),
    isRight: readiness.useful("clock"),
    log: keptLog(lines),
  });
  return { paths, now, readiness, clock, lines };
}

test("a clock near the others', and not too far behind the venue's time, may be led by", () => {
  using temporary = temporaryDirectory();
  const { now, clock, readiness, paths } = watched(temporary.path);
  for (const [venue, ahead] of [
    [START, 0],
    [START + 5_000, 1_000],
    [START - 3_600_000, -1_000],
  ] as const) {
    Object.assign(now, { venue, ahead });
    clock.look();
    expect([clock.doubt, readiness.status]).toEqual([null, "ok"]);
  }
  expect(findClockDoubt(paths)).toBeUndefined();
  now.ahead = null;
  expect(clock.doubt).not.toBeNull();
});

test("a clock that the venue's time is far ahead of is doubted, until it is right or its operator confirms it", () => {
  using temporary = temporaryDirectory();
  const { now, clock, readiness, paths, lines } = watched(temporary.path);
  now.venue = START + 7_200_000;
  expect(clock.doubt).not.toBeNull();
  clock.look();
  clock.look();
  const what = "this machine's clock is 7200.0 s behind the venue's time";
  expect(readiness.reasons()).toEqual({ clock: `${what}; this node does not begin to lead` });
  expect(lines.filter((line) => line.includes(what)).length).toBe(1);
  expect(findClockDoubt(paths)).toEqual({ machineTime: START, venueTime: START + 7_200_000 });

  now.wall = START + 7_200_000;
  clock.look();
  expect([clock.doubt, readiness.status, findClockDoubt(paths)]).toEqual([null, "ok", undefined]);

  now.wall = START;
  clock.look();
  confirmClock(paths, START);
  clock.look();
  expect([clock.doubt, readiness.status, findClockDoubt(paths)]).toEqual([null, "ok", undefined]);
  // The confirmation was for the clock as it was, not as it is set later.
  now.wall = START - 60_000;
  clock.look();
  expect([clock.doubt, readiness.status]).toEqual([readiness.reasons().clock!, "degraded"]);
});

test("a clock far from the median is doubted, and confirmed only as it is then", () => {
  using temporary = temporaryDirectory();
  const { now, clock, readiness, paths } = watched(temporary.path);
  now.ahead = -1_300;
  clock.look();
  expect(readiness.reasons().clock).toBe(
    "this machine's clock is 1.3 s behind the middle one of PostgreSQL's and all nodes' clocks; this node does not begin to lead",
  );
  confirmClock(paths, START);
  clock.look();
  expect(clock.doubt).toBeNull();
  now.ahead = 1_300;
  clock.look();
  expect(readiness.reasons().clock).toContain("1.3 s ahead of the middle one");
  now.ahead = 900;
  clock.look();
  now.ahead = -1_300;
  // The confirmation ended when the clock was right again.
  expect(clock.doubt).not.toBeNull();
});
