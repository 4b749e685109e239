// Durable appends per second: batches through the journal, compared with raw writes of the same bytes with the same
// number of syncs. The journal adds framing, CRC, the hash chain and the durable mark.

import { closeSync, fdatasyncSync, openSync, writeSync } from "node:fs";
import { join } from "node:path";
import { type Journal, openJournal } from "@evermark/journal";
import { type Benchmark, figureOf, inTurns } from "../figures/measure.ts";
import { scratchDirectory } from "../processes/scratch-directory.ts";

/** As long as the command of an order. */
const PAYLOAD = new Uint8Array(96).fill(7);
const BATCH = 1_000;

export const journalAppend: Benchmark = {
  name: "journal-append",
  about: `durable appends/s, ${BATCH} in a batch`,
  async run({ quick }, report) {
    const batches = quick ? 5 : 200;
    const samples = await inTurns({
      runs: quick ? 1 : 5,
      ours: () => scratchDirectory((directory) => appendAll(directory, batches)),
      theirs: () => scratchDirectory((directory) => writeAll(directory, batches)),
    });
    report(figureOf("journal-append", "appends/s", "raw write + fdatasync", samples));
  },
};

async function appendAll(directory: string, batches: number): Promise<number> {
  let durable = () => {};
  const fail = (error: Error) => {
    throw error;
  };
  const { journal } = openJournal({ directory, listener: { onDurable: () => durable(), onFailure: fail } });
  const startedAt = performance.now();
  for (let batch = 0; batch < batches; batch++) {
    await new Promise<void>((resolve) => {
      durable = resolve;
      appendBatch(journal);
    });
  }
  const rate = perSecondSince(startedAt, batches);
  await journal.close();
  return rate;
}

function appendBatch(journal: Journal): void {
  for (let i = 0; i < BATCH; i++) journal.append(1_700_000_000_000, PAYLOAD);
}

/** Writes on the calling thread. A baseline that passes its syncs to another thread would also measure that handover. */
function writeAll(directory: string, batches: number): number {
  const file = openSync(join(directory, "raw"), "w");
  const bytes = new Uint8Array(BATCH * PAYLOAD.length);
  const startedAt = performance.now();
  for (let batch = 0; batch < batches; batch++) {
    for (let i = 0; i < BATCH; i++) bytes.set(PAYLOAD, i * PAYLOAD.length);
    writeSync(file, bytes);
    fdatasyncSync(file);
  }
  const rate = perSecondSince(startedAt, batches);
  closeSync(file);
  return rate;
}

function perSecondSince(startedAt: number, batches: number): number {
  return ((batches * BATCH) / (performance.now() - startedAt)) * 1_000;
}
