import { expect, test } from "bun:test";
import { FrontState } from "./front-state.ts";

const ONE = { node: "0000000000000001", number: 3, deadline: 10_000 };
const TWO = { node: "0000000000000002", number: 8, deadline: 9_000 };

test("C8: the front state follows from what has passed, in whichever order nodes came", () => {
  const [here, there] = [new FrontState(), new FrontState()];
  for (const origin of [ONE, TWO]) here.passed(origin);
  for (const origin of [TWO, ONE]) there.passed(origin);
  expect(here.hash()).toBe(there.hash());
  there.passed({ ...ONE, number: 4 });
  expect(here.hash()).not.toBe(there.hash());
});

test("a node's number is kept until nothing of it can be taken any more, and a minute longer", () => {
  const front = new FrontState();
  front.passed(ONE);
  front.forget(70_000);
  expect(front.lastNumber(ONE.node)).toBe(3);
  front.forget(70_001);
  expect(front.lastNumber(ONE.node)).toBe(0);
});
