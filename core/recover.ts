// Turns a data directory into an engine at the end of the journal: first the newest whole snapshot, then the rest of the
// journal, of which every record is checked on the way.

import { type Answer, Engine, Fault, type Listener, silent } from "@evermark/engine";
import {
  type Disk,
  type InvalidSnapshot,
  type Journal,
  JournalCorrupt,
  type JournalListener,
  type JournalRecord,
  openJournal,
  type RecoveryReport,
  type SnapshotStore,
  type Trace,
  verifyJournal,
} from "@evermark/journal";
import { readOldestKept } from "@evermark/journal/prune.ts";
import { type CoreLog, type Machine, thisMachine } from "./machine.ts";
import { repeat } from "./repetition.ts";
import { checkSegmentsAside } from "./segment-check.ts";
import { decodeBeside, type SnapshotExtras } from "./snapshot-extras.ts";

interface StartedEngine {
  readonly engine: Engine;
  readonly journal: Journal;
  /** Position of the snapshot that was used; 0 for none. */
  readonly snapshotPosition: number;
  /** What that snapshot held beside the state. */
  readonly beside: SnapshotExtras;
}

interface RecoverOptions {
  readonly snapshots: SnapshotStore;
  readonly journalDirectory: string;
  readonly segmentBytes: number;
  readonly listener: JournalListener;
  /**
   * Start although acknowledged commands are missing from the journal's end: a sandbox does, because its data directories
   * are copied and edited; a venue that holds money must not.
   */
  readonly acceptLoss: boolean;
  /** Files beside the journal that imply commands in it. */
  readonly traces?: readonly Trace[];
  readonly audience?: ReplayAudience;
  /** Whether what a snapshot holds beside its state is enough to begin from; always true by default. */
  readonly isUsable?: (beside: SnapshotExtras, position: number) => boolean;
  readonly log: CoreLog;
  readonly machine?: Machine;
}

/** Follows what the journal replays after the snapshot. */
export interface ReplayAudience {
  /**
   * Called before the first command is replayed, and again if the replay has to start over.
   * @param position position of the snapshot
   * @param beside what the snapshot held beside its state
   */
  begin(engine: Engine, position: number, beside: SnapshotExtras): Promise<void>;
  listenerTo(record: JournalRecord): Listener;
  /** Called after a command was repeated. @param answer is reused by the engine */
  repeated?(record: JournalRecord, answer: Answer): void;
}

/**
 * @throws {JournalCorrupt} naming segment and byte; the venue must not start
 * @throws {JournalIncomplete} naming what implies more commands than there are; nothing has been changed
 */
export async function recover(options: RecoverOptions): Promise<StartedEngine> {
  try {
    return await recoverFrom(options, Number.MAX_SAFE_INTEGER);
  } catch (error) {
    if (!(error instanceof JournalCorrupt) || !options.acceptLoss) throw error;
    // A journal that was cut may end before its newest snapshot; a damaged one fails again.
    const { lastPosition } = verifyJournal(options.journalDirectory, options.machine?.disk);
    if (lastPosition >= (options.snapshots.list()[0] ?? 0)) throw error;
    return await recoverFrom(options, lastPosition);
  }
}

async function recoverFrom(options: RecoverOptions, snapshotAtMost: number): Promise<StartedEngine> {
  const { snapshots, journalDirectory, segmentBytes, listener, acceptLoss, traces = [], audience, log } = options;
  const { machine = thisMachine, isUsable = () => true } = options;
  const { disk, turns } = machine;
  const newest = snapshots.list().find((position) => position <= snapshotAtMost) ?? 0;
  const checking = checkSegmentsAside(machine, journalDirectory, newest, log);
  const { snapshot, skipped } = snapshots.restoreNewest(Engine.restoreFrom, snapshotAtMost, (beside, position) =>
    isUsable(decodeBeside(beside), position),
  );
  for (const { name, reason, isDamaged } of skipped) {
    log.warn(
      { snapshot: name, reason },
      `a ${isDamaged ? "damaged snapshot" : "snapshot in a format that is no longer supported"} is skipped`,
    );
  }
  if (snapshot === undefined) assertNothingPruned(disk, journalDirectory, skipped);
  // Without a usable snapshot the whole journal is replayed.
  const engine = snapshot?.made ?? Engine.atBeginning();
  const snapshotPosition = snapshot?.position ?? 0;
  const beside = decodeBeside(snapshot?.beside ?? null);
  await audience?.begin(engine, snapshotPosition, beside);
  const { journal, recovery } = openJournal({
    directory: journalDirectory,
    segmentBytes,
    listener,
    acceptLoss,
    traces,
    checkedSegments: await checking,
    disk,
    turns,
    replay: {
      after: snapshotPosition,
      hash: snapshot?.hash,
      record: (record) => repeatFor(audience, engine, record),
    },
  });
  forgetFuture(snapshots, recovery.lastPosition, log);
  report(log, recovery, snapshotPosition);
  return { engine, journal, snapshotPosition, beside };
}

/** Repeats a record's command, with the listeners that have to hear it. */
export function repeatFor(audience: ReplayAudience | undefined, engine: Engine, record: JournalRecord): Answer {
  const answer = repeat(engine, record, audience?.listenerTo(record) ?? silent);
  audience?.repeated?.(record, answer);
  return answer;
}

/** @throws {Fault} when the journal does not go back to its beginning, and its snapshots are too old for this program */
function assertNothingPruned(disk: Disk, journalDirectory: string, skipped: readonly InvalidSnapshot[]): void {
  const old = skipped.find(({ isDamaged }) => !isDamaged);
  const oldestKept = readOldestKept(disk, journalDirectory);
  if (old === undefined || oldestKept === 1) return;
  throw new Fault(
    `snapshot ${old.name} is of a format that this Evermark no longer reads, and the journal was pruned up to position ` +
      `${oldestKept - 1}: start a version in between once, which reads the old format and writes a newer one`,
  );
}

/**
 * Sets aside snapshots of commands that are gone: once the journal has grown past their positions again, they would be
 * taken for snapshots of other commands than those they were taken after.
 */
function forgetFuture(snapshots: SnapshotStore, lastPosition: number, log: CoreLog): void {
  for (const position of snapshots.list()) {
    if (position <= lastPosition) continue;
    const file = snapshots.setAside(position);
    log.warn({ position, file }, "a snapshot reaches beyond the end of the journal; it was set aside");
  }
}

function report(log: CoreLog, recovery: RecoveryReport, snapshot: number): void {
  const { lastPosition, tornTail, acknowledgedLost, doubt } = recovery;
  if (tornTail !== undefined) log.warn(tornTail, "the journal's incomplete tail was cut off");
  if (doubt !== undefined)
    log.error({ mark: doubt }, "acknowledged commands may be missing from the end of the journal");
  if (acknowledgedLost > 0)
    log.error({ commands: acknowledgedLost }, "acknowledged commands are missing from the end of the journal");
  log.info({ position: lastPosition, snapshot }, "journal opened");
}
