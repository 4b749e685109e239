// A tape projected into a fresh database, next to a naive history of the same tape.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Listener, silent } from "@evermark/engine";
import { Projector } from "../records/projector.ts";
import { historyQueries } from "../thread/history-queries.ts";
import { memoryTables, type TestTables } from "./databases.ts";
import { EventTape, type TapeStep, tapeEngine } from "./event-tape.ts";
import { NaiveHistory } from "./naive-history.ts";

/** @param batchSteps how many steps each transaction has */
export function projectTape(
  steps: readonly TapeStep[],
  { batchSteps = 50, tables = memoryTables() as TestTables } = {},
) {
  const naive = new NaiveHistory();
  const projector = new Projector(tables, tapeEngine);
  const tape = new EventTape(both(projector, naive));
  for (let from = 0; from < steps.length; from += batchSteps) {
    projector.begin();
    for (const step of steps.slice(from, from + batchSteps)) tape.play(step);
    projector.commit({ position: Math.min(from + batchSteps, steps.length), checksum: "" });
  }
  return { tables, naive, now: tape.now, queries: historyQueries(tables) };
}

/** Runs something in a directory that is removed afterwards. */
export async function inTemporaryDirectory<Result>(run: (directory: string) => Promise<Result>): Promise<Result> {
  const directory = mkdtempSync(join(tmpdir(), "evermark-history-"));
  try {
    return await run(directory);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

function both(a: Listener, b: Listener): Listener {
  return {
    ...silent,
    order(report) {
      a.order(report);
      b.order(report);
    },
    trade(report) {
      a.trade(report);
      b.trade(report);
    },
    ledger(entry) {
      a.ledger(entry);
      b.ledger(entry);
    },
  };
}
