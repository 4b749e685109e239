import { describe, expect, test } from "bun:test";
import { VenueClock } from "./venue-clock.ts";

describe("the venue's clock", () => {
  test("is the machine's until the first answer, then the middle of that answer's round trip", () => {
    const clock = new VenueClock();
    expect(Math.abs(clock.now() - Date.now())).toBeLessThan(50);
    clock.learn({ sentAtMs: 1_000, receivedAtMs: 1_200, venueTimeMs: 61_100 });
    expect(clock.offsetMs).toBe(60_000);
    expect(Math.abs(clock.now() - Date.now() - 60_000)).toBeLessThan(50);
  });

  test("a slow answer that agrees does not replace a precise one", () => {
    const clock = new VenueClock();
    clock.learn({ sentAtMs: 1_000, receivedAtMs: 1_010, venueTimeMs: 61_005 });
    clock.learn({ sentAtMs: 2_000, receivedAtMs: 12_000, venueTimeMs: 71_900 });
    expect(clock.offsetMs).toBe(60_000);
  });

  test("a slow answer that contradicts is believed: the clock was moved", () => {
    const clock = new VenueClock();
    clock.learn({ sentAtMs: 1_000, receivedAtMs: 1_010, venueTimeMs: 61_005 });
    clock.learn({ sentAtMs: 2_000, receivedAtMs: 2_400, venueTimeMs: 28_802_200 });
    expect(clock.offsetMs).toBe(28_800_000);
  });
});
