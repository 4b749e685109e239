// What a node does about the behaviour that its venue is to have, and when it appends the commands of its own callers. The
// simulated cluster in test/cluster/ covers the rest.

import { expect, test } from "bun:test";
import { BEHAVIOUR, DECLARATIONS, Engine, silent } from "@evermark/engine";
import { isUnavailable } from "../sequencing.ts";
import { ClusterNode } from "./cluster-node.ts";
import { FIRST_ROW } from "./postgres/testing/node-calls.ts";
import { AFTER_RELEASE_MS, CLAIM_AFTER_MS, ROW_EVERY_MS } from "./timing.ts";

const NODE = "00000000000000a1";
const PROGRAM = { version: "1", behaviours: { oldest: 1, newest: BEHAVIOUR }, messages: 2, snapshots: 14 };

function setup() {
  const now = { steady: 1_000, wanted: 0, holder: "", beat: 0, areClaimsSlow: false };
  const troubles: (string | null)[] = [];
  const claims: number[] = [];
  /** Claims that are answered by hand. */
  const claimed: ((timeline: number | null) => void)[] = [];
  const releases: number[] = [];
  const appended: number[] = [];
  const node = new ClusterNode({
    ...{ id: NODE, engine: Engine.atBeginning(), head: FIRST_ROW, program: PROGRAM },
    clock: { wall: () => 0, steady: () => now.steady, wakeAt: () => {} },
    bus: { send: () => {} },
    lease: {
      look(done) {
        done({
          row: { epoch: 3, node: now.holder, beat: now.beat, confirmed: 1 },
          timeline: 1,
          configuration: "",
          isSynchronous: true,
        });
      },
      claim(_seen, by, done) {
        claims.push(by.epoch);
        if (now.areClaimsSlow) claimed.push(done);
        else done(1);
      },
      renew: () => {},
      release: (by) => releases.push(by.epoch),
    },
    journal: {
      connect: (_as, done) => done(1),
      append: (row, _behind, _by, done) => {
        appended.push(row.batch);
        done("appended");
      },
      rowsBehind: (_head, done) => done({ rows: [], confirmed: 1 }),
      confirmedUpTo: (_batch, done) => done(null),
    },
    presence: {
      write({ trouble }, done) {
        troubles.push(trouble);
        done({ wanted: now.wanted, moved: { ms: 0, to: 0 }, clock: 0, standbys: 1, others: [] });
      },
      move: () => {},
      read: () => {},
      leave: () => {},
    },
    consumer: { ...silent, commandEnd: () => {} },
    rules: { own: () => [], dueAt: () => Number.POSITIVE_INFINITY, admit: () => 0 },
    ...{ losesNothing: true, isMovable: true },
    whyNotLead: () => null,
    onApplied: () => {},
    onCutOff: () => {},
    onFault: (fault) => {
      throw fault;
    },
  });
  node.start();
  const wakeAfter = (ms: number) => {
    now.steady += ms;
    node.wake();
  };
  return { node, now, claims, claimed, releases, appended, troubles, wakeAfter };
}

test("C17: a node that can't carry out the behaviour its venue is to have does not claim the lead, until it can", () => {
  const { now, claims, wakeAfter } = setup();
  now.wanted = BEHAVIOUR + 1;
  wakeAfter(0);
  wakeAfter(CLAIM_AFTER_MS);
  expect(claims).toEqual([]);
  now.wanted = BEHAVIOUR;
  wakeAfter(ROW_EVERY_MS);
  wakeAfter(CLAIM_AFTER_MS);
  expect(claims).toEqual([4]);
});

test("C17: a leader that can't carry out the wanted behaviour gives the lead back", () => {
  const { node, now, claims, releases, wakeAfter } = setup();
  wakeAfter(0);
  expect([claims, node.isLeading]).toEqual([[4], true]);
  now.wanted = BEHAVIOUR + 1;
  wakeAfter(ROW_EVERY_MS);
  expect([releases, node.isLeading]).toEqual([[4], false]);
  wakeAfter(AFTER_RELEASE_MS);
  wakeAfter(CLAIM_AFTER_MS);
  expect(claims).toEqual([4]);
});

test("a node that leaves while its claim has no answer gives the lead back, and does not claim again", () => {
  const { node, now, claims, claimed, releases, wakeAfter } = setup();
  now.areClaimsSlow = true;
  wakeAfter(0);
  wakeAfter(CLAIM_AFTER_MS);
  expect([claims, node.leadsOrClaims]).toEqual([[4], true]);
  node.leave();
  expect(node.leadsOrClaims).toBe(true);
  claimed[0]!(1);
  expect([releases, node.leadsOrClaims]).toEqual([[4], false]);
  for (let round = 0; round < 3; round++) wakeAfter(CLAIM_AFTER_MS + AFTER_RELEASE_MS);
  expect(claims).toEqual([4]);
});

test("a node that leaves does not claim a lease that becomes free", () => {
  const { node, claims, wakeAfter } = setup();
  node.leave();
  for (let round = 0; round < 3; round++) wakeAfter(CLAIM_AFTER_MS);
  expect([claims, node.leadsOrClaims]).toEqual([[], false]);
});

test("a leader appends its own caller's command at once, and waits for nothing else to happen", () => {
  const { node, appended, wakeAfter } = setup();
  wakeAfter(0);
  expect([node.holdsLead, appended]).toEqual([true, [2]]);
  node.submit({ type: "cancel_all_orders", account: 0, market: 0 }, () => {});
  expect(appended).toEqual([2, 3]);
});

test("a command that the venue's behaviour does not know yet is refused before it is sent, and taken once it is known", () => {
  const { node } = setup();
  const answers: string[] = [];
  const command = { type: "cancel_all_orders", account: 0, market: 0 } as const;
  const submit = () =>
    node.submit(command, (answer) => answers.push(isUnavailable(answer) ? answer.unavailable : "an outcome"));
  // As if the command came with a behaviour that the venue does not have.
  const declared = DECLARATIONS.cancel_all_orders as { since?: number };
  declared.since = BEHAVIOUR + 1;
  try {
    submit();
  } finally {
    delete declared.since;
  }
  expect(answers).toEqual([
    `this needs behaviour ${BEHAVIOUR + 1} of the venue, which has 1 until all its nodes are upgraded; nothing happened`,
  ]);
  submit();
  expect([answers.length, node.status().waiting]).toEqual([1, 1]);
});

test("a node that does not hear the leader reports it in its row, until it does", () => {
  const { node, now, troubles, wakeAfter } = setup();
  const holder = "00000000000000a2";
  const after = (ms: number) => {
    now.beat++;
    wakeAfter(ms);
  };
  now.holder = holder;
  after(0);
  after(ROW_EVERY_MS);
  after(1);
  const term = { timeline: 1, epoch: 3, node: holder };
  node.receive({ type: "beat", term, confirmed: { batch: 1, hash: FIRST_ROW.hash }, nextFrames: new Map() });
  after(ROW_EVERY_MS - 1);
  expect(troubles).toEqual([null, `it does not hear ${holder}, which has the lease`, null]);
});
