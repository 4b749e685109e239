import { expect, test } from "bun:test";
import { inTextOrder } from "./text-order.ts";

test("texts are ordered by code units: capitals come first, and no text before itself", () => {
  expect([inTextOrder("a", "b"), inTextOrder("b", "a"), inTextOrder("a", "a")]).toEqual([-1, 1, 0]);
  expect(["é", "a", "aa", "", "Z"].sort(inTextOrder)).toEqual(["", "Z", "a", "aa", "é"]);
});
