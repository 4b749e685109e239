// A process that locks a directory and appends to its journal until it is killed. It prints `holding` once it has the
// lock, and then each position that is durable.

import { writeSync } from "node:fs";
import { lockDirectory } from "../lock.ts";
import { openJournal } from "../open.ts";

const [directory = "", mode = "append"] = process.argv.slice(2);
lockDirectory(directory);
writeSync(1, "holding\n");

if (mode === "append") {
  const { journal } = openJournal({
    directory,
    segmentBytes: 200_000,
    listener: {
      onDurable(position) {
        writeSync(1, `${position}\n`);
        append(100);
      },
      onFailure(error) {
        throw error;
      },
    },
  });
  const append = (count: number) => {
    for (let i = 0; i < count; i++) {
      const position = journal.lastPosition + 1;
      journal.append(position, new TextEncoder().encode(`record ${position}`));
    }
  };
  append(100);
} else {
  setInterval(() => {}, 1000);
}
