import { expect, test } from "bun:test";
import type { Doubt, MissingRows } from "../lost/missing-rows.ts";
import type { ReadRows, SharedJournal } from "../ports/shared-journal.ts";
import { type BatchRow, type Head, NOTHING, writeRow } from "../records/batch-row.ts";
import type { Term } from "../records/term.ts";
import { AppendLine } from "./append-line.ts";
import { Barrier } from "./barrier.ts";

const BEFORE: Term = { timeline: 1, epoch: 7, node: "00000000000000aa" };
const NOW: Term = { timeline: 2, epoch: 6, node: "00000000000000bb" };

function rowBehind(head: Head, term: Term): BatchRow {
  return writeRow(head, term, 1_000, [{ at: 1_000, payload: new Uint8Array([head.batch]), origin: null }]);
}

const ONE = rowBehind(NOTHING, { ...BEFORE, epoch: 5 });
const TWO = rowBehind(ONE, BEFORE);

interface SetupOptions {
  readonly head?: Head;
  readonly reads: readonly ReadRows[];
  /** The successive answers of `MissingRows` once the journal's end is read. */
  readonly missing?: readonly ReturnType<MissingRows["next"]>[];
  readonly connectsTo?: number;
  /** The head that it falls back to. */
  readonly behind?: Head;
}

/** @returns what a claimant does, in order */
function setup({
  head = ONE,
  reads,
  missing = ["barrier"],
  connectsTo = NOW.timeline,
  behind,
}: SetupOptions): string[] {
  const happened: string[] = [];
  const [left, next] = [[...reads], [...missing]];
  let stands = head;
  const journal: SharedJournal = {
    connect: (_, done) => done(connectsTo),
    append: (row, _behind, _by, done) => {
      happened.push(`appended ${row.batch} of epoch ${row.term.epoch}`);
      done("appended");
    },
    rowsBehind: (from, done) => {
      happened.push(`read behind ${from.batch}`);
      done(left.shift()!);
    },
    confirmedUpTo: () => {},
  };
  const line = new AppendLine({
    ...{ journal, by: NOW, applied: () => stands },
    onConfirmed: (row) => {
      stands = row;
    },
    onFailed: () => {},
    onRefused: () => {},
    onFree: () => barrier.advance(),
    onMoved: () => {},
  });
  const barrier: Barrier = new Barrier({
    ...{ journal, line, term: NOW, holds: () => true },
    missing: { next: () => next.shift()! },
    append: (last) => happened.push(`barrier behind ${last.batch}`),
    restore: (row) => line.append(row),
    fallBack: (done) => {
      happened.push("falls back");
      if (behind !== undefined) stands = behind;
      done(behind !== undefined);
    },
    isOther: () => false,
    onGone: () => happened.push("gone"),
    onOutrun: () => happened.push("outrun"),
    onDoubt: (doubt: Doubt) => happened.push(`doubt of ${doubt.node}`),
    connect: (done) => journal.connect(NOW, done),
    onMoved: () => happened.push("moved"),
  });
  barrier.begin();
  return happened;
}

const nothing: ReadRows = { rows: [], confirmed: 1 };

test("rows that are given back come before the barrier, with their own term", () => {
  const lower = rowBehind(ONE, { ...BEFORE, epoch: 6 });
  const missing = [lower, "barrier"] as const;
  expect(setup({ reads: [nothing], missing })).toEqual(["read behind 1", "appended 2 of epoch 6", "barrier behind 2"]);
});

test("C1: no term begins under a lower epoch than that of the row before it", () => {
  expect(setup({ reads: [nothing], missing: [TWO, "barrier"] }).at(-1)).toBe("outrun");
  expect(setup({ head: TWO, reads: [nothing] })).toEqual(["read behind 2", "outrun"]);
});

test("if a journal ends before what was applied, the claimant continues from its end, if it has applied that", () => {
  const short = setup({ head: TWO, reads: ["gone", nothing], behind: ONE });
  expect(short).toEqual(["read behind 2", "falls back", "read behind 1", "barrier behind 1"]);
  expect(setup({ head: TWO, reads: ["gone"] })).toEqual(["read behind 2", "falls back", "gone"]);
});

test("in doubt, and on another server than its lease's, a claimant appends nothing", () => {
  const doubt = { behind: ONE, node: "who", has: null };
  expect(setup({ reads: [nothing], missing: [doubt] })).toEqual(["read behind 1", "doubt of who"]);
  expect(setup({ reads: [], connectsTo: 3 })).toEqual(["moved"]);
});
