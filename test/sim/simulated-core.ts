// Starts a core as a venue does (venue/run.ts), on a simulated machine: the files beside the journal are read first,
// then the core opens the directory.

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
    // The same key in every world, because the outcome of a seed must not depend on it.
    drawKey: () => "000102030405060708090a0b0c0d0e0f",
  };
}

interface Start {
  readonly machine: Machine;
  readonly settings: CoreSettings;
  /** The journal position up to which history says it has read. */
  readonly historyPosition: number;
  readonly acceptLoss: boolean;
  /** Gets each record that is replayed. */
  readonly onRecord: (record: JournalRecord) => Listener;
  readonly log: CoreLog;
}

/** @throws the reason why a venue would not start */
export async function startCore({ machine, historyPosition, onRecord, ...options }: Start): Promise<OpenedCore> {
  assertOneVenue(PATHS, machine.disk);
  const traces = tracesBeside(PATHS, historyPosition, machine.disk);
  const audience = { begin: async () => {}, listenerTo: onRecord };
  return openCore({ ...options, paths: PATHS, traces, machine, audience });
}

/** The same, for callers that only need to know whether it starts. */
export async function tryStart(options: Omit<Start, "onRecord">): Promise<OpenedCore | "refused"> {
  try {
    return await startCore({ ...options, onRecord: () => silent });
  } catch (error) {
    // A fault that reports a damaged disk is a refusal; a broken invariant is not.
    if (error instanceof Fault && !error.message.startsWith("broken invariant")) return "refused";
    throw error;
  }
}

/** A log that counts its messages. */
export function countedLog(counters: Counters): CoreLog {
  const count = (...[, message]: readonly unknown[]) => counters.add(`log: ${message}`);
  return { info: count, warn: count, error: count };
}
