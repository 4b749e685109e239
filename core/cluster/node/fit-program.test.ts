import { expect, test } from "bun:test";
import type { Program, SeenNode } from "../ports/presence.ts";
import { assertFit, unfitness } from "./fit-program.ts";

const PROGRAM: Program = { version: "0.1.0", behaviours: { oldest: 1, newest: 5 }, messages: 2, snapshots: 14 };
const node = (program: Program | null): SeenNode => ({
  ...{ node: "00000000000000a1", batch: 9, behaviour: 5, aheadMs: 0 },
  program,
});

test("nodes of two versions that send the same messages are one venue, though their behaviours differ", () => {
  const newer = { ...PROGRAM, version: "0.2.0", behaviours: { oldest: 3, newest: 6 }, snapshots: 15 };
  expect(unfitness(PROGRAM, 5, [node(newer), node(null)])).toBeNull();
  expect(unfitness(newer, 6, [node(PROGRAM)])).toBeNull();
});

test("a behaviour that this program does not carry out is refused by name", () => {
  expect(() => assertFit(PROGRAM, 6, [])).toThrow(
    "the venue is to have behaviour 6, as its operator has asked for; this Evermark 0.1.0 carries out 1 to 5: start the newer one",
  );
});

test("a node that sends other messages is refused by name", () => {
  expect(() => assertFit(PROGRAM, 0, [node(PROGRAM), node({ ...PROGRAM, version: "0.2.0", messages: 3 })])).toThrow(
    "node 00000000000000a1, which is Evermark 0.2.0, sends messages of version 3; this Evermark 0.1.0 sends and reads version 2",
  );
});
