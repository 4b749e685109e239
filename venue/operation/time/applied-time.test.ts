import { expect, test } from "bun:test";
import { AppliedTime } from "./applied-time.ts";

test("time goes on after a batch, waits at the end of its second, and never goes back", () => {
  let steady = 500;
  const time = new AppliedTime(10_200, () => steady, false);
  expect(time.now()).toBe(10_200);
  steady += 300.7;
  expect(time.now()).toBe(10_500);
  // The tick is late: no later second is shown, because that may not come.
  steady += 5_000;
  expect(time.now()).toBe(10_999);
  // A batch that was delayed does not move the shown time back.
  time.applied(10_600);
  expect(time.now()).toBe(10_999);
  time.applied(11_000);
  expect(time.now()).toBe(11_000);
  steady += 999;
  expect(time.now()).toBe(11_999);
});

test("a signer's clock does not wait: a timestamp ages even while no node leads", () => {
  let steady = 0;
  const time = new AppliedTime(10_000, () => steady, false);
  steady = 7_000;
  expect([time.now(), time.age(16_000), time.age(18_000)]).toEqual([10_999, 1_000, -1_000]);
});

test("a client that signs by the time before a leap is no later than without it, and one that knows of the leap signs by the new time", () => {
  let steady = 0;
  const time = new AppliedTime(10_000, () => steady, true);
  steady = 1_000;
  time.applied(3_600_000);
  steady = 1_500;
  time.applied(7_200_000);
  steady = 3_000;
  // Signed before both leaps; before the second; with a time in between; by a clock that is ahead; and by the new time.
  expect([10_400, 3_600_300, 5_000_000, 7_201_900, 7_200_900].map((at) => time.age(at))).toEqual([
    2_600, 1_700, 1_500, -400, 600,
  ]);
  // A very old request does not pass as a new one.
  expect(time.age(10_000 - 60_000)).toBe(63_000);
  steady = 11_400;
  time.applied(7_209_900);
  expect([time.age(10_400), time.age(3_600_300)]).toEqual([7_209_900 - 10_400 - 3_599_500, 10_100]);
});

test("in production a leap ages earlier signatures", () => {
  const time = new AppliedTime(10_000, () => 0, false);
  time.applied(3_600_000);
  expect(time.age(10_000)).toBe(3_590_000);
});
