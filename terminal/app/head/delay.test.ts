import { expect, test } from "bun:test";
import { callOf, delayOf } from "./delay.ts";

const timing = (name: string, duration: number) => ({ name, duration, description: "" }) as PerformanceServerTiming;

test("a call's time is divided into the venue's share and the network's", () => {
  const call = callOf({
    requestStart: 100,
    responseEnd: 107,
    serverTiming: [timing("engine", 1), timing("total", 2)],
  });
  expect(call).toEqual({ wholeMs: 7, venueMs: 2 });
  expect(delayOf([call!])).toEqual({ venueMs: 2, wayMs: 5 });
});

test("files, and entries without timings, are not calls", () => {
  expect(callOf({ requestStart: 100, responseEnd: 107, serverTiming: [] })).toBeUndefined();
  expect(callOf({ requestStart: 0, responseEnd: 107, serverTiming: [timing("total", 2)] })).toBeUndefined();
  expect(delayOf([])).toBeUndefined();
});

test("one slow call among many does not change the result", () => {
  const calls = [1, 2, 3, 4, 900].map((venueMs) => ({ venueMs, wholeMs: venueMs + 10 }));
  expect(delayOf(calls)).toEqual({ venueMs: 3, wayMs: 10 });
});
