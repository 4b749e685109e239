import { expect, test } from "bun:test";
import fc from "fast-check";
import { ClockAhead, middleOf } from "./clock-ahead.ts";

test("an offset that fits all readings is believed, until a later reading contradicts it", () => {
  const ahead = new ClockAhead();
  expect(ahead.ms).toBeNull();
  ahead.read({ sentAt: 1_000, cameAt: 1_400, server: 900 });
  expect(ahead.ms).toBe(300);
  ahead.read({ sentAt: 2_000, cameAt: 2_010, server: 1_865 });
  expect(ahead.ms).toBe(140);
  // A slow answer says less, and changes nothing.
  ahead.read({ sentAt: 3_000, cameAt: 4_900, server: 4_000 });
  expect(ahead.ms).toBe(140);
  // This clock was set in the meantime: by an hour, and then while a question was unanswered.
  ahead.read({ sentAt: 3_605_000, cameAt: 3_605_100, server: 5_000 });
  expect(ahead.ms).toBe(3_600_050);
  ahead.read({ sentAt: 3_606_000, cameAt: 6_100, server: 6_050 });
  expect(ahead.ms).toBe(3_600_050);
});

test("the estimate is off by no more than half the shortest span, however late answers are", () => {
  const spans = fc.array(fc.tuple(fc.nat(2_000), fc.nat(1_000)), { minLength: 1, maxLength: 30 });
  fc.assert(
    fc.property(fc.integer({ min: -5_000, max: 5_000 }), spans, (offset, readings) => {
      const ahead = new ClockAhead();
      for (const [i, [there, back]] of readings.entries()) {
        const server = 10_000 * (i + 1);
        ahead.read({ sentAt: server - there + offset, cameAt: server + back + offset, server });
      }
      const least = Math.min(...readings.map(([there, back]) => there + back));
      expect(Math.abs(ahead.ms! - offset)).toBeLessThanOrEqual(Math.ceil(least / 2));
    }),
  );
});

test("the middle of several clocks, and the middle between two", () => {
  expect(middleOf([0])).toBe(0);
  expect(middleOf([0, 3_600_000, 20])).toBe(20);
  expect(middleOf([7, -1, 3, 0])).toBe(1.5);
});
