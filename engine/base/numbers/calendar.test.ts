import { expect, test } from "bun:test";
import fc from "fast-check";
import { DAY_MS, hasPassed, monthOf, utcText } from "./calendar.ts";

/** The same, computed with the platform's calendar. */
function slowMonth(at: number): number {
  const date = new Date(at);
  return (date.getUTCFullYear() - 1970) * 12 + date.getUTCMonth();
}

test("every day of four centuries is in the month given by the platform", () => {
  const first = Date.UTC(1900, 0, 1);
  const last = Date.UTC(2301, 0, 1);
  const wrong: string[] = [];
  for (let at = first; at < last; at += DAY_MS) {
    if (monthOf(at) !== slowMonth(at) || monthOf(at + DAY_MS - 1) !== slowMonth(at))
      wrong.push(new Date(at).toISOString());
  }
  expect(wrong).toEqual([]);
});

test("any moment of a hundred centuries is in the month given by the platform", () => {
  const ends = { min: Date.UTC(0, 0, 1), max: Date.UTC(9_999, 11, 31) };
  fc.assert(
    fc.property(fc.integer(ends), (at) => expect(monthOf(at)).toBe(slowMonth(at))),
    { numRuns: 2_000 },
  );
});

test("a month ends at midnight, UTC, also in February of a leap year", () => {
  const march = Date.UTC(2028, 2, 1);
  expect([monthOf(march - 1), monthOf(march)]).toEqual([(2028 - 1970) * 12 + 1, (2028 - 1970) * 12 + 2]);
  expect(monthOf(Date.UTC(2028, 1, 29))).toBe(monthOf(march - 1));
});

test("what was due while no tick ran is due at the next tick, once", () => {
  const march = Date.UTC(2028, 2, 1);
  expect(hasPassed(DAY_MS, march - 1_000, march)).toBe(true);
  expect(hasPassed(DAY_MS, march - 5_000, march + 7_000)).toBe(true);
  expect(hasPassed(DAY_MS, march, march + 7_000)).toBe(false);
  expect([hasPassed(DAY_MS, 0, march), hasPassed(DAY_MS, 0, march + 1_000)]).toEqual([true, false]);
});

test("a time is written in readable form", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 253_402_300_799_999 }), (at) => {
      expect(utcText(at)).toBe(`${new Date(at).toISOString().slice(0, 19).replace("T", " ")} UTC`);
    }),
  );
});
