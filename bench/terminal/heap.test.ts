import { expect, test } from "bun:test";
import { objectsOf } from "./heap.ts";

test("only objects made by scripts count", () => {
  const meta = {
    node_fields: ["type", "name", "id", "self_size"],
    node_types: [["hidden", "array", "object", "code", "native", "string"]],
  };
  const nodes = [0, 0, 1, 1_000, 1, 0, 3, 10, 2, 0, 5, 200, 3, 0, 7, 3_000, 4, 0, 9, 40_000, 5, 0, 11, 5];
  expect(objectsOf(JSON.stringify({ snapshot: { meta }, nodes, strings: [""] }))).toBe(215);
});
