import { expect, test } from "bun:test";
import type { EngineReader, Millis } from "@evermark/engine";
import { FrontState } from "../follow/front-state.ts";
import type { Presence } from "../ports/presence.ts";
import { GONE_AFTER_MS, ROW_EVERY_MS } from "../timing.ts";
import { GoneNodes } from "./gone-nodes.ts";

const TERM = { timeline: 1, epoch: 3, node: "00000000000000aa" };
const [ONE, TWO] = ["00000000000000b1", "00000000000000b2"];
const LEASE = { epoch: 3, node: TERM.node, beat: 0, confirmed: 1 };

/**
 * A leader. Order 1 lasts as long as a connection of its own, order 2 as long as one of node ONE, and orders 3 and 4 as
 * long as one of node TWO.
 */
function setup() {
  let now = 50_000;
  const open = new Set([1, 2, 3, 4]);
  const engine = { findOrder: (id: number) => (open.has(id) ? { account: 7 } : undefined) } as unknown as EngineReader;
  const front = new FrontState(engine);
  for (const [id, node] of [TERM.node, ONE, TWO, TWO].entries())
    front.passed({ node, number: id + 1, deadline: 9_000, untilDisconnect: true }, id + 1);
  const beats = new Map([
    [ONE, 1],
    [TWO, 1],
  ]);
  let lease = LEASE;
  let isReached = true;
  const presence: Pick<Presence, "read"> = {
    read: (done) => done(isReached ? { lease, beats: new Map(beats) } : null),
  };
  const clock = { wall: () => 0, steady: () => now, wakeAt: () => {} };
  const gone = new GoneNodes({ term: TERM, clock, presence: presence as Presence, front, engine });
  /** Looks each second for `ms` milliseconds. @returns the orders that are to be cancelled at the end */
  const pass = (ms: number, { alive = [ONE], renews = true, reaches = true } = {}) => {
    for (const end = now + ms; now < end; now += ROW_EVERY_MS) {
      for (const node of alive) beats.set(node, beats.get(node)! + 1);
      if (renews) lease = { ...lease, beat: lease.beat + 1 };
      isReached = reaches;
      gone.wake();
    }
    return gone.take(0 as Millis).map((command) => (command.type === "cancel_order" ? command.orderId : 0));
  };
  return { pass, open };
}

/** Enough time for a row to count as unchanged, including the looks before and after. */
const STILL_MS = GONE_AFTER_MS + 3 * ROW_EVERY_MS;

test("C15: a node's orders that last as long as its connections are cancelled once its row stands still, and no others", () => {
  const { pass } = setup();
  expect(pass(GONE_AFTER_MS)).toEqual([]);
  expect(pass(STILL_MS)).toEqual([3, 4]);
});

test("C15: orders that are no longer open are not cancelled; those that still are, are cancelled again", () => {
  const { pass, open } = setup();
  open.delete(3);
  expect(pass(STILL_MS)).toEqual([4]);
  expect(pass(ROW_EVERY_MS)).toEqual([4]);
});

test("C15: a node that writes again is there, and its span starts over", () => {
  const { pass } = setup();
  pass(GONE_AFTER_MS);
  expect(pass(ROW_EVERY_MS, { alive: [ONE, TWO] })).toEqual([]);
  expect(pass(GONE_AFTER_MS)).toEqual([]);
  expect(pass(STILL_MS)).toEqual([3, 4]);
});

test("C15: on a server that can't be reached, or where the lease is not renewed, no row stands still", () => {
  const { pass } = setup();
  expect(pass(3 * STILL_MS, { renews: false })).toEqual([]);
  expect(pass(3 * STILL_MS, { reaches: false })).toEqual([]);
});
