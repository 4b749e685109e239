import { expect, test } from "bun:test";
import { isUnavailable, type Submitted, type Unavailable } from "../../sequencing.ts";
import type { AppliedBatch } from "../follow/replica.ts";
import type { Term } from "../records/term.ts";
import { UNKNOWN_AFTER_MS } from "../timing.ts";
import { OwnCommands } from "./own-commands.ts";

const NODE = "00000000000000aa";
const FIRST: Term = { timeline: 1, epoch: 1, node: NODE };
const SECOND: Term = { ...FIRST, epoch: 2 };

class Desk {
  readonly own = new OwnCommands(NODE);
  readonly answers: string[] = [];

  open(name: string, deadline = 5_000): void {
    const done = (answer: Submitted | Unavailable) => this.answers.push(`${name} ${fateOf(answer)}`);
    this.own.open({ deadline, payload: new Uint8Array(), untilDisconnect: false }, { cameAt: 0, term: FIRST, done });
  }

  /** @returns the numbers that are sent again */
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
  return answer.isUncertain ? "unknown" : "nothing";
}

test("C4: a command did not happen once a higher number of its node has passed, or its deadline", () => {
  const desk = new Desk();
  desk.open("one");
  desk.open("two");
  desk.open("late", 999);
  desk.pass([2]);
  expect(desk.answers).toEqual(["two at 2", "one nothing", "late nothing"]);
});

test("C4: a refusal counts in the term in which its command was sent last, and in no other", () => {
  const desk = new Desk();
  desk.open("one");
  expect(desk.pass([], { term: SECOND, isBarrier: true })).toEqual([1]);
  desk.own.refused({ type: "refusal", term: FIRST, number: 1, reason: "too many" });
  expect(desk.answers).toEqual([]);
  desk.own.refused({ type: "refusal", term: SECOND, number: 1, reason: "too many" });
  expect(desk.answers).toEqual(["one nothing"]);
});

test("C2: behind a barrier what is still open is sent again, lowest first, under the numbers that it had", () => {
  const desk = new Desk();
  for (const name of ["one", "two", "three"]) desk.open(name);
  expect(desk.pass([1], { term: SECOND, isBarrier: true })).toEqual([2, 3]);
});

test("C5: who has no answer after 13 seconds is answered that it is not known, and never again", () => {
  const desk = new Desk();
  desk.open("one");
  expect(desk.own.wakeAt).toBe(UNKNOWN_AFTER_MS);
  desk.own.wake(UNKNOWN_AFTER_MS - 1);
  expect(desk.answers).toEqual([]);
  desk.own.wake(UNKNOWN_AFTER_MS);
  desk.pass([1]);
  expect(desk.answers).toEqual(["one unknown"]);
});
