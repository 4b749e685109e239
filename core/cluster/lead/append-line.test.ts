import { expect, test } from "bun:test";
import type { AppendOutcome, ReadRows, SharedJournal } from "../ports/shared-journal.ts";
import { type BatchRow, type Head, NOTHING, writeRow } from "../records/batch-row.ts";
import { AppendLine } from "./append-line.ts";

const TERM = { timeline: 1, epoch: 1, node: "00000000000000aa" };
const entry = { at: 1_000, payload: new Uint8Array([1]), origin: null };
const ROW = writeRow(NOTHING, TERM, 1_000, [entry]);
const OTHERS = writeRow(NOTHING, { ...TERM, epoch: 2 }, 1_000, [entry]);

/** A line whose journal gives these answers, in order, to appends and to reads of the row's place. */
function setup(outcomes: AppendOutcome[], reads: (readonly BatchRow[])[] = [], timeline = TERM.timeline) {
  const happened: string[] = [];
  let applied: Head = NOTHING;
  const journal: SharedJournal = {
    connect: (_, done) => {
      happened.push("connected");
      done(timeline);
    },
    append: (_row, _behind, _by, done) => {
      const outcome = outcomes.shift();
      if (outcome !== undefined) done(outcome);
    },
    rowsBehind: (_, done) => done({ rows: reads.shift()!, confirmed: 0 } satisfies ReadRows),
    confirmedUpTo: () => {},
  };
  const line = new AppendLine({
    ...{ journal, by: TERM, applied: () => applied },
    onConfirmed: (row) => {
      applied = row;
      happened.push(`confirmed ${row.batch}`);
    },
    onFailed: () => happened.push("failed"),
    onRefused: () => happened.push("refused"),
    onFree: () => happened.push("free"),
    onMoved: () => happened.push("moved"),
  });
  return { line, happened };
}

test("C7: a batch whose statement returns plainly is confirmed", () => {
  const { line, happened } = setup(["appended"]);
  line.append(ROW);
  expect(happened).toEqual(["confirmed 1", "free"]);
});

test("C7: a batch that is only found in the journal is confirmed once a renewal that named it returns plainly", () => {
  const { line, happened } = setup(["unknown", "unknown"], [[ROW]]);
  line.append(ROW);
  expect(happened).toEqual(["connected", "free"]);
  expect(line.head).toBe(ROW);
  line.confirmed(NOTHING);
  expect(happened).not.toContain("confirmed 1");
  line.confirmed(ROW);
  expect(happened).toEqual(["connected", "free", "confirmed 1"]);
});

test("C3: on another server than the term's nothing is appended, and the next leader decides what was sent", () => {
  const { line, happened } = setup(["unknown", "appended"], [], TERM.timeline + 1);
  line.append(ROW);
  expect(happened).toEqual(["connected", "moved"]);
});

test("C4: an error at first means that nothing happened; after an unknown outcome it means nothing", () => {
  const first = setup(["failed"]);
  first.line.append(ROW);
  expect(first.happened).toEqual(["failed"]);
  const later = setup(["unknown", "failed"], [[ROW]]);
  later.line.append(ROW);
  expect(later.happened).toEqual(["connected", "free"]);
});

test("C4: after an unknown outcome a refusal means nothing: while no row is there, the statement is repeated", () => {
  const { line, happened } = setup(["unknown", "refused", "appended"], [[]]);
  line.append(ROW);
  expect(happened).toEqual(["connected", "connected", "confirmed 1", "free"]);
});

test("C9: the same bytes of another term are another batch", () => {
  const { line, happened } = setup(["unknown", "refused"], [[OTHERS]]);
  line.append(ROW);
  expect(OTHERS.hash).toEqual(ROW.hash);
  expect(happened).toEqual(["connected", "refused"]);
});

test("nothing else is appended while a batch's fate is not known", () => {
  const { line, happened } = setup(["unknown"]);
  line.append(ROW);
  expect(line.isFree).toBe(false);
  expect(happened).toEqual(["connected"]);
});
