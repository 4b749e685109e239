import { expect, test } from "bun:test";
import { appendOutcome, isChanged, renewOutcome, type StatementAnswer } from "./statement-outcomes.ts";

const done = (count: number, isPlain = true): StatementAnswer => ({ is: "done", count, rows: [], isPlain });
const error = (code: string): StatementAnswer => ({ is: "error", code, message: "" });
const LOST: StatementAnswer = { is: "lost" };

test("C7: an append is certain only when one row returned without a warning", () => {
  expect(appendOutcome(done(1))).toBe("appended");
  expect(appendOutcome(done(1, false))).toBe("unknown");
  expect(appendOutcome(done(0, false))).toBe("unknown");
  expect(appendOutcome(LOST)).toBe("unknown");
});

test("C9: a count of no rows means that the lease or the row before is another one", () => {
  expect(appendOutcome(done(0))).toBe("refused");
});

test("C4: nothing happened where an error came before the commit, and only there", () => {
  const failed = ["53100", "53200", "23514", "P0001", "25006", "40001", "XX000", "42501"];
  expect(failed.filter((code) => appendOutcome(error(code)) !== "failed")).toEqual([]);
  // The key is taken; or the wait, the server or the connection was interrupted, at any moment.
  const unknown = ["23505", "57014", "57P01", "57P02", "08006", "08003", "40003"];
  expect(unknown.filter((code) => appendOutcome(error(code)) !== "unknown")).toEqual([]);
});

test("a lease is held only when one row changed plainly, and lost only when plainly none did", () => {
  expect([done(1), done(0), done(1, false), error("53100"), LOST].map(isChanged)).toEqual([
    true,
    ...Array(4).fill(false),
  ]);
  expect(renewOutcome(done(1))).toBe("renewed");
  expect(renewOutcome(done(0))).toBe("lost");
  for (const outcome of [done(1, false), done(0, false), error("53100"), LOST])
    expect(renewOutcome(outcome)).toBe("unknown");
});
