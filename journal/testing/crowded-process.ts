// A process in which other files take every descriptor, again and again, while it appends to a journal, reads it and writes
// a snapshot. It prints `no descriptor is left` once none is, and then what it managed to do.

import { openSync } from "node:fs";
import { diskWith } from "../journal-disk.ts";
import { openJournal } from "../open.ts";
import { JournalReader } from "../reader.ts";
import { SnapshotStore } from "../snapshots.ts";
import { isOutOfDescriptors } from "../spare-descriptors.ts";
import { SyncThread } from "../sync-thread.ts";

const [directory = ""] = process.argv.slice(2);
const RECORDS = 20;
const PAYLOAD = new Uint8Array(1_000);

/** Opens files until the process may open no more. */
function takeAll(): void {
  try {
    for (;;) openSync("/dev/null", "r");
  } catch (error) {
    if (!isOutOfDescriptors(error)) throw error;
  }
}

let resolveDurable: () => void = () => {};

/** @returns the record's position, once it is durable */
async function append(): Promise<number> {
  const position = next++;
  await new Promise<void>((resolve) => {
    resolveDurable = resolve;
    journal.append(position, PAYLOAD);
  });
  return position;
}

const thread = new SyncThread();
const { journal } = openJournal({
  disk: diskWith(thread),
  directory: `${directory}/journal`,
  // Every other record begins a segment.
  segmentBytes: 2_000,
  listener: {
    onDurable: () => resolveDurable(),
    onFailure(error) {
      throw error;
    },
  },
});
const snapshots = new SnapshotStore({ directory: `${directory}/snapshots` });
const reader = new JournalReader({ directory: `${directory}/journal`, from: 1 });

// A venue's thread is ready long before the venue has clients.
let next = 1;
while (!thread.isReady) await append();
takeAll();
console.log("no descriptor is left");
let read = 0;
for (const _ of reader.read(next - 1));
for (let i = 1; i <= RECORDS; i++) {
  const position = await append();
  for (const _ of reader.read(position)) read++;
  takeAll();
}
await snapshots.write({ position: journal.durablePosition, hash: journal.durableHash(), bytes: PAYLOAD });
console.log(`${RECORDS} appended, ${read} read, ${snapshots.list().length} snapshot`);
await journal.close();
