import { expect, test } from "bun:test";
import { PROGRAM } from "../testing/postgres-node.ts";
import { obstacle } from "./venue-upgrade.ts";

test("a node whose program no longer carries out the behaviour is an obstacle as well", () => {
  const node = {
    node: "00000000000000a1",
    program: { ...PROGRAM, version: "1.3.0", behaviours: { oldest: 3, newest: 6 } },
  };
  expect(obstacle(node, 2)).toBe(
    "node 00000000000000a1, which is Evermark 1.3.0, carries out behaviours 3 to 6, not 2",
  );
  expect([3, 6].map((behaviour) => obstacle(node, behaviour))).toEqual([null, null]);
});
