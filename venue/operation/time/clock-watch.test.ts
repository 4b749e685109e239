// How a venue acts while its machine's clock is in doubt. Tests of whole venues are in test/venue/crash-clock.slow.ts.

import { expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { type Done, dataPaths, type Submitted, type Unstamped } from "@evermark/core";
import { temporaryDirectory } from "@evermark/journal/testing/temporary-directory.ts";
import { createLog } from "../reports/log.ts";
import { createMetrics } from "../reports/metrics.ts";
import { Readiness } from "../reports/readiness.ts";
import { TickedClock } from "./clock.ts";
import { ClockConfirmation, confirmClock, findClockDoubt } from "./clock-confirmation.ts";
import { ClockWatch } from "./clock-watch.ts";
import { HandMovedClocks } from "./testing/hand-moved-clocks.ts";

const HOUR = 3_600_000;
const START = 1_779_269_143_700;

function watched(directory: string) {
  const clocks = new HandMovedClocks(START);
  const clock = new TickedClock({ clocks, lastAt: 0, movable: false, limitMs: 10_000, wasDoubted: false });
  const venue = { clockHalt: false, isDiskFull: false };
  const commands: string[] = [];
  const submit = (command: Unstamped, done: Done): void => {
    if (venue.isDiskFull) return done({ unavailable: "the venue's disk is full" });
    commands.push(command.type === "halt_for_clock" ? `${command.type} ${command.halted}` : command.type);
    if (command.type === "halt_for_clock") venue.clockHalt = command.halted;
    done({} as Submitted);
  };
  const logged: string[] = [];
  const log = createLog("info", { readable: false, sink: { write: (line) => void logged.push(JSON.parse(line).msg) } });
  const metrics = createMetrics();
  const readiness = new Readiness(metrics.conditions);
  const engine = { venue: () => venue as never };
  const [door, isClockRight] = [new ClockConfirmation(dataPaths(directory)), readiness.needed("clock")];
  const parts = { clock, wall: clocks.wall, sequencer: { submit }, engine, door, isClockRight, metrics, log };
  const watch = new ClockWatch(parts);
  return { clocks, clock, venue, commands, logged, metrics, readiness, watch };
}

test("the halt comes in the order of commands before the command for which the clock was read", () => {
  using temporary = temporaryDirectory();
  const { clocks, clock, commands, readiness, logged } = watched(temporary.path);
  clocks.set(-HOUR);
  clock.age(START - HOUR);
  expect(commands).toEqual(["halt_for_clock true"]);
  expect(readiness.reasons()).toEqual({ clock: "the machine's clock is 3600.0 s behind venue time" });
  expect(logged).toEqual([
    "the machine's clock is 3600.0 s behind venue time: trading is halted until the clock is right again or confirmed",
  ]);
  expect(findClockDoubt(dataPaths(temporary.path))).toEqual({ machineTime: START - HOUR, venueTime: START });
});

test("once the clock is right again, trading goes on with the next second", () => {
  using temporary = temporaryDirectory();
  const { clocks, commands, readiness, watch } = watched(temporary.path);
  clocks.set(HOUR);
  watch.look();
  clocks.set(-HOUR);
  watch.look();
  expect(commands).toEqual(["halt_for_clock true", "halt_for_clock false"]);
  expect([readiness.status, findClockDoubt(dataPaths(temporary.path))]).toEqual(["ok", undefined]);
});

test("a confirmed jump starts a new session, and trading goes on when its seconds have been ticked", () => {
  using temporary = temporaryDirectory();
  const { clocks, clock, commands, watch } = watched(temporary.path);
  clocks.set(HOUR);
  watch.look();
  confirmClock(dataPaths(temporary.path), clocks.wall());
  watch.look();
  expect(commands).toEqual(["halt_for_clock true", "start_session"]);
  expect([clock.isDoubted, clock.dueSecond as number]).toEqual([false, 1_779_269_143_000 + HOUR]);
  watch.look();
  expect(commands.at(-1)).toBe("halt_for_clock false");
});

test("an answer to another doubt, or about another time, does not count", () => {
  using temporary = temporaryDirectory();
  const paths = dataPaths(temporary.path);
  const { clocks, clock, watch } = watched(temporary.path);
  confirmClock(paths, START + HOUR);
  clocks.set(HOUR);
  watch.look();
  expect(clock.isDoubted).toBe(true);
  confirmClock(paths, START);
  watch.look();
  writeFileSync(paths.clockConfirmed, "yes");
  watch.look();
  expect(clock.isDoubted).toBe(true);
});

test("the halt is submitted again once a journal that could not be written can be", () => {
  using temporary = temporaryDirectory();
  const { clocks, venue, commands, watch } = watched(temporary.path);
  venue.isDiskFull = true;
  clocks.set(HOUR);
  watch.look();
  expect(commands).toEqual([]);
  venue.isDiskFull = false;
  watch.look();
  expect(commands).toEqual(["halt_for_clock true"]);
});

test("a small correction is logged once, and the clock's error is measured", async () => {
  using temporary = temporaryDirectory();
  const { clocks, commands, logged, metrics, watch } = watched(temporary.path);
  clocks.set(-2_000);
  for (let second = 0; second < 3; second++) watch.look();
  expect(logged).toEqual(["the machine's clock is 2.0 s behind venue time, which is adjusted gradually"]);
  expect(commands).toEqual([]);
  expect(await metrics.text()).toContain("evermark_clock_ahead_seconds -2\n");
});
