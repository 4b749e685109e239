// No command is applied before it is on disk: stepped through on a simulated disk, sync by sync.

import { expect, test } from "bun:test";
import { type Answer, type Command, Engine, silent } from "@evermark/engine";
import { TestJournal } from "@evermark/journal/testing/test-journal.ts";
import { JournalSequencer } from "./sequencer.ts";
import { isUnavailable, type Unstamped } from "./sequencing.ts";

const tick: Unstamped = { type: "tick" };

/** A sequencer whose turns and syncs the test releases, with everything that it did in one list. */
function stepped() {
  const done: string[] = [];
  const engine = new (class extends Engine {
    override apply(command: Command, out: typeof silent): Answer {
      done.push(`apply ${command.type}`);
      return super.apply(command, out);
    }
  })();
  const sequencer = new JournalSequencer({
    engine,
    clock: { now: () => 5_000 },
    observer: { batch() {}, applied() {} },
    audit: true,
    lastAt: 0,
    appliedPosition: 0,
    onApplied: (position) => done.push(`durable ${position}`),
    onFault: (error) => done.push(`fault ${String(error)}`),
    onJournalState: (error) => done.push(error === null ? "journal good" : "journal bad"),
  });
  const test = new TestJournal({ listener: sequencer });
  sequencer.attach(test.journal, {
    ...silent,
    commandEnd: (position, at) => done.push(`end ${position} at ${at}`),
  });
  const submit = (command: Unstamped, at = 5_000) =>
    sequencer.submitAt(at, command, (result) => {
      done.push(isUnavailable(result) ? `unavailable: ${result.unavailable}` : `answer ${result.position}`);
    });
  /** What happened since the last call. */
  const since = () => done.splice(0);
  return { engine, sequencer, submit, since, turns: test.turns, disk: test.disk };
}

test("a command is applied only when it is on disk, and answered after its events", () => {
  const { submit, since, turns, disk, sequencer } = stepped();
  submit(tick);
  submit(tick);
  expect(since()).toEqual([]);
  turns.next();
  expect([since(), sequencer.appliedPosition]).toEqual([[], 0]);
  disk.finishSyncs();
  expect(since()).toEqual([
    "apply tick",
    "end 1 at 5000",
    "answer 1",
    "apply tick",
    "end 2 at 5000",
    "answer 2",
    "durable 2",
  ]);
});

test("commands that arrive during a sync wait for the next one, in order", () => {
  const { submit, since, turns, disk } = stepped();
  submit(tick, 1_000);
  turns.next();
  submit({ type: "settle_pnl", account: 0, nonce: 0 }, 3_000);
  submit(tick, 2_000);
  disk.finishSyncs();
  expect(since()).toEqual(["apply tick", "end 1 at 1000", "answer 1", "durable 1"]);
  disk.finishSyncs();
  // A command that brings an earlier time is moved up to that of the one before it.
  expect(since()).toEqual([
    "apply settle_pnl",
    "end 2 at 3000",
    "answer 2",
    "apply tick",
    "end 3 at 3000",
    "answer 3",
    "durable 3",
  ]);
});

test("a failed sync also loses everything behind it, and the positions are used again", () => {
  const { submit, since, turns, disk, engine } = stepped();
  submit(tick);
  turns.next();
  disk.finishSyncs();
  const hash = engine.stateHash();
  since();

  disk.failNext("sync", "EIO");
  submit(tick);
  turns.next();
  submit({ type: "settle_pnl", account: 0, nonce: 0 });
  disk.finishSyncs();
  const refused = "unavailable: the journal can't be written, nothing happened";
  expect(since()).toEqual(["journal bad", refused, refused]);
  expect(engine.stateHash()).toBe(hash);

  submit(tick);
  turns.next();
  disk.finishSyncs();
  expect(since()).toEqual(["journal good", "apply tick", "end 2 at 5000", "answer 2", "durable 2"]);
});

test("a caller that is answered may submit at once, and comes after callers that already waited", () => {
  const { sequencer, submit, since, turns, disk } = stepped();
  sequencer.submitAt(5_000, tick, () => submit({ type: "settle_pnl", account: 0, nonce: 0 }));
  submit(tick);
  turns.next();
  disk.finishSyncs();
  expect(since().filter((line) => line.startsWith("apply"))).toEqual(["apply tick", "apply tick"]);
  turns.next();
  disk.finishSyncs();
  expect(since()[0]).toBe("apply settle_pnl");
});

test("a sequencer without a journal takes nothing", async () => {
  const sequencer = new JournalSequencer({
    engine: new Engine(),
    clock: { now: () => 0 },
    observer: { batch() {}, applied() {} },
    audit: false,
    lastAt: 0,
    appliedPosition: 0,
    onApplied() {},
    onFault() {},
    onJournalState() {},
  });
  expect(await sequencer.send(tick)).toEqual({ unavailable: "the venue is starting" });
});

test("a disk that keeps refusing is logged once, not with every batch", () => {
  const { submit, since, turns, disk } = stepped();
  for (let i = 0; i < 3; i++) {
    disk.failNext("sync", "EIO");
    submit(tick);
    turns.next();
    disk.finishSyncs();
  }
  expect(since().filter((line) => line.startsWith("journal"))).toEqual(["journal bad"]);
});
