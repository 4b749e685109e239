// What the journal of a round must not show when time is moved (C18).

import { expect, test } from "bun:test";
import { type BatchRow, type Head, writeRow } from "@evermark/core/cluster/index.ts";
import { encodeCommand, millis } from "@evermark/engine";
import { judgeMoves, type RequestedMove } from "./clock-moves.ts";
import { OPENING } from "./opened-engine.ts";

const FROM = OPENING.at;
const TERM = { timeline: 1, epoch: 1, node: "00000000000000a1" };

/** Batches that end at these times after the opening, each with a tick for every given second. */
function rowsOf(...batches: { readonly at: number; readonly ticks: readonly number[] }[]): BatchRow[] {
  const rows: BatchRow[] = [OPENING];
  for (const { at, ticks } of batches) {
    const entries = ticks.map((second) => {
      const tickAt = millis(FROM + second * 1_000);
      return { at: tickAt, payload: encodeCommand({ type: "tick", at: tickAt }).slice(), origin: null };
    });
    rows.push(writeRow(rows.at(-1) as Head, TERM, millis(FROM + at), entries));
  }
  return rows;
}

const seconds = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => from + i);
const moved = (ms: number, to: number | null): RequestedMove => ({ ms, to: to === null ? null : FROM + to });

/** @param passed how much time has passed since the round began, by all clocks */
function wrongIn(
  rows: readonly BatchRow[],
  moves: readonly RequestedMove[],
  passed = 1_000,
  survivesFailovers = true,
): string[] {
  return judgeMoves(rows, moves, { least: FROM + passed, most: FROM + passed }, survivesFailovers);
}

test("time that is moved in stretches, second by second, is accepted", () => {
  const rows = rowsOf({ at: 50_000, ticks: seconds(1, 50) }, { at: 101_000, ticks: seconds(51, 101) });
  expect(wrongIn(rows, [moved(100_000, 101_000)])).toEqual([]);
  // Without a move nothing is judged, and a clock that is hours ahead may leap.
  expect(wrongIn(rows, [])).toEqual([]);
  const leapt = rowsOf({ at: 7_200_000, ticks: [1, 7_200] }, { at: 7_201_000, ticks: [7_201] });
  expect(wrongIn(leapt, [moved(1_000, 7_201_000)], 7_200_000)).toEqual([]);
});

test("a second without a tick, a leap on the way, and time that goes too far or not far enough are found", () => {
  const way = [moved(200_000, 200_000)];
  const skipped = rowsOf({ at: 50_000, ticks: seconds(1, 50) }, { at: 201_000, ticks: seconds(52, 201) });
  expect(wrongIn(skipped, way).join()).toContain("1 seconds before");
  const leap = rowsOf({ at: 1_000, ticks: [1] }, { at: 200_000, ticks: seconds(2, 200) });
  expect(wrongIn(leap, way)).toEqual([expect.stringContaining("batch 3 moves time by 199000 ms")]);
  const two = [moved(100_000, 100_000), moved(100_000, 200_000)];
  expect(wrongIn(leap, two)).toEqual([expect.stringContaining("batch 3 moves time by 199000 ms")]);

  const far = rowsOf({ at: 50_000, ticks: seconds(1, 50) });
  expect(wrongIn(far, [moved(40_000, 40_000)])).toEqual([
    "C18 time is 5000 ms later than the clocks and all moves allow",
  ]);
  expect(wrongIn(far, [moved(60_000, 60_000)])).toEqual(["C18 time is 7000 ms short of the moves"]);
  // The move may not have happened, or a failover may have lost it.
  expect(wrongIn(far, [moved(60_000, null)])).toEqual([]);
  expect(wrongIn(far, [moved(60_000, 60_000)], 1_000, false)).toEqual([]);
});
