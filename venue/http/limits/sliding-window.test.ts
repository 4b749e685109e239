import { expect, test } from "bun:test";
import fc from "fast-check";
import { SlidingWindow } from "./sliding-window.ts";

/** The definition, written literally: keep the time of every accepted request and count those inside the window. */
class NaiveWindow {
  readonly #accepted: number[] = [];

  constructor(
    readonly count: number,
    readonly lengthMs: number,
  ) {}

  inside(now: number): number {
    return this.#accepted.filter((at) => at > now - this.lengthMs).length;
  }

  take(now: number, requests: number): boolean {
    if (this.inside(now) + requests > this.count) return false;
    for (let i = 0; i < requests; i++) this.#accepted.push(now);
    return true;
  }
}

test("the ring decides as the definition does, whatever the times and sizes", () => {
  const request = fc.record({ wait: fc.nat({ max: 40 }), requests: fc.integer({ min: 1, max: 3 }) });
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 40 }),
      fc.integer({ min: 1, max: 100 }),
      fc.array(request, { maxLength: 300 }),
      (count, lengthMs, requests) => {
        const ring = new SlidingWindow(count, lengthMs);
        const naive = new NaiveWindow(count, lengthMs);
        let now = 1_000;
        for (const { wait, requests: n } of requests) {
          now += wait;
          expect(ring.take(now, n)).toBe(naive.take(now, n));
          expect(ring.remaining(now)).toBe(count - naive.inside(now));
        }
      },
    ),
  );
});

test("the eleventh request within a second is refused, wherever the second begins", () => {
  const window = new SlidingWindow(10, 1_000);
  for (let i = 0; i < 10; i++) expect(window.take(500 + i * 50)).toBe(true);
  expect(window.take(1_499.9)).toBe(false);
  expect(window.freeAt()).toBe(1_500);
  expect(window.take(1_500)).toBe(true);
  expect(window.take(1_500)).toBe(false);
});

test("refused requests do not count", () => {
  const window = new SlidingWindow(1, 1_000);
  expect(window.take(0)).toBe(true);
  for (let at = 1; at < 1_000; at++) expect(window.take(at)).toBe(false);
  expect(window.take(1_000)).toBe(true);
});

test("a window is idle once its newest request has left it", () => {
  const window = new SlidingWindow(5, 1_000);
  expect(window.idleFrom()).toBe(Number.NEGATIVE_INFINITY);
  window.take(100);
  window.take(300);
  expect(window.idleFrom()).toBe(1_300);
  expect(window.remaining(1_300)).toBe(5);
});
