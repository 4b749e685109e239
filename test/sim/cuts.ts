// Cuts the journal's end off in a copy of the disk, as when a data directory is copied while its venue runs. A venue
// must not start on that. A sandbox that accepts the loss does: it is in the state to which the rest of the journal
// leads, and its further commands are as safe as ever, although other files still refer to the commands that are gone.

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
/** How many more commands are sent than were lost, so that the positions of all other files are passed again. */
const MORE = 5;
const COMMANDS_MAX = 300;

/** @param at how much of the last segment is kept, in billionths */
export async function cutTheEnd(venue: SimulatedVenue, at: number): Promise<"refused" | "harmless"> {
  venue.settle();
  const disk = venue.disk.copy(at);
  cutLastSegment(disk, at);
  const isLost = verifyJournal(PATHS.journal, disk).lastPosition < venue.applied;
  const { settings, historyPosition } = venue;
  const machine = simulatedMachine(disk.copy(at), new ManualTurns());
  const log = countedLog(new Counters());
  const found = await tryStart({ machine, settings, historyPosition, acceptLoss: false, log });
  claim((found === "refused") === isLost, "a venue starts with everything that it acknowledged, or not at all");
  if (!isLost) return "harmless";
  // The rest of a pruned journal need not connect to a snapshot.
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
  claim(
    isSame,
    "a sandbox starts in the state that the rest of its journal gives",
    () => `position ${sandbox.applied}`,
  );
  const count = Math.min(applied - sandbox.applied + MORE, COMMANDS_MAX);
  for (let i = 0; i < count; i++) {
    sandbox.append({ type: "tick", at: millis(Math.floor(sandbox.engine.now / SECOND_MS + 1) * SECOND_MS) });
    sandbox.settle();
  }
  await sandbox.crash("power");
  await sandbox.restart();
  checkReplay(disk, sandbox.applied, sandbox.engine.stateHash());
}
