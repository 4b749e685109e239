import { expect, test } from "bun:test";
import type { Presence } from "../ports/presence.ts";
import { CUT_OFF_AFTER_MS, GONE_AFTER_MS, ROW_EVERY_MS } from "../timing.ts";
import { OwnRow } from "./own-row.ts";

function desk() {
  let now = 50_000;
  let answer: ((isWritten: boolean) => void) | undefined;
  const beats: number[] = [];
  const cutOffs: number[] = [];
  const presence: Pick<Presence, "write"> = {
    write({ beat }, done) {
      beats.push(beat);
      answer = done;
    },
  };
  const row = new OwnRow({
    ...{ id: "00000000000000aa", presence: presence as Presence, batch: () => 3 },
    clock: { wall: () => 0, steady: () => now, wakeAt: () => {} },
    onCutOff: () => cutOffs.push(now - 50_000),
  });
  const wakeAfter = (ms: number, isWritten?: boolean) => {
    now += ms;
    row.wake();
    if (isWritten !== undefined) answer!(isWritten);
  };
  return { row, beats, cutOffs, wakeAfter };
}

test("a node writes its row each second, and one writing at a time", () => {
  const { row, beats, wakeAfter } = desk();
  wakeAfter(0, true);
  wakeAfter(ROW_EVERY_MS - 1);
  expect(beats).toEqual([1]);
  wakeAfter(1);
  wakeAfter(3 * ROW_EVERY_MS);
  expect(beats).toEqual([1, 2]);
  expect(row.wakeAt).toBe(50_000 + CUT_OFF_AFTER_MS);
});

test("C15: a node that can't write its row ends its connections before others take it for gone, and as long as it is so", () => {
  const { row, cutOffs, wakeAfter } = desk();
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

test("C15: a row counts from when its writing was sent, however late the answer comes", () => {
  const { cutOffs, wakeAfter } = desk();
  wakeAfter(2_000);
  wakeAfter(1_500, true);
  wakeAfter(CUT_OFF_AFTER_MS - 1_500 - 1);
  expect(cutOffs).toEqual([]);
  wakeAfter(1);
  expect(cutOffs).toEqual([2_000 + CUT_OFF_AFTER_MS]);
});
