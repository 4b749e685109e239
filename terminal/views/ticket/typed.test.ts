import { expect, test } from "bun:test";
import { Typed } from "./typed.ts";

test("what is typed is told at once, and only when it is something else", () => {
  const typed = new Typed("1");
  const told: string[] = [];
  const stop = typed.subscribe(() => told.push(typed.get()));
  typed.update((text) => `${text}2`);
  typed.update((text) => text);
  stop();
  typed.update(() => "3");
  expect(told).toEqual(["12"]);
  expect(typed.get()).toBe("3");
});
