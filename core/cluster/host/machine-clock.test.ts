import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { bootTime } from "./boot-time.ts";
import { MachineClock } from "./machine-clock.ts";

/** The clock as Linux shows it, cut to 10 ms. */
const uptime = () => Number(readFileSync("/proc/uptime", "utf8").split(" ")[0]) * 1_000;

test("the steady clock is the one that counts a machine's sleep", () => {
  const steady = bootTime();
  for (let i = 0; i < 100; i++) {
    // The clock must still advance after the code is compiled and the heap was collected.
    for (let j = 0; j < 1_000; j++) steady();
    if (i % 10 === 0) Bun.gc(true);
    const before = uptime();
    const now = steady();
    const after = uptime();
    expect(now).toBeGreaterThanOrEqual(before);
    expect(now).toBeLessThan(after + 10.001);
    expect(steady()).toBeGreaterThanOrEqual(now);
  }
});

/** A clock, and the steady times at which it rang. */
function ringing() {
  const rung: number[] = [];
  let onRing = () => {};
  const clock = new MachineClock(() => {
    rung.push(clock.steady());
    onRing();
  });
  const next = () =>
    new Promise<void>((resolve) => {
      onRing = resolve;
    });
  return { clock, rung, next };
}

test("the alarm rings once, no earlier than it was set to", async () => {
  const { clock, rung, next } = ringing();
  const due = clock.steady() + 20.5;
  clock.wakeAt(due);
  await next();
  expect(rung[0]).toBeGreaterThanOrEqual(due);
  // An alarm that is set after the first rang rings too; the first does not ring again.
  const later = clock.steady() + 5;
  clock.wakeAt(later);
  await next();
  expect(rung.length).toBe(2);
  expect(rung[1]).toBeGreaterThanOrEqual(later);
});

test("an alarm that is moved rings at its new time, sooner or later", async () => {
  const { clock, rung, next } = ringing();
  clock.wakeAt(clock.steady() + 3_600_000);
  const sooner = clock.steady() + 5;
  clock.wakeAt(sooner);
  await next();
  expect(rung[0]).toBeGreaterThanOrEqual(sooner);
  expect(rung[0]).toBeLessThan(sooner + 3_000_000);
  clock.wakeAt(clock.steady() + 1);
  const later = clock.steady() + 60;
  clock.wakeAt(later);
  await next();
  expect(rung.length).toBe(2);
  expect(rung[1]).toBeGreaterThanOrEqual(later);
});

test("an alarm that is cancelled, and one of a stopped clock, do not ring", async () => {
  const [first, second, third] = [ringing(), ringing(), ringing()];
  first.clock.wakeAt(first.clock.steady() + 1);
  first.clock.wakeAt(Number.POSITIVE_INFINITY);
  second.clock.wakeAt(second.clock.steady() + 1);
  second.clock.stop();
  third.clock.wakeAt(third.clock.steady() + 30);
  await third.next();
  expect([first.rung, second.rung]).toEqual([[], []]);
});
