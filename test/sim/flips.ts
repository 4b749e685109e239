// Flips one bit in a copy of the disk: a start has to refuse it, or reach exactly the same state.

import { ManualTurns } from "@evermark/journal/testing/manual-turns.ts";
import type { SimulatedDisk } from "@evermark/journal/testing/simulated-disk.ts";
import { Counters } from "../workload/counters.ts";
import { countedLog, simulatedMachine, tryStart } from "./simulated-core.ts";
import type { SimulatedVenue } from "./simulated-venue.ts";
import { claim } from "./violation.ts";

const BILLION = 1_000_000_000;

/**
 * @param at decides which file, and where in it in billionths
 * @returns what the start did about it
 */
export async function flipOneBit(
  venue: SimulatedVenue,
  at: number,
  bit: number,
): Promise<"refused" | "skipped" | "harmless"> {
  venue.settle();
  const disk = venue.disk.copy(at);
  const place = placeOf(disk, at);
  if (place === undefined) return "harmless";
  disk.flipBit(place.path, place.byte, bit);
  const counters = new Counters();
  const { settings, historyPosition } = venue;
  const machine = simulatedMachine(disk, new ManualTurns());
  const log = countedLog(counters);
  const found = await tryStart({ machine, settings, historyPosition, acceptLoss: false, log });
  if (found === "refused") return "refused";
  const where = () => `bit ${bit} of byte ${place.byte} in ${place.path}`;
  const isSame = found.engine.stateHash() === venue.engine.stateHash();
  claim(isSame, "a flipped bit is never silently accepted", where);
  return counters.of("log: a damaged snapshot is skipped") > 0 ? "skipped" : "harmless";
}

/** Every file is equally likely, however small it is. */
function placeOf(disk: SimulatedDisk, at: number): { path: string; byte: number } | undefined {
  const files = disk.paths.filter((path) => disk.content(path).length > 0);
  const path = files[at % files.length];
  return path === undefined ? undefined : { path, byte: Math.floor((disk.content(path).length * at) / BILLION) };
}
