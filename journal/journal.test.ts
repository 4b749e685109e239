import { expect, test } from "bun:test";
import { readJournal } from "./reader.ts";
import { DIRECTORY, payloads, TestJournal } from "./testing/test-journal.ts";

function written(journal: TestJournal): string[] {
  return payloads(
    readJournal(DIRECTORY, 1, journal.journal.durablePosition, { disk: journal.disk, verifyChain: true }),
  );
}

test("records that arrive in one turn of the event loop share one write and one sync", () => {
  const batches: number[] = [];
  const durable: number[] = [];
  const listener = {
    onDurable: (position: number) => void durable.push(position),
    onFailure: () => {},
    onBatch: ({ records }: { records: number }) => void batches.push(records),
  };
  const journal = new TestJournal({ listener });
  journal.commit("a", "b", "c");
  expect(batches).toEqual([3]);
  expect(durable).toEqual([3]);
});

test("records that arrive during a sync wait for the next batch", () => {
  const journal = new TestJournal();
  journal.append("a");
  journal.turns.next();
  journal.append("b", "c");
  expect(journal.durable).toEqual([]);
  journal.disk.finishSyncs();
  expect(journal.durable).toEqual([1]);
  journal.disk.finishSyncs();
  expect(journal.durable).toEqual([1, 3]);
  expect(written(journal)).toEqual(["a", "b", "c"]);
});

test("a payload is copied at once, so its buffer can be reused", () => {
  const journal = new TestJournal();
  const buffer = new TextEncoder().encode("first");
  journal.journal.append(1, buffer);
  buffer.fill(0);
  journal.commit();
  expect(written(journal)).toEqual(["first"]);
});

test("a full disk loses records that were not durable, reuses their positions, and the journal then resumes", () => {
  const journal = new TestJournal();
  journal.commit("a", "b");
  journal.disk.capacity = 0;
  journal.commit("lost", "lost");
  expect(journal.failures).toMatchObject([{ firstLost: 3, certain: true, error: { code: "ENOSPC" } }]);
  expect(journal.journal.lastPosition).toBe(2);
  journal.commit("lost as well");
  expect(journal.failures).toHaveLength(2);

  journal.disk.capacity = Number.POSITIVE_INFINITY;
  journal.commit("c");
  expect(journal.durable).toEqual([2, 3]);
  expect(written(journal)).toEqual(["a", "b", "c"]);
});

test("a failed sync loses its batch and the next one's records, and nothing that it touched is trusted again", () => {
  const journal = new TestJournal();
  journal.commit("a");
  journal.append("lost");
  journal.turns.next();
  journal.append("collected", "collected");
  journal.disk.failNext("sync", "EIO");
  journal.disk.finishSyncs();
  expect(journal.failures).toMatchObject([{ firstLost: 2, certain: true, error: { code: "EIO" } }]);

  journal.commit("b");
  journal.losePower();
  const after = new TestJournal({ disk: journal.disk });
  expect(payloads(after.replayed)).toEqual(["a", "b"]);
  // The batch was written into a new file, not over pages that the kernel may count as written.
  expect(after.recovery.segments).toBe(2);
});

test("when the disk can't take a failed batch back, the listener hears it, and a later batch first takes it back", () => {
  const journal = new TestJournal();
  journal.commit("a");
  journal.disk.failNext("write", "EIO");
  journal.disk.failNext("truncate", "EIO");
  journal.commit("lost");
  expect(journal.failures).toMatchObject([{ firstLost: 2, certain: false }]);
  journal.commit("b");
  expect(written(journal)).toEqual(["a", "b"]);
  journal.losePower();
  expect(payloads(new TestJournal({ disk: journal.disk }).replayed)).toEqual(["a", "b"]);
});

test("a listener may append while it is notified of a failure", () => {
  const failures: number[] = [];
  const durable: number[] = [];
  const listener = {
    onDurable: (position: number) => void durable.push(position),
    onFailure(_error: Error, firstLost: number) {
      failures.push(firstLost);
      journal.append("again");
    },
  };
  const journal = new TestJournal({ listener });
  journal.disk.failNext("write", "ENOSPC");
  journal.commit("lost");
  expect(failures).toEqual([1]);
  journal.commit();
  expect(durable).toEqual([1]);
  expect(written(journal)).toEqual(["again"]);
});

test("a failure in the first batch of a new segment does not stop the journal", () => {
  const journal = new TestJournal({ segmentBytes: 200 });
  journal.commit("a".repeat(200));
  for (const operation of ["open", "rename", "syncDirectory", "sync"] as const) {
    journal.disk.failNext(operation, "EIO");
    journal.commit("lost");
  }
  expect(journal.failures.map(({ firstLost }) => firstLost)).toEqual([2, 2, 2, 2]);
  journal.commit("b");
  expect(written(journal)).toEqual(["a".repeat(200), "b"]);
});

test("a segment that has reached its size is followed by another", () => {
  const journal = new TestJournal({ segmentBytes: 300 });
  for (let i = 0; i < 10; i++) journal.commit(`record ${i}`.padEnd(100));
  const segments = journal.disk.list(DIRECTORY).filter((name) => name.startsWith("segment-"));
  expect(segments.slice(0, 2)).toEqual(["segment-0000000000000001.log", "segment-0000000000000003.log"]);
  expect(written(journal)).toHaveLength(10);
});

test("closing makes appended records durable", async () => {
  const journal = new TestJournal();
  journal.append("a", "b");
  const closed = journal.journal.close();
  expect(() => journal.journal.append(1, new Uint8Array(1))).toThrow("a closed journal is not appended to");
  journal.turns.next();
  journal.disk.finishSyncs();
  await closed;
  expect(journal.durable).toEqual([2]);
});

test("closing an idle journal ends at once, and one that fails ends after notifying", async () => {
  const idle = new TestJournal();
  await idle.journal.close();
  const failing = new TestJournal();
  failing.append("lost");
  const closed = failing.journal.close();
  failing.disk.failNext("write", "EIO");
  failing.turns.next();
  await closed;
  expect(failing.failures).toHaveLength(1);
});

test("the hash for a snapshot belongs to the last durable record", () => {
  const journal = new TestJournal();
  journal.commit("a");
  const hash = journal.journal.durableHash();
  journal.append("b");
  expect(journal.journal.durableHash()).toEqual(hash);
  journal.commit();
  journal.kill();
  const replayed: number[] = [];
  const replay = { after: 1, hash, record: ({ position }: { position: number }) => void replayed.push(position) };
  new TestJournal({ disk: journal.disk, replay });
  expect(replayed).toEqual([2]);
});

test("records whose sync failed, found whole by the next process, are written again before they count", () => {
  const journal = new TestJournal();
  journal.disk.failNext("sync", "EIO");
  journal.disk.failNext("truncate", "EIO");
  journal.commit("unknown");
  expect(journal.failures).toMatchObject([{ firstLost: 1, certain: false }]);
  journal.kill();
  const next = new TestJournal({ disk: journal.disk });
  expect(payloads(next.replayed)).toEqual(["unknown"]);
  next.losePower();
  expect(payloads(new TestJournal({ disk: journal.disk }).replayed)).toEqual(["unknown"]);
});
