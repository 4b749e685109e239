import { expect, test } from "bun:test";
import { type CountedRequest, isUnavailable, type Submitted, type Unavailable } from "../../sequencing.ts";
import type { AppliedBatch } from "../follow/replica.ts";
import type { SentCommand } from "../ports/bus.ts";
import type { Term } from "../records/term.ts";
import { UNKNOWN_AFTER_MS } from "../timing.ts";
import { OwnCommands } from "./own-commands.ts";

const NODE = "00000000000000aa";
const FIRST: Term = { timeline: 1, epoch: 1, node: NODE };
const SECOND: Term = { ...FIRST, epoch: 2 };

class CommandsFixture {
  readonly own = new OwnCommands(NODE);
  readonly answers: string[] = [];

  open(name: string, deadline = 5_000, request?: CountedRequest): SentCommand {
    const done = (answer: Submitted | Unavailable) => this.answers.push(`${name} ${fateOf(answer)}`);
    const command = { deadline, payload: new Uint8Array(), untilDisconnect: false };
    return this.own.open(command, { cameAt: 0, term: FIRST, done }, request);
  }

  /** @returns the numbers of the commands that are sent again */
  pass(numbers: readonly number[], { at = 1_000, term = FIRST, isBarrier = false } = {}): number[] {
    const outcomes = numbers.map((number) => ({
      origin: { node: NODE, number, deadline: at, untilDisconnect: false },
      submitted: { position: number } as Submitted,
    }));
    const head = { batch: 2, last: 2, at, hash: new Uint8Array(), term };
    const applied: AppliedBatch = { head, isBarrier, outcomes };
    return this.own.passed(applied).map(({ number }) => number);
  }
}

function fateOf(answer: Submitted | Unavailable): string {
  if (!isUnavailable(answer)) return `at ${answer.position}`;
  if (answer.retryAfterMs !== undefined) return `in ${answer.retryAfterMs} ms`;
  return answer.isUncertain ? "unknown" : "nothing";
}

test("C4: a command did not happen once a higher number of its node, or its deadline, has passed", () => {
  const fixture = new CommandsFixture();
  fixture.open("one");
  fixture.open("two");
  fixture.open("late", 999);
  fixture.pass([2]);
  expect(fixture.answers).toEqual(["two at 2", "one nothing", "late nothing"]);
});

test("C4: a refusal counts only in the term in which its command was sent last", () => {
  const fixture = new CommandsFixture();
  fixture.open("one");
  expect(fixture.pass([], { term: SECOND, isBarrier: true })).toEqual([1]);
  fixture.own.refused({ type: "refusal", term: FIRST, number: 1, reason: "too many" });
  expect(fixture.answers).toEqual([]);
  fixture.own.refused({ type: "refusal", term: SECOND, number: 1, reason: "too many" });
  expect(fixture.answers).toEqual(["one nothing"]);
});

test("C2: after a barrier, commands without an answer are sent again, lowest number first, under their old numbers", () => {
  const fixture = new CommandsFixture();
  for (const name of ["one", "two", "three"]) fixture.open(name);
  expect(fixture.pass([1], { term: SECOND, isBarrier: true })).toEqual([2, 3]);
});

test("C5: a caller without an answer after 13 seconds is answered that the outcome is not known, and never again", () => {
  const fixture = new CommandsFixture();
  fixture.open("one");
  expect(fixture.own.wakeAt).toBe(UNKNOWN_AFTER_MS);
  fixture.own.wake(UNKNOWN_AFTER_MS - 1);
  expect(fixture.answers).toEqual([]);
  fixture.own.wake(UNKNOWN_AFTER_MS);
  fixture.pass([1]);
  expect(fixture.answers).toEqual(["one unknown"]);
});

test("C16: a request counts with its first command, and its other commands name that one", () => {
  const fixture = new CommandsFixture();
  const counts = { account: 7, limits: [{ bucket: "orders", requests: 2 }] };
  const [one, two] = [{ counts: () => counts }, { counts: () => counts }];
  expect(fixture.open("one", 5_000, one).counted).toEqual({ ...counts, request: 1 });
  expect(fixture.open("more of one", 5_000, one).counted).toEqual({ ...counts, request: 1, limits: [] });
  expect(fixture.open("two", 5_000, two).counted).toEqual({ ...counts, request: 3 });
  expect(fixture.open("more of one", 5_000, one).counted).toEqual({ ...counts, request: 1, limits: [] });
  expect(fixture.open("free", 5_000, { counts: () => null }).counted).toBeUndefined();
});

test("C16: a request over a limit is refused with all its open commands, if they were sent in the same term", () => {
  const counts = { account: 7, limits: [{ bucket: "orders", requests: 1 }] };
  const fixture = new CommandsFixture();
  const [one, two] = [{ counts: () => counts }, { counts: () => counts }];
  fixture.open("before", 5_000, one);
  for (const name of ["first", "second", "third"]) fixture.open(name, 5_000, two);
  fixture.open("behind");
  fixture.own.overLimit({ type: "overLimit", term: SECOND, number: 3, waitMs: 40 });
  expect(fixture.answers).toEqual([]);
  fixture.own.overLimit({ type: "overLimit", term: FIRST, number: 3, waitMs: 40 });
  fixture.own.overLimit({ type: "overLimit", term: FIRST, number: 4, waitMs: 40 });
  expect(fixture.answers).toEqual(["first in 40 ms", "second in 40 ms", "third in 40 ms"]);
  expect(fixture.pass([], { term: SECOND, isBarrier: true })).toEqual([1, 5]);
});
