import { expect, test } from "bun:test";
import { Allowance } from "./allowance.ts";

test("an address has so many requests at once, and as many more in each second", () => {
  const allowance = new Allowance(10);
  const taken = (now: number) => {
    let count = 0;
    while (allowance.take("a", now)) count++;
    return count;
  };
  expect(taken(0)).toBe(10);
  expect(taken(50)).toBe(0);
  expect(taken(200)).toBe(2);
  expect(taken(10_000)).toBe(10);
  expect(allowance.take("b", 10_000)).toBe(true);
});

test("what costs more is taken whole or not at all", () => {
  const allowance = new Allowance(10);
  expect(allowance.take("a", 0, 8)).toBe(true);
  expect(allowance.take("a", 0, 8)).toBe(false);
  expect(allowance.take("a", 0, 2)).toBe(true);
});

test("addresses that have all of it again are forgotten", () => {
  const allowance = new Allowance(10);
  for (let i = 0; i < 1_024; i++) allowance.take(`before ${i}`, 0);
  expect(allowance.take("now", 2_000)).toBe(true);
  expect(allowance.size).toBe(1);
});
