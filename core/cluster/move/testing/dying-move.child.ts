// A move that is killed midway: an import after a given number of batches, an export after a given number of disk
// operations. If it does not get that far, it ends normally.

import { type Disk, type DiskFile, realDisk } from "@evermark/journal";
import { exportJournal } from "../export-journal.ts";
import { importJournal } from "../import-journal.ts";

export type DyingMove =
  | { readonly what: "import"; readonly journal: string; readonly lastPosition: number; readonly url: string }
  | { readonly what: "export"; readonly dataDirectory: string; readonly url: string };

const [move, diesAt] = JSON.parse(process.argv[2]!) as [DyingMove, number];
let steps = 0;

function step(): void {
  if (++steps === diesAt) process.kill(process.pid, "SIGKILL");
}

/** A file whose process may be killed after each of these operations. */
function dyingFile(file: DiskFile): DiskFile {
  return {
    size: () => file.size(),
    read: (into, at) => file.read(into, at),
    write(bytes, at) {
      // First only a part of the bytes is written.
      file.write(bytes.subarray(0, bytes.length >> 1), at);
      step();
      file.write(bytes, at);
      step();
    },
    truncate: (size) => file.truncate(size),
    sync() {
      file.sync();
      step();
    },
    syncLater: (done) => file.syncLater(done),
    syncFirst: (done) => file.syncFirst(done),
    lock: () => file.lock(),
    isAt: (path) => file.isAt(path),
    stamp: () => file.stamp(),
    close: () => file.close(),
  };
}

const dyingDisk: Disk = {
  ...realDisk,
  open: (path, how) => dyingFile(realDisk.open(path, how)),
  rename(from, to) {
    realDisk.rename(from, to);
    step();
  },
  syncDirectory(directory) {
    realDisk.syncDirectory(directory);
    step();
  },
};

if (move.what === "import") await importJournal({ ...move, now: Date.now(), onProgress: step });
else {
  await exportJournal({ ...move, segmentBytes: 200_000, isRunning: false, onProgress: () => {}, disk: dyingDisk });
}
process.exit(0);
