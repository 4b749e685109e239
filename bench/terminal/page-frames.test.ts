import { expect, test } from "bun:test";
import { framesOf, shareUnder, type TraceEvent } from "./page-frames.ts";

const MS = 1_000;
const page = { pid: 7, tid: 1 };
const frame = (atMs: number, of = page): TraceEvent => ({
  name: "AnimationFrame::Render",
  ph: "b",
  ts: atMs * MS,
  ...of,
});
const task = (fromMs: number, toMs: number, of = page): TraceEvent => ({
  name: "RunTask",
  ph: "X",
  ts: fromMs * MS,
  dur: (toMs - fromMs) * MS,
  tdur: ((toMs - fromMs) * MS) / 2,
  ...of,
});

test("the work of a frame is what draws it and what runs before the next frame", () => {
  const events = [task(99, 104), frame(100), task(106, 108), task(110, 111), frame(117), task(116, 137), frame(140)];
  expect(framesOf(events)).toEqual({ work: [8, 21], busy: [4, 10.5], apart: [17, 23] });
});

test("the work of other threads does not count, and a page that draws only once has no frame yet", () => {
  const other = { pid: 7, tid: 2 };
  const events = [frame(0), frame(16), frame(0, other), task(1, 9, other), task(2, 3)];
  expect(framesOf(events)).toEqual({ work: [1], busy: [0.5], apart: [16] });
  expect(framesOf([frame(0)])).toEqual({ work: [], busy: [], apart: [] });
});

test("a share counts the values below the limit, excluding the limit itself", () => {
  expect(shareUnder([1, 2, 3, 4], 3)).toBe(0.5);
});
