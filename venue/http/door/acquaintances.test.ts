import { expect, test } from "bun:test";
import { Acquaintances } from "./acquaintances.ts";

test("a connection is known for one request after one that was signed", () => {
  const known = new Acquaintances();
  known.meet("a:1");
  expect([known.take("a:2"), known.take("a:1"), known.take("a:1")]).toEqual([false, true, false]);
});

test("of more connections than are remembered, the first are forgotten", () => {
  const known = new Acquaintances();
  for (let port = 0; port < 20_000; port++) known.meet(`a:${port}`);
  expect(known.size).toBe(16_384);
  expect([known.take("a:0"), known.take("a:19999")]).toEqual([false, true]);
});
