// The journal's end is missing from a copy of the disk, as when a data directory was copied while its venue ran. A venue must
// not start on that. A sandbox does: it stands where what is left of the journal leads to, and what it does from then on is
// as safe as ever, whatever still lies beside the journal and speaks of the commands that are gone.

import { decodeCommand, Engine, millis, silent } from "@evermark/engine";
import { readJournal, verifyJournal } from "@evermark/journal";
import { SEGMENT_HEADER_BYTES } from "@evermark/journal/segment.ts";
import { ManualTurns } from "@evermark/journal/testing/manual-turns.ts";
import type { SimulatedDisk } from "@evermark/journal/testing/simulated-disk.ts";
import { Counters } from "../workload/counters.ts";
import { EngineJudge } from "./command-judge.ts";
import { checkReplay } from "./replay.ts";
import { countedLog, PATHS, simulatedMachine, tryStart } from "./simulated-core.ts";
import { SimulatedVenue } from "./simulated-venue.ts";
import { claim } from "./violation.ts";

const BILLION = 1_000_000_000;
const SECOND_MS = 1_000;
/** So many more commands than were lost: the positions of all that is left beside the journal are passed again. */
const MORE = 5;
const COMMANDS_MAX = 300;

/** @param at how far into the last segment, in billionths */
export async function cutTheEnd(venue: SimulatedVenue, at: number): Promise<"refused" | "harmless"> {
  venue.settle();
  const disk = venue.disk.copy(at);
  cutLastSegment(disk, at);
  const isLost = verifyJournal(PATHS.journal, disk).lastPosition < venue.applied;
  const { settings, historyPosition } = venue;
  const machine = simulatedMachine(disk.copy(at), new ManualTurns());
  const log = countedLog(new Counters());
  const found = await tryStart({ machine, settings, historyPosition, acceptLoss: false, log });
  claim((found === "refused") === isLost, "a venue starts on all that it acknowledged, or not at all");
  if (!isLost) return "harmless";
  // Where the journal was pruned, what is left of it may lead from nowhere.
  if (!settings.prune) await goOn(disk, venue);
  return "refused";
}

function cutLastSegment(disk: SimulatedDisk, at: number): void {
  const path = disk.paths.findLast((path) => path.startsWith(`${PATHS.journal}/segment-`))!;
  const file = disk.open(path, "write");
  const content = file.size() - SEGMENT_HEADER_BYTES;
  file.truncate(SEGMENT_HEADER_BYTES + Math.floor((content * at) / BILLION));
  file.sync();
}

async function goOn(disk: SimulatedDisk, { settings, applied }: SimulatedVenue): Promise<void> {
  const sandbox = await SimulatedVenue.open({
    ...{ seed: 1, disk, settings, acceptLoss: true },
    counters: new Counters(),
    makeJudge: (engine) => new EngineJudge(engine),
  });
  sandbox.settle();
  const repeated = Engine.atBeginning();
  for (const { payload } of readJournal(PATHS.journal, 1, sandbox.applied, { disk }))
    repeated.apply(decodeCommand(payload), silent);
  const isSame = repeated.stateHash() === sandbox.engine.stateHash();
  claim(isSame, "a sandbox stands where what is left of its journal leads to", () => `position ${sandbox.applied}`);
  const count = Math.min(applied - sandbox.applied + MORE, COMMANDS_MAX);
  for (let i = 0; i < count; i++) {
    sandbox.append({ type: "tick", at: millis(Math.floor(sandbox.engine.now / SECOND_MS + 1) * SECOND_MS) });
    sandbox.settle();
  }
  await sandbox.crash("power");
  await sandbox.restart();
  checkReplay(disk, sandbox.applied, sandbox.engine.stateHash());
}
