import { expect, test } from "bun:test";
import type { Lease, LeaseLook, LeaseRow } from "../ports/lease.ts";
import { CLAIM_AFTER_MS, LEASE_MS } from "../timing.ts";
import { LeaseWatch } from "./lease-watch.ts";

const ROW: LeaseRow = { epoch: 4, node: "00000000000000aa", beat: 7, confirmed: 9 };

function seenAs(row: LeaseRow, timeline = 1): LeaseLook {
  return { row, timeline, configuration: "", isSynchronous: true };
}

function setup() {
  let now = 50_000;
  let there: LeaseLook | null = seenAs(ROW);
  const seen: boolean[] = [];
  const watch = new LeaseWatch({
    clock: { wall: () => 0, steady: () => now, wakeAt: () => {} },
    lease: { look: (done) => done(there) } as Lease,
    onSeen: (_, isOver) => seen.push(isOver),
  });
  const look = (ms: number, next: LeaseLook | null = there) => {
    now += ms;
    there = next;
    watch.wake();
    return seen.at(-1);
  };
  return { look, watch, seen };
}

test("C10: a lease is over when its row has not changed for longer than the lease lasts, and not sooner", () => {
  const { look } = setup();
  expect(CLAIM_AFTER_MS).toBeGreaterThan(LEASE_MS);
  expect(look(0)).toBe(false);
  expect(look(CLAIM_AFTER_MS - 1)).toBe(false);
  expect(look(300)).toBe(true);
});

test("C10: each renewal, and each failover, restarts the span", () => {
  const { look } = setup();
  look(0);
  expect(look(CLAIM_AFTER_MS, seenAs({ ...ROW, beat: 8 }))).toBe(false);
  expect(look(CLAIM_AFTER_MS, seenAs({ ...ROW, beat: 8 }, 2))).toBe(false);
  expect(look(CLAIM_AFTER_MS)).toBe(true);
});

test("a lease that was given back is over at once, and a look whose answer was lost changes nothing", () => {
  const { look, seen } = setup();
  look(0, null);
  expect(seen).toEqual([]);
  expect(look(300, seenAs({ ...ROW, node: "" }))).toBe(true);
});

test("a node that has led in the meantime starts its watch over", () => {
  const { look, watch } = setup();
  look(0);
  watch.forget();
  expect(look(CLAIM_AFTER_MS)).toBe(false);
});
