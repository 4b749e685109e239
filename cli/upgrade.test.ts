import { expect, test } from "bun:test";
import { BEHAVIOUR, OLDEST_BEHAVIOUR } from "@evermark/engine";
import { versions } from "@evermark/venue/operation/reports/versions.ts";
import { outcome, versionLines } from "./upgrade.ts";

const [LEADER, OTHER] = ["00000000000000a1", "00000000000000a2"];
const program = (version: string, newest: number) => ({
  ...{ version, messages: 2, snapshots: 14 },
  behaviours: { oldest: 1, newest },
});
const node = (id: string, of: ReturnType<typeof program> | null) => ({
  ...{ node: id, batch: 9, behaviour: 4, aheadMs: 0, silentMs: 40, isFresh: true, trouble: null },
  program: of,
});
const VENUE = {
  ...{ database: "db:5432/venue", behaviour: BEHAVIOUR - 1, leader: LEADER },
  nodes: [node(LEADER, program("0.2.0", 9)), node(OTHER, program("0.1.0", 3))],
};

test("the version and the behaviours of each node are shown", () => {
  expect(versionLines({ ...VENUE, nodes: [...VENUE.nodes, node("00000000000000a3", null)] })).toEqual([
    "database   db:5432/venue",
    `venue      behaviour ${BEHAVIOUR - 1}`,
    `this       Evermark ${versions.evermark}, behaviours ${OLDEST_BEHAVIOUR} to ${BEHAVIOUR}`,
    "nodes      00000000000000a1 leads: Evermark 0.2.0, behaviours 1 to 9",
    "           00000000000000a2: Evermark 0.1.0, behaviours 1 to 3",
    "           00000000000000a3: of a version that does not report what it supports",
  ]);
  expect(versionLines({ ...VENUE, behaviour: null, nodes: [] }).filter((line) => /^(venue|nodes)/.test(line))).toEqual([
    "venue      no node reports its behaviour",
    "nodes      none",
  ]);
});

test("the output says what would be done, what prevents it, and what was done", () => {
  expect(outcome(VENUE, [], false)).toBe(`nothing was changed; to raise it to ${BEHAVIOUR}: --apply`);
  expect(outcome(VENUE, ["node a2 can't"], false)).toStartWith(
    `it can't be raised to ${BEHAVIOUR}: node a2 can't. Stop it`,
  );
  expect(outcome(VENUE, [], true)).toStartWith(`raised: every node has behaviour ${BEHAVIOUR}`);
  expect(outcome({ ...VENUE, behaviour: BEHAVIOUR }, [], false)).toBe(`the venue has behaviour ${BEHAVIOUR} already`);
  expect(outcome({ ...VENUE, behaviour: BEHAVIOUR + 1 }, [], false)).toContain(
    "a newer behaviour than this Evermark knows",
  );
});
