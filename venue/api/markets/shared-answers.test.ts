import { expect, test } from "bun:test";
import { memoryVenue, standingClock } from "../../testing/memory-venue.ts";
import { SharedAnswers } from "./shared-answers.ts";

const FIRST = { market: 0, variant: 0 };

/** Answers that show how often one was written. */
function counting() {
  const answers = new SharedAnswers();
  let written = 0;
  return (memory: ReturnType<typeof memoryVenue>, of = FIRST) => answers.of(memory.venue, of, () => String(++written));
}

test("an answer is written once between two commands, for each market and variant", () => {
  const memory = memoryVenue();
  const ask = counting();
  expect(ask(memory)).toBe("1");
  expect(ask(memory)).toBe("1");
  expect(ask(memory, { market: 1, variant: 0 })).toBe("2");
  expect(ask(memory)).toBe("1");
  expect(ask(memory, { market: 0, variant: 5 })).toBe("3");
});

test("any command outdates it", () => {
  const memory = memoryVenue();
  const ask = counting();
  expect(ask(memory)).toBe("1");
  memory.tryToApply({ type: "tick" });
  expect(ask(memory)).toBe("2");
});

test("so does the next minute, when the rolling day moves on", () => {
  const memory = memoryVenue({}, standingClock(1_779_269_100_000));
  const ask = counting();
  expect(ask(memory)).toBe("1");
  memory.setNow(1_779_269_159_999);
  expect(ask(memory)).toBe("1");
  memory.setNow(1_779_269_160_000);
  expect(ask(memory)).toBe("2");
});

test("two venues in one process do not share them", () => {
  const ask = counting();
  expect(ask(memoryVenue())).toBe("1");
  expect(ask(memoryVenue())).toBe("2");
});
