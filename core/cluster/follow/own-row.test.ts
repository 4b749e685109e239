import { expect, test } from "bun:test";
import type { Presence, PresenceAnswer, Program } from "../ports/presence.ts";
import { CUT_OFF_AFTER_MS, GONE_AFTER_MS, ROW_EVERY_MS } from "../timing.ts";
import { OwnRow } from "./own-row.ts";

const PROGRAM: Program = { version: "1", behaviours: { oldest: 1, newest: 5 }, messages: 2, snapshots: 14 };
const ROLL: PresenceAnswer = { wanted: 0, moved: { ms: 0, to: 0 }, clock: 1_000_000, standbys: null, others: [] };

function setup() {
  let now = 50_000;
  let wall = 1_000_000;
  let answer: ((roll: PresenceAnswer | null) => void) | undefined;
  const beats: number[] = [];
  const ahead: (number | null)[] = [];
  const cutOffs: number[] = [];
  const presence: Pick<Presence, "write"> = {
    write({ beat, aheadMs }, done) {
      beats.push(beat);
      ahead.push(aheadMs);
      answer = done;
    },
  };
  const row = new OwnRow({
    presence: presence as Presence,
    row: () => ({ node: "00000000000000aa", batch: 3, behaviour: 4, program: PROGRAM, trouble: null }),
    clock: { wall: () => wall, steady: () => now, wakeAt: () => {} },
    onCutOff: () => cutOffs.push(now - 50_000),
    onRoll: () => {},
  });
  const wakeAfter = (ms: number, isWritten?: boolean) => {
    now += ms;
    row.wake();
    if (isWritten !== undefined) answer!(isWritten ? ROLL : null);
  };
  /** Answers the last write `ms` milliseconds after it was sent. */
  const answerAfter = (ms: number, roll: PresenceAnswer) => {
    wall += ms;
    answer!(roll);
  };
  return { row, beats, ahead, cutOffs, wakeAfter, answerAfter };
}

test("a node writes its row each second, one write at a time", () => {
  const { row, beats, wakeAfter } = setup();
  wakeAfter(0, true);
  wakeAfter(ROW_EVERY_MS - 1);
  expect(beats).toEqual([1]);
  wakeAfter(1);
  wakeAfter(3 * ROW_EVERY_MS);
  expect(beats).toEqual([1, 2]);
  expect(row.wakeAt).toBe(50_000 + CUT_OFF_AFTER_MS);
});

test("C15: a node that can't write its row ends its connections before others consider it gone, and while that lasts", () => {
  const { row, cutOffs, wakeAfter } = setup();
  expect(CUT_OFF_AFTER_MS).toBeLessThan(GONE_AFTER_MS);
  wakeAfter(0, true);
  wakeAfter(CUT_OFF_AFTER_MS - 1, false);
  expect([cutOffs, row.isCutOff]).toEqual([[], false]);
  wakeAfter(1, true);
  expect(cutOffs).toEqual([CUT_OFF_AFTER_MS]);
  expect(row.isCutOff).toBe(false);
  wakeAfter(CUT_OFF_AFTER_MS, false);
  expect(row.isCutOff).toBe(true);
  wakeAfter(ROW_EVERY_MS - 1, false);
  wakeAfter(1, false);
  expect(cutOffs).toEqual([1, 2, 2].map((times, i) => times * CUT_OFF_AFTER_MS + (i === 2 ? ROW_EVERY_MS : 0)));
});

test("C15: a row counts from when its write was sent, however late the answer comes", () => {
  const { cutOffs, wakeAfter } = setup();
  wakeAfter(2_000);
  wakeAfter(1_500, true);
  wakeAfter(CUT_OFF_AFTER_MS - 1_500 - 1);
  expect(cutOffs).toEqual([]);
  wakeAfter(1);
  expect(cutOffs).toEqual([2_000 + CUT_OFF_AFTER_MS]);
});

test("the database's answer is kept until the next one, and says how far this node's clock is ahead", () => {
  const { row, ahead, wakeAfter, answerAfter } = setup();
  wakeAfter(0);
  expect([row.roll, row.aheadMs]).toEqual([null, null]);
  answerAfter(40, { ...ROLL, clock: 999_520, wanted: 5 });
  expect([row.roll!.wanted, row.aheadMs]).toEqual([5, 500]);
  wakeAfter(ROW_EVERY_MS, false);
  expect(row.roll!.wanted).toBe(5);
  expect(ahead).toEqual([null, 500]);
});
