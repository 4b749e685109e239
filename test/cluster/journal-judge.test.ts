// What the reader of a round notices, in journals that are each wrong in one way.

import { expect, test } from "bun:test";
import type { Submitted } from "@evermark/core";
import { type BatchRow, type Term, writeRow } from "@evermark/core/cluster/index.ts";
import { BEHAVIOUR, type Command, encodeCommand, type Millis, millis, silent } from "@evermark/engine";
import { placeOrder } from "@evermark/engine/testing/setup.ts";
import { judge } from "./journal-judge.ts";
import { nothingSeen, type Observations, type SubmittedCommand } from "./observations.ts";
import { ACCOUNTS, OPENING, openedEngine } from "./opened-engine.ts";

const FIRST: Term = { timeline: 1, epoch: 1, node: "0000000000000001" };
const SECOND: Term = { timeline: 1, epoch: 2, node: "0000000000000002" };
const CALLED = "00000000000000aa";

interface Written {
  readonly tag?: string;
  readonly number?: number;
  /** Deadline after the batch's time. */
  readonly spareMs?: number;
  readonly untilDisconnect?: boolean;
}

function row(
  behind: BatchRow,
  term: Term,
  { tag, number = 1, spareMs = 1_000, untilDisconnect = false }: Written,
): BatchRow {
  const at = (behind.at + 10) as Millis;
  const order: Command = { ...placeOrder({ account: ACCOUNTS[0], tag: tag ?? "" }), at };
  const start: Command = { type: "start_session", at, resumesAt: at };
  const payload = encodeCommand(tag === undefined ? start : order).slice();
  const origin = tag === undefined ? null : { node: CALLED, number, deadline: at + spareMs, untilDisconnect };
  return writeRow(behind, term, at, [{ at, payload, origin }]);
}

function raised(behind: BatchRow): BatchRow {
  const at = (behind.at + 10) as Millis;
  const payload = encodeCommand({ type: "set_behaviour", at, version: BEHAVIOUR }).slice();
  return writeRow(behind, FIRST, at, [{ at, payload, origin: null }]);
}

/** A row in which a leader cancels the order of the journal's first placement. */
/** The order number in a journal of these rows: no placement is carried out here, so the number is 0. */
function cancelled(behind: BatchRow): BatchRow {
  const at = (behind.at + 10) as Millis;
  const cancel: Command = { type: "cancel_order", at, account: ACCOUNTS[0], market: -1, orderId: 0, clientOrderId: "" };
  return writeRow(behind, FIRST, at, [{ at, payload: encodeCommand(cancel).slice(), origin: null }]);
}

function journal(...rows: readonly [Term, Written][]): BatchRow[] {
  const built = [OPENING];
  for (const [term, content] of rows) built.push(row(built.at(-1)!, term, content));
  return built;
}

function observed(changes: Partial<Observations>): Observations {
  return { ...nothingSeen(), ...changes };
}

function submitted(tag: string, ...answers: SubmittedCommand["answers"]): SubmittedCommand {
  return {
    tag,
    answers,
    clientOrderId: "",
    account: ACCOUNTS[0],
    untilDisconnect: false,
    request: tag,
    ms: 15,
    node: CALLED,
  };
}

/** The answer to the first order behind a barrier. */
function answered(rows: readonly BatchRow[]): Submitted {
  const engine = openedEngine();
  const at = millis(rows[1]!.at);
  engine.apply({ type: "start_session", at, resumesAt: at }, silent);
  const answer = engine.apply({ ...placeOrder({ account: ACCOUNTS[0], tag: "one" }), at: millis(rows[2]!.at) }, silent);
  return { ...answer, position: rows[2]!.first, at: rows[2]!.at };
}

const good = journal([FIRST, {}], [FIRST, { tag: "one" }]);
const claims = (rows: readonly BatchRow[], changes: Partial<Observations> = {}) =>
  judge(rows, observed(changes)).violations.map((violation) => violation.split(" ")[0]);

test("a correct journal with matching answers passes", () => {
  expect(
    claims(good, { commands: [submitted("one", answered(good)), submitted("two", { unavailable: "late" })] }),
  ).toEqual([]);
});

test("C1: a batch that does not follow the one before it is noticed", () => {
  const [opening, first, second] = good as [BatchRow, BatchRow, BatchRow];
  expect(claims([opening, first, { ...second, first: second.first + 1, last: second.last + 1 }])).toContain("C1");
});

test("C2: an origin number that is in the journal twice is noticed, and so is a command", () => {
  const twice = journal([FIRST, {}], [FIRST, { tag: "one" }], [FIRST, { tag: "one" }]);
  expect(claims(twice)).toContain("C2");
  const renumbered = journal([FIRST, {}], [FIRST, { tag: "one" }], [FIRST, { tag: "one", number: 2 }]);
  expect(claims(renumbered, { commands: [submitted("one")] })).toEqual(["C2"]);
});

test("C3: an outcome that the journal does not have at its position is noticed", () => {
  const answer = answered(good);
  expect(claims(good, { commands: [submitted("one", { ...answer, position: answer.position + 1 })] })).toEqual(["C3"]);
  expect(claims(good, { commands: [submitted("one", { ...answer, orderId: answer.orderId + 1 })] })).toEqual(["C3"]);
});

test("C4: a command that is in the journal although its caller was answered that nothing happened is noticed", () => {
  expect(claims(good, { commands: [submitted("one", { unavailable: "late" })] })).toEqual(["C4"]);
  expect(claims(good, { commands: [submitted("one", { unavailable: "late", isUncertain: true })] })).toEqual([]);
});

