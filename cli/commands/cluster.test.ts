import { expect, test } from "bun:test";
import { lossLines, statusLines } from "./cluster.ts";

const [LEADER, OTHER] = ["00000000000000a1", "00000000000000a2"];
const AT = Date.UTC(2026, 0, 2, 3, 4, 5);
const PROGRAM = { version: "0.1.0", behaviours: { oldest: 1, newest: 5 }, messages: 2, snapshots: 14 };
const ROW = {
  ...{ node: LEADER, batch: 120, behaviour: 4, aheadMs: 3, silentMs: 340, isFresh: true, trouble: null },
  program: PROGRAM,
};
const STATUS = {
  ...{ database: "db:5432/venue", leader: LEADER, epoch: 7, isRenewed: true },
  begins: { batch: 1, position: 1 },
  ...{ batch: 120, confirmed: 119, position: 4_000, at: AT, movedMs: 0 },
  rows: [ROW],
  ...{ nodes: [LEADER, OTHER], standbys: [{ name: "two", state: "streaming", sync: "sync" }], complaints: [] },
};

test("the status of a venue that works", () => {
  expect(statusLines(STATUS, AT + 200)).toEqual([
    "database   db:5432/venue",
    "leader     00000000000000a1, epoch 7",
    "journal    batch 120, confirmed up to 119; 4000 commands",
    "time       2026-01-02T03:04:05.000Z, 0.2 s ago by this machine's clock",
    "nodes      00000000000000a1 leads",
    "           00000000000000a2",
    "rows       00000000000000a1 at batch 120, 0.3 s ago; Evermark 0.1.0, behaviours 1 to 5",
    "standbys   two streaming, sync",
  ]);
});

test("the status of a sandbox whose time was moved", () => {
  expect(statusLines({ ...STATUS, movedMs: 28_800_000 }, AT + 200 - 28_800_000)[3]).toBe(
    "time       2026-01-02T03:04:05.000Z, 0.2 s ago by this machine's clock, moved forward by 28800 s",
  );
});

test("the status shows the trouble that running nodes report, and none from nodes that no longer run", () => {
  const [trouble, former] = ["node 00000000000000a3, which has led, is not heard", "its clock is wrong"];
  const rows = [
    { ...ROW, trouble },
    { ...ROW, node: OTHER, isFresh: false, trouble: former },
  ];
  const lines = statusLines({ ...STATUS, leader: null, isRenewed: false, rows }, AT);
  expect(lines.filter((line) => line.startsWith("doubt"))).toEqual([`doubt      ${LEADER}: ${trouble}`]);
});

test("the status of a journal whose beginning was pruned", () => {
  expect(statusLines({ ...STATUS, begins: { batch: 40, position: 900 } }, AT)[2]).toBe(
    "journal    batch 120, confirmed up to 119; 4000 commands; kept from batch 40, position 900",
  );
});

test("the status of a leader that does not renew its lease, of no leader, and of a misconfigured database server", () => {
  expect(statusLines({ ...STATUS, isRenewed: false }, AT)[1]).toBe(
    "leader     00000000000000a1, epoch 7: it has not renewed its lease for a second",
  );
  const alone = {
    ...STATUS,
    leader: null,
    isRenewed: false,
    nodes: [],
    rows: [],
    standbys: [],
    complaints: ["fsync is off"],
  };
  expect(statusLines(alone, AT).filter((line) => !/^(database|journal|time)/.test(line))).toEqual([
    "leader     none",
    "nodes      none",
    "rows       none",
    "standbys   none",
    "note       fsync is off",
  ]);
});

test("a loss has to be accepted when another database server has taken over, and the output says how", () => {
  const last = {
    ...{ batch: 12, last: 40, at: AT, hash: new Uint8Array(32) },
    term: { timeline: 1, epoch: 7, node: LEADER },
  };
  expect(lossLines({ last, timeline: 1, isDecided: true })).toEqual([
    "there is nothing to decide: the journal ends at position 40 (batch 12), on the current server",
  ]);
  const lines = lossLines({ last, timeline: 2, isDecided: false });
  expect(lines[0]).toContain("another one has taken over (timeline 2)");
  expect(lines.at(-1)).toBe("Nothing was changed. To continue from position 40: evermark cluster accept-loss --at 40");
});
