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

test("a request that costs more is taken whole or not at all", () => {
  const allowance = new Allowance(10);
  expect(allowance.take("a", 0, 8)).toBe(true);
  expect(allowance.take("a", 0, 8)).toBe(false);
  expect(allowance.take("a", 0, 2)).toBe(true);
});

test("a cost that turns out higher is owed, and remembered until it is paid", () => {
  const allowance = new Allowance(10);
  expect(allowance.take("a", 0)).toBe(true);
  allowance.owe("a", 0, 40);
  expect([allowance.owes("a", 0), allowance.take("a", 0), allowance.take("b", 0)]).toEqual([true, false, true]);
  expect(allowance.owes("a", 3_000)).toBe(true);
  for (let i = 0; i < 2_000; i++) allowance.take(`others ${i}`, 3_000);
  expect([allowance.owes("a", 3_050), allowance.owes("a", 3_100)]).toEqual([true, false]);
  expect([allowance.take("a", 3_100), allowance.take("a", 3_200)]).toEqual([false, true]);
});

test("addresses with a full allowance are forgotten", () => {
  const allowance = new Allowance(10);
  for (let i = 0; i < 1_024; i++) allowance.take(`before ${i}`, 0);
  expect(allowance.take("now", 2_000)).toBe(true);
  expect(allowance.size).toBe(1);
});
