import { expect, test } from "bun:test";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openReal } from "@evermark/journal/testing/real-journal.ts";
import { seenThreads } from "@evermark/journal/testing/seen-threads.ts";
import { temporaryDirectory } from "@evermark/journal/testing/temporary-directory.ts";
import { SegmentRounds } from "./segment-rounds.ts";
import { keptLog } from "./testing/kept-lines.ts";

test("a bit that flips in a closed segment is reported while the venue runs", async () => {
  using temporary = temporaryDirectory();
  const { journal, commit } = openReal({ directory: temporary.path, segmentBytes: 1 });
  for (const record of "abc") await commit(record);
  const path = join(temporary.path, "segment-0000000000000002.log");
  const bytes = readFileSync(path);
  bytes[80]! ^= 4;
  writeFileSync(path, bytes);

  const reported = Promise.withResolvers<number>();
  const logged: string[] = [];
  const log = keptLog(logged);
  const counts: number[] = [];
  const damaged = {
    set(count: number) {
      if (counts.push(count) === 2) reported.resolve(count);
    },
  };
  const rounds = new SegmentRounds({ directory: temporary.path, log, damaged, bytesPerSecond: 1e9 });
  rounds.begin(0);
  expect(await reported.promise).toBe(1);
  rounds.stop();
  await journal.close();
  expect(logged).toHaveLength(1);
  expect(JSON.parse(logged[0]!)).toMatchObject({
    level: "error",
    segment: "segment-0000000000000002.log",
    byte: 64,
    reason: "the record fails its CRC",
  });
});

test("a round whose thread dies is logged and ends, and does not keep the next one from starting", async () => {
  using temporary = temporaryDirectory();
  using threads = seenThreads();
  const { journal, commit } = openReal({ directory: temporary.path, segmentBytes: 1 });
  for (const record of "abc") await commit(record);
  const logged: string[] = [];
  const log = keptLog(logged);
  const ended = Promise.withResolvers<number>();
  // So slow that it would not end by itself.
  const rounds = new SegmentRounds({
    ...{ directory: temporary.path, log, bytesPerSecond: 1e-3 },
    damaged: { set: (count) => ended.resolve(count) },
  });
  rounds.begin(0);
  while (threads.started.length === 0) await Bun.sleep(1);
  threads.started[0]!.terminate();
  expect(await ended.promise).toBe(0);
  rounds.stop();
  await journal.close();
  expect(logged.map((line) => JSON.parse(line))).toMatchObject([{ level: "error", reason: "its thread has ended" }]);
});
