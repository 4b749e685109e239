import { expect, test } from "bun:test";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readFacts, writeFacts } from "./checksummed-file.ts";
import { MEMORY_NAME } from "./segment-memory.ts";
import { openReal } from "./testing/real-journal.ts";
import { temporaryDirectory } from "./testing/temporary-directory.ts";

test("facts are read as written, missing, or damaged; a folder in their place counts as damage", () => {
  using temporary = temporaryDirectory();
  const path = join(temporary.path, "facts.json");
  expect(readFacts(path)).toBe("missing");
  writeFacts(path, { position: 5 }, true);
  expect(readFacts(path)).toEqual({ facts: { position: 5 } });
  writeFileSync(path, '{"position":6}\n00000000\n');
  expect(readFacts(path)).toBe("damaged");
  rmSync(path);
  mkdirSync(path);
  expect(readFacts(path)).toBe("damaged");
});

test("a journal opens although a folder is in place of its segment memory", async () => {
  using temporary = temporaryDirectory();
  const options = { directory: temporary.path, segmentBytes: 1 };
  const first = openReal(options);
  for (const record of "abc") await first.commit(record);
  await first.journal.close();
  const path = join(temporary.path, MEMORY_NAME);
  rmSync(path, { force: true });
  mkdirSync(path);
  const second = openReal(options);
  expect(second.recovery.lastPosition).toBe(3);
  expect(await second.commit("d")).toEqual({ durable: 4 });
  await second.journal.close();
});
