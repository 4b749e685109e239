import { expect, test } from "bun:test";
import { encodeCommand, millis } from "@evermark/engine";
import { FrontState, NO_ORDER } from "../follow/front-state.ts";
import type { SentCommand } from "../ports/bus.ts";
import type { Term } from "../records/term.ts";
import { Intake } from "./intake.ts";

const NODE = "00000000000000aa";
const TERM: Term = { timeline: 1, epoch: 3, node: "00000000000000bb" };
const payload = encodeCommand({ type: "tick", at: millis(1_000) }).slice();

function sent(number: number, deadline = 5_000): SentCommand {
  return { number, deadline, payload, untilDisconnect: false };
}

/** Commands of one request, with these numbers. */
function requested(...numbers: number[]): SentCommand[] {
  const limits = [{ bucket: "orders", requests: numbers.length }];
  return numbers.map((number, i) => ({
    ...sent(number),
    counted: { request: numbers[0]!, account: 7, limits: i === 0 ? limits : [] },
  }));
}

/** @param requestsMax how many requests fit the limit */
function setup(requestsMax = Number.POSITIVE_INFINITY) {
  const front = new FrontState({ findOrder: () => undefined });
  const refused: number[] = [];
  let left = requestsMax;
  const intake = new Intake({
    ...{ term: TERM, front },
    admit: ({ limits }) => {
      const wanted = limits[0]!.requests;
      if (wanted > left) return 50;
      left -= wanted;
      return 0;
    },
    refuse: (_, { type, number }) => refused.push(type === "overLimit" ? number : -1),
  });
  const take = (number: number, commands: readonly SentCommand[], term = TERM) =>
    intake.take({ type: "frame", term, from: NODE, number, commands });
  const taken = (at = 2_000) => intake.gather(at).map(({ origin }) => origin.number);
  return { front, refused, intake, take, taken };
}

test("C2: a frame is taken once, in its turn, and in its own term", () => {
  const { take, taken, intake } = setup();
  take(2, [sent(2)]);
  take(1, [sent(1)], { ...TERM, epoch: 2 });
  expect(taken()).toEqual([]);
  take(1, [sent(1)]);
  take(1, [sent(1)]);
  take(2, [sent(2)]);
  expect(taken()).toEqual([1, 2]);
  expect(intake.nextFrames.get(NODE)).toBe(3);
});

test("C2: a number that the journal has is not taken again, nor one below it", () => {
  const { front, take, taken } = setup();
  front.passed({ node: NODE, number: 4, deadline: 5_000, untilDisconnect: false }, NO_ORDER);
  take(1, [sent(3), sent(4), sent(5)]);
  expect(taken()).toEqual([5]);
});

test("C4: a refused command is not taken when it is sent again", () => {
  const { take, taken, refused } = setup(0);
  take(1, requested(1));
  take(2, [sent(1), sent(2)]);
  expect(refused).toEqual([1]);
  expect(taken()).toEqual([2]);
});

test("C16: a request is taken with all of its commands or with none; commands without a request are not counted", () => {
  const { take, taken, refused } = setup(3);
  take(1, requested(1, 2));
  take(2, [...requested(3, 4), sent(5)]);
  take(3, requested(6));
  take(4, requested(7));
  expect(refused).toEqual([3, 4, 7]);
  expect(taken()).toEqual([1, 2, 5, 6]);
});

test("C16: what an earlier leader has counted of a request is not counted again", () => {
  const { take, taken, refused } = setup(0);
  take(1, requested(1, 2).slice(1));
  expect(refused).toEqual([]);
  expect(taken()).toEqual([2]);
});

test("C6: a command whose deadline has passed when the batch is made is left out", () => {
  const { take, taken } = setup();
  take(1, [sent(1, 1_999), sent(2, 2_000)]);
  expect(taken(2_000)).toEqual([2]);
});
