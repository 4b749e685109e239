// One flipped bit in a copy of the disk: recovery has to refuse it, or come to the very same state without it.

import { silent } from "@evermark/engine";
import { JournalCorrupt } from "@evermark/journal";
import { ManualTurns } from "@evermark/journal/testing/manual-turns.ts";
import type { SimulatedDisk } from "@evermark/journal/testing/simulated-disk.ts";
import { recover } from "./recovery.ts";
import type { SimulatedVenue } from "./venue.ts";
import { claim } from "./violation.ts";

const BILLION = 1_000_000_000;

/**
 * @param at which file, and where in it in billionths
 * @returns what became of it
 */
export function flipOneBit(venue: SimulatedVenue, at: number, bit: number): "refused" | "passed over" | "harmless" {
  venue.settle();
  const disk = venue.disk.copy(at);
  disk.manualSyncs = true;
  const place = placeOf(disk, at);
  if (place === undefined) return "harmless";
  disk.flipBit(place.path, place.byte, bit);
  const where = () => `bit ${bit} of byte ${place.byte} in ${place.path}`;
  let found: string | undefined;
  const skipped = unlessCorrupt(disk, venue.applied, (hash) => {
    found = hash;
  });
  if (skipped === "refused") return "refused";
  claim(found === venue.engine.stateHash(), "a flipped bit is never silently accepted", where);
  return skipped > 0 ? "passed over" : "harmless";
}

function unlessCorrupt(disk: SimulatedDisk, position: number, onHash: (hash: string) => void): number | "refused" {
  try {
    const found = recover({
      disk,
      turns: new ManualTurns(),
      segmentBytes: BILLION,
      watcher: silent,
      listener: { onDurable() {}, onFailure() {} },
      onState: (at, engine) => {
        if (at === position) onHash(engine.stateHash());
      },
    });
    return found.skipped;
  } catch (error) {
    if (error instanceof JournalCorrupt) return "refused";
    throw error;
  }
}

/** Every file as often as any other, however small it is. */
function placeOf(disk: SimulatedDisk, at: number): { path: string; byte: number } | undefined {
  const files = disk.paths.filter((path) => disk.content(path).length > 0);
  const path = files[at % files.length];
  return path === undefined ? undefined : { path, byte: Math.floor((disk.content(path).length * at) / BILLION) };
}
