import { expect, test } from "bun:test";
import { orders } from "@evermark/interface/trading/orders.ts";
import fc from "fast-check";
import { bucketName } from "./rate-limits.ts";
import { SharedLimits } from "./shared-limits.ts";

const ORDERS = bucketName(orders.placeOrder);
const { count, windowMs } = orders.placeOrder.limit;

const wanted = (account: number, requests = 1, bucket = ORDERS) => ({ account, limits: [{ bucket, requests }] });

function setup() {
  const clock = { now: 1_000_000 };
  return { clock, limits: new SharedLimits(1, () => clock.now) };
}

test("an account has as many requests over all nodes as its endpoint's row allows, and each account has its own", () => {
  const { clock, limits } = setup();
  expect(limits.take(wanted(7, count))).toBe(0);
  expect(limits.take(wanted(7))).toBe(windowMs);
  expect(limits.take(wanted(8))).toBe(0);
  clock.now += windowMs;
  expect(limits.take(wanted(7))).toBe(0);
});

test("requests in a bucket that only a newer node knows are not counted here", () => {
  const { limits } = setup();
  expect(limits.take(wanted(7, 1_000_000, "POST /v9/order"))).toBe(0);
});

test("no window has more than fits, in any order of requests, and a request fits after the wait that was returned for it", () => {
  const step = fc.record({ ms: fc.nat({ max: windowMs }), requests: fc.integer({ min: 1, max: count }) });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const { clock, limits } = setup();
      const taken: { at: number; requests: number }[] = [];
      const isOver = (requests: number) =>
        taken.filter(({ at }) => at > clock.now - windowMs).reduce((sum, each) => sum + each.requests, requests) >
        count;
      for (const { ms, requests } of steps) {
        clock.now += ms;
        const waitMs = limits.take(wanted(7, requests));
        expect(waitMs > 0).toBe(isOver(requests));
        clock.now += waitMs;
        if (waitMs > 0) expect(limits.take(wanted(7, requests))).toBe(0);
        taken.push({ at: clock.now, requests });
      }
    }),
  );
});
