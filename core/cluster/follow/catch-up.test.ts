import { expect, test } from "bun:test";
import type { ReadRows, SharedJournal } from "../ports/shared-journal.ts";
import { type BatchRow, type Head, NOTHING, writeRow } from "../records/batch-row.ts";
import { CatchUp } from "./catch-up.ts";

const TERM = { timeline: 1, epoch: 1, node: "00000000000000aa" };
function rowBehind(head: Head, byte: number): BatchRow {
  return writeRow(head, TERM, 1_000, [{ at: 1_000, payload: new Uint8Array([byte]), origin: null }]);
}

const ONE = rowBehind(NOTHING, 1);
const TWO = rowBehind(ONE, 2);
const OTHER_TWO = rowBehind(ONE, 3);

/** What successive reads of the journal return; the first read, when the node begins, returns nothing. */
function setup(...reads: (ReadRows | null)[]) {
  const replica = { head: NOTHING };
  const asked: string[] = [];
  reads.unshift({ rows: [], confirmed: 0 });
  const journal: SharedJournal = {
    connect: (_, done) => {
      asked.push("connect");
      done(1);
    },
    append: () => {},
    rowsBehind: (head, done) => {
      asked.push(`read behind ${head.batch}`);
      done(reads.shift()!);
    },
    confirmedUpTo: () => {},
  };
  const apply = (row: BatchRow) => {
    replica.head = row;
  };
  const onGone = (done: () => void) => {
    asked.push("gone");
    done();
  };
  const catchUp = new CatchUp({ node: "00000000000000bb", replica, journal, apply, onGone });
  catchUp.begin();
  expect(asked.splice(0)).toEqual(["connect", "read behind 0"]);
  return { catchUp, replica, asked };
}

test("C7: rows that were read are applied up to what the same statement saw as confirmed", () => {
  const { catchUp, replica } = setup({ rows: [ONE, TWO], confirmed: 1 });
  catchUp.upTo(2);
  expect(replica.head).toBe(ONE);
});

test("C7: a row whose hash the bus has named is confirmed, and another row with its number is not", () => {
  const named = { batch: 2, hash: TWO.hash };
  const right = setup({ rows: [ONE, TWO], confirmed: 1 });
  right.catchUp.heardOf(named);
  expect(right.replica.head).toBe(TWO);
  const wrong = setup({ rows: [ONE, OTHER_TWO], confirmed: 1 });
  wrong.catchUp.heardOf(named);
  expect(wrong.replica.head).toBe(ONE);
});

test("a batch from the bus is applied in its turn, and for a gap the journal is read", () => {
  const { catchUp, replica, asked } = setup({ rows: [ONE], confirmed: 1 });
  catchUp.published({ type: "published", confirmed: { batch: 2, hash: TWO.hash }, row: TWO });
  expect(asked).toEqual(["read behind 0"]);
  catchUp.published({ type: "published", confirmed: { batch: 2, hash: TWO.hash }, row: TWO });
  expect(replica.head).toBe(TWO);
});

test("a node leaves a server that lacks what it has applied for another", () => {
  const { catchUp, replica, asked } = setup("gone", { rows: [ONE], confirmed: 1 });
  catchUp.upTo(1);
  expect(asked).toEqual(["read behind 0", "gone", "connect"]);
  catchUp.upTo(1);
  expect(replica.head).toBe(ONE);
});

test("while the node leads, it applies nothing that comes over the bus", () => {
  const { catchUp, replica, asked } = setup();
  catchUp.rest();
  catchUp.published({ type: "published", confirmed: { batch: 1, hash: ONE.hash }, row: ONE });
  expect([replica.head, asked]).toEqual([NOTHING, []]);
});
