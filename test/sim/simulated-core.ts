// A start as a venue does it (venue/run.ts), on a simulated machine: what is beside the journal is read first, then the core
// opens what is there.

import {
  assertOneVenue,
  type CoreLog,
  type CoreSettings,
  dataPaths,
  type Machine,
  type OpenedCore,
  openCore,
  tracesBeside,
} from "@evermark/core";
import { Fault, type Listener, silent } from "@evermark/engine";
import type { Disk, JournalRecord, Turns } from "@evermark/journal";
import { checkSegments } from "@evermark/journal/checked-segments.ts";
import type { Counters } from "../workload/counters.ts";

export const PATHS = dataPaths("/data");

/** @param disk as one process sees it */
export function simulatedMachine(disk: Disk, turns: Turns): Machine {
  return {
    disk,
    turns,
    checkSegments: async ({ directory, segments }) => checkSegments(directory, segments, disk),
    // The same in every world: what follows from a seed must not depend on it.
    drawKey: () => "000102030405060708090a0b0c0d0e0f",
  };
}

interface Start {
  readonly machine: Machine;
  readonly settings: CoreSettings;
  /** Up to where history says that it has read the journal. */
  readonly historyPosition: number;
  readonly acceptLoss: boolean;
  /** Gets each record that is repeated. */
  readonly onRecord: (record: JournalRecord) => Listener;
  readonly log: CoreLog;
}

/** @throws what a venue does not start on */
export async function startCore({ machine, historyPosition, onRecord, ...options }: Start): Promise<OpenedCore> {
  assertOneVenue(PATHS, machine.disk);
  const traces = tracesBeside(PATHS, historyPosition, machine.disk);
  const audience = { begin: async () => {}, listenerTo: onRecord };
  return openCore({ ...options, paths: PATHS, traces, machine, audience });
}

/** The same, for those who only want to know what becomes of it. */
export async function tryStart(options: Omit<Start, "onRecord">): Promise<OpenedCore | "refused"> {
  try {
    return await startCore({ ...options, onRecord: () => silent });
  } catch (error) {
    // A start that says what is wrong with the disk; a broken invariant does not.
    if (error instanceof Fault && !error.message.startsWith("broken invariant")) return "refused";
    throw error;
  }
}

/** Counts what is said to an operator. */
export function countedLog(counters: Counters): CoreLog {
  const say = (...[, message]: readonly unknown[]) => counters.add(`log: ${message}`);
  return { info: say, warn: say, error: say };
}
