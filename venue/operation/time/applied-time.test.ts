import { expect, test } from "bun:test";
import { AppliedTime } from "./applied-time.ts";

test("time goes on behind a batch, waits at the end of its second, and never goes back", () => {
  let steady = 500;
  const time = new AppliedTime(10_200, () => steady);
  expect(time.now()).toBe(10_200);
  steady += 300.7;
  expect(time.now()).toBe(10_500);
  // Its tick is late: no second is shown that may not have come.
  steady += 5_000;
  expect(time.now()).toBe(10_999);
  // A batch that was long on its way: what was shown stays.
  time.applied(10_600);
  expect(time.now()).toBe(10_999);
  time.applied(11_000);
  expect(time.now()).toBe(11_000);
  steady += 999;
  expect(time.now()).toBe(11_999);
});

test("a signer's clock does not wait: the age of a time goes on where no node leads", () => {
  let steady = 0;
  const time = new AppliedTime(10_000, () => steady);
  steady = 7_000;
  expect([time.now(), time.age(16_000), time.age(18_000)]).toEqual([10_999, 1_000, -1_000]);
});
