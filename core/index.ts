// The public surface of the core: from a data directory and an engine to a sequencer whose commands are durable before they
// are applied.

export { Core, type CoreOptions, type CoreSettings, type OpenedCore, openCore } from "./core.ts";
export { type DataPaths, dataPaths, holdsNoVenue, lockDataDirectory, openToOthers } from "./data-directory.ts";
export { sendFirstCommands } from "./first-commands.ts";
export { assertOneVenue, disagreementWithGenesis, keepGenesis, readGenesis } from "./genesis-file.ts";
export { journalRemedy, journalTrouble } from "./journal-trouble.ts";
export type { CoreLog, Machine } from "./machine.ts";
export { type ReplayAudience, recover } from "./recover.ts";
export { type Repetition, repeat, repeatJournal } from "./repetition.ts";
export { SegmentRounds } from "./segment-rounds.ts";
export { JournalSequencer } from "./sequencer.ts";
export {
  type CommandTimes,
  type Consumer,
  type CountedRequest,
  type Counts,
  type Done,
  isUnavailable,
  type Sequencer,
  type SequencerObserver,
  type Submitted,
  type Unavailable,
  type Unstamped,
  type VenueClock,
} from "./sequencing.ts";
export type { SnapshotExtras } from "./snapshot-extras.ts";
export { tracesBeside } from "./traces-beside.ts";
