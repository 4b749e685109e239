// The journal on real files: checks what the simulated disk assumes about the operating system.

import { expect, test } from "bun:test";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { JournalRecord } from "./journal-record.ts";
import { JournalReader, readJournal } from "./reader.ts";
import { openReal } from "./testing/real-journal.ts";
import { smallDisk } from "./testing/small-disk.ts";
import { temporaryDirectory } from "./testing/temporary-directory.ts";
import { payloads } from "./testing/test-journal.ts";

function startProcess(directory: string) {
  const script = join(import.meta.dir, "testing/appending-process.ts");
  return Bun.spawn([process.execPath, script, directory, "append"], { stdout: "pipe", stderr: "inherit" });
}

/** Everything a process prints until it has printed `lines` lines. */
async function readLines(reader: ReadableStreamDefaultReader<Uint8Array>, lines: number): Promise<string> {
  let output = "";
  while (output.split("\n").length <= lines) {
    const { value, done } = await reader.read();
    if (done) break;
    output += new TextDecoder().decode(value);
  }
  return output;
}

async function readRest(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<string> {
  return readLines(reader, Number.POSITIVE_INFINITY);
}

test("a journal continues where the last process closed it", async () => {
  using directory = temporaryDirectory();
  const path = join(directory.path, "data", "journal");
  const first = openReal({ directory: path });
  expect(await first.commit("a", "b")).toEqual({ durable: 2 });
  await first.journal.close();
  const second = openReal({ directory: path });
  expect(second.recovery).toMatchObject({ lastPosition: 2, tornTail: undefined });
  expect(await second.commit("c")).toEqual({ durable: 3 });
  await second.journal.close();
  expect(payloads(readJournal(path, 1))).toEqual(["a", "b", "c"]);
  expect(payloads(readJournal(path, 2, 2))).toEqual(["b"]);
});

test("kill -9 of an appending process loses no record that it reported, time after time", async () => {
  using directory = temporaryDirectory();
  for (let round = 0; round < 4; round++) {
    const child = startProcess(directory.path);
    const output = child.stdout.getReader();
    const seen = await readLines(output, 20 + round * 7);
    child.kill("SIGKILL");
    const reported = (seen + (await readRest(output))).split("\n").slice(0, -1).map(Number);
    await child.exited;
    const lastReported = reported.at(-1) ?? 0;
    expect(lastReported).toBeGreaterThan(1000);

    const replayed: string[] = [];
    const replay = {
      after: 0,
      record: (record: JournalRecord) => void replayed.push(...payloads([record])),
    };
    const { journal, recovery } = openReal({ directory: directory.path, replay });
    await journal.close();
    expect(recovery.lastPosition).toBeGreaterThanOrEqual(lastReported);
    expect(replayed).toEqual(Array.from({ length: recovery.lastPosition }, (_, i) => `record ${i + 1}`));
  }
});

test("a full disk is reported, and the journal resumes when there is room", async () => {
  using small = smallDisk();
  const { journal, commit } = openReal({ directory: small.directory, disk: small.disk, segmentBytes: 100_000 });
  expect(await commit("before")).toEqual({ durable: 1 });
  small.fill();
  const large = "x".repeat(200_000);
  for (let i = 0; i < 3; i++) {
    expect(await commit(large)).toMatchObject({ failed: { code: "ENOSPC" }, firstLost: 2 });
  }
  small.makeRoom();
  expect(await commit("after")).toEqual({ durable: 2 });
  await journal.close();
  expect(payloads(readJournal(small.directory, 1, undefined, { disk: small.disk }))).toEqual(["before", "after"]);
});

test("a flipped bit in a real file is refused with its segment and byte", async () => {
  using directory = temporaryDirectory();
  const { journal, commit } = openReal({ directory: directory.path });
  await commit("a", "b", "c");
  await journal.close();
  const path = join(directory.path, "segment-0000000000000001.log");
  const bytes = readFileSync(path);
  bytes[64 + 57 + 10] = (bytes[64 + 57 + 10] ?? 0) ^ 16;
  writeFileSync(path, bytes);
  expect(() => openReal({ directory: directory.path })).toThrow(
    "journal segment segment-0000000000000001.log is corrupt at byte 121: the record fails its CRC",
  );
});

test("a worker follows the journal while this thread appends, over many segments", async () => {
  using directory = temporaryDirectory();
  const { journal, commit } = openReal({ directory: directory.path, segmentBytes: 5000 });
  await commit("record 1");
  const worker = new Worker(new URL("./testing/following-worker.ts", import.meta.url).href);
  const done = new Promise<string[]>((resolve) => {
    worker.onmessage = ({ data }) => resolve(data);
  });
  worker.postMessage({ directory: directory.path, durable: 1 });
  for (let i = 2; i <= 400; i++) {
    await commit(`record ${i}`);
    worker.postMessage({ durable: i, last: i === 400 });
  }
  expect(await done).toEqual(Array.from({ length: 400 }, (_, i) => `record ${i + 1}`));
  worker.terminate();
  await journal.close();
});

test("a reader sees a journal that grows", async () => {
  using directory = temporaryDirectory();
  const { journal, commit } = openReal({ directory: directory.path, segmentBytes: 300 });
  const reader = new JournalReader({ directory: directory.path, from: 2, verifyChain: true });
  await commit("a", "b", "c");
  expect(payloads(reader.read(2))).toEqual(["b"]);
  await commit("d");
  await commit("e");
  expect(payloads(reader.read(4))).toEqual(["c", "d"]);
  expect(payloads(reader.read(5))).toEqual(["e"]);
  expect(payloads(reader.read(5))).toEqual([]);
  reader.close();
  await journal.close();
});
