// A process in which other files take every descriptor, again and again, while it appends to a journal, reads it and
// writes a snapshot. It prints `no descriptor is left` once that is so, and then what it managed.

import { openSync } from "node:fs";
import { openJournal } from "../open.ts";
import { JournalReader } from "../reader.ts";
import { SnapshotStore } from "../snapshots.ts";
import { isOutOfDescriptors } from "../spare-descriptors.ts";

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

let tell: () => void = () => {};
const { journal } = openJournal({
  directory: `${directory}/journal`,
  // Every other record begins a segment.
  segmentBytes: 2_000,
  listener: {
    onDurable: () => tell(),
    onFailure(error) {
      throw error;
    },
  },
});
const snapshots = new SnapshotStore({ directory: `${directory}/snapshots` });
const reader = new JournalReader({ directory: `${directory}/journal`, from: 1 });

takeAll();
console.log("no descriptor is left");
let read = 0;
for (let i = 1; i <= RECORDS; i++) {
  await new Promise<void>((resolve) => {
    tell = resolve;
    journal.append(i, PAYLOAD);
  });
  for (const _ of reader.read(i)) read++;
  takeAll();
}
await snapshots.write({ position: RECORDS, hash: journal.durableHash(), bytes: PAYLOAD });
console.log(`${RECORDS} appended, ${read} read, ${snapshots.list().length} snapshot`);
await journal.close();