test("C5: two answers are noticed", () => {
  expect(claims(good, { commands: [submitted("one", answered(good), answered(good))] })).toEqual(["C5"]);
});

test("C6: a record after its deadline is noticed", () => {
  expect(claims(journal([FIRST, {}], [FIRST, { tag: "one", spareMs: -1 }]))).toEqual(["C6"]);
});

test("C7: a batch that was applied and is gone is noticed", () => {
  const lost = row(good[1]!, FIRST, { tag: "lost" });
  expect(claims(good, { applied: new Map([[3, { node: CALLED, row: lost, front: "", ms: 0, paused: [] }]]) })).toEqual([
    "C7",
  ]);
});

test("C3, C7: missing batches are noticed, except those given up before", () => {
  const lost = row(good[2]!, FIRST, { tag: "lost" });
  const answer = { ...answered(good), position: lost.first };
  const applied = new Map([[4, { node: CALLED, row: lost, front: "", ms: 20, paused: [] }]]);
  const observed = { commands: [submitted("lost", answer)], applied };
  expect(claims(good, observed)).toEqual(["C3", "C7"]);
  const accepted = (behind: BatchRow, ms: number) => ({ accepted: [{ behind, ms, isOperators: true }] });
  expect(claims(good, { ...observed, ...accepted(good[2]!, 30) })).toEqual([]);
  // The loss was accepted before, or concerns only later batches.
  expect(claims(good, { ...observed, ...accepted(good[2]!, 5) })).toEqual(["C3", "C7"]);
  expect(claims(good, { ...observed, ...accepted(lost, 30) })).toEqual(["C3", "C7"]);
});

test("C3: a node that has applied a batch that was given up, and neither lists it nor ends, is noticed", () => {
  const unnoticed = [{ node: CALLED, batch: 4 }];
  expect(claims(good, { unnoticed })).toEqual(["C3"]);
  expect(claims(good, { unnoticed, listed: [{ node: CALLED, from: 4 }] })).toEqual([]);
  expect(claims(good, { unnoticed, listed: [{ node: CALLED, from: 5 }] })).toEqual(["C3"]);
  expect(claims(good, { unnoticed, ended: new Map([[CALLED, 12]]) })).toEqual([]);
});

test("C15: a leader that cancels an order tied to a connection is noticed, unless the connection has ended", () => {
  const [opening, first, placed] = journal([FIRST, {}], [FIRST, { tag: "stands", untilDisconnect: true }]) as [
    BatchRow,
    BatchRow,
    BatchRow,
  ];
  const rows = [opening, first, placed, cancelled(placed)];
  const times = new Map(
    rows.map((each, i) => [each.batch, { node: CALLED, row: each, front: "", ms: i * 10, paused: [] }]),
  );
  const commands = [{ ...submitted("stands"), untilDisconnect: true }];
  expect(claims(rows, { applied: times, commands })).toEqual(["C15"]);
  expect(claims(rows, { applied: times, commands, cutOffs: [{ node: CALLED, ms: 25 }] })).toEqual([]);
  expect(claims(rows, { applied: times, commands, cutOffs: [{ node: CALLED, ms: 14 }] })).toEqual(["C15"]);
  expect(claims(rows, { applied: times, commands, ended: new Map([[CALLED, 12]]) })).toEqual([]);
  expect(claims(rows, { applied: times, ended: new Map([[CALLED, 12]]), commands: [submitted("stands")] })).toEqual([
    "C15",
  ]);
});

test("C9: a batch of a term that another has followed is noticed, and a term without a barrier", () => {
  expect(claims(journal([FIRST, {}], [SECOND, {}], [FIRST, {}]))).toEqual(["C1", "C9"]);
  expect(claims(journal([FIRST, { tag: "one" }]))).toEqual(["C9"]);
});

test("C10: a read that misses an earlier answer is noticed", () => {
  expect(claims(good, { reads: [{ node: CALLED, lastAnswered: 12, servedAt: 11 }] })).toEqual(["C10"]);
});

test("C17: a behaviour that is raised without the operator's request, or twice, is noticed", () => {
  const once = [...good, raised(good.at(-1)!)];
  expect(claims(once)).toEqual(["C17"]);
  expect(claims(once, { isWanted: true })).toEqual([]);
  expect(claims([...once, raised(once.at(-1)!)], { isWanted: true })).toEqual(["C17"]);
});

test("C16: more requests in a term than the limit are noticed, and a part of a request over the limit", () => {
  const rows = journal([FIRST, {}], [FIRST, { tag: "one" }], [FIRST, { tag: "two", number: 2 }]);
  const commands = [submitted("one"), submitted("two")];
  const counted = (requestsMax: number, commands: readonly SubmittedCommand[]) =>
    judge(rows, observed({ commands: [...commands] }), requestsMax).violations.map(
      (violation) => violation.split(" ")[0],
    );
  expect(counted(2, commands)).toEqual([]);
  expect(counted(1, commands)).toEqual(["C16"]);
  expect(counted(1, [commands[0]!, { ...commands[1]!, request: "one" }])).toEqual([]);
  const refused = { ...submitted("more of one", { unavailable: "over the limit", retryAfterMs: 5 }), request: "one" };
  expect(counted(2, [...commands, refused])).toEqual(["C16"]);
});
