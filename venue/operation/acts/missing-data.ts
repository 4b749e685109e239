// Finds out what is missing from a stopped venue's data directory, and makes the venue go on without it: for an
// operator who has no backup, or who knows that nothing is missing. A venue with real money never does this by itself.

import { existsSync } from "node:fs";
import { basename } from "node:path";
import { type DataPaths, disagreementWithGenesis, tracesBeside } from "@evermark/core";
import { openJournal, SnapshotStore } from "@evermark/journal";
import { examineJournal } from "@evermark/journal/examine.ts";
import { chainHashAt } from "@evermark/journal/hash-chain.ts";
import { describeMissing, tracesBeyond } from "@evermark/journal/journal-traces.ts";
import { setAside } from "@evermark/journal/set-aside.ts";
import { snapshotName } from "@evermark/journal/snapshots.ts";
import { knownPosition, setHistoryAside } from "../../history/index.ts";

export interface MissingData {
  /** The end of the journal, where the venue would go on. */
  readonly lastPosition: number;
  /** Why a start would refuse, in sentences; empty when it would not. */
  readonly reasons: readonly string[];
  /** Files about missing commands, or of another venue; they are renamed. */
  readonly toSetAside: readonly string[];
}

/**
 * Changes nothing. The caller holds the directory's lock.
 * @throws {JournalCorrupt} when the journal's remaining bytes are damaged: then only a backup helps
 */
export function findMissingData(paths: DataPaths): MissingData {
  const traces = tracesBeside(paths, knownPosition(paths.history));
  const { lastPosition, acknowledgedLost, doubt } = examineJournal({
    directory: paths.journal,
    traces,
    acceptLoss: true,
  });
  const beyond = tracesBeyond(traces, lastPosition);
  const foreign = foreignSnapshots(paths, lastPosition);
  const disagreement = disagreementWithGenesis(paths);
  const reasons = [
    ...(beyond.length > 0 ? [describeMissing(beyond, lastPosition, paths.journal)] : []),
    ...(acknowledgedLost > 0 && beyond.length === 0 ? [`${acknowledgedLost} acknowledged commands are missing`] : []),
    ...(doubt === undefined ? [] : [`durable.mark ${doubt}: it is not known whether commands are missing`]),
    ...foreign.map((position) => `${snapshotName(position)} is of another journal`),
    ...(disagreement === undefined ? [] : [disagreement]),
  ];
  const future = snapshotsOf(paths).filter((position) => position > lastPosition);
  const toSetAside = [
    ...[...future, ...foreign].map(snapshotName),
    ...(knownPosition(paths.history) > lastPosition ? [basename(paths.history)] : []),
    ...(disagreement !== undefined || (lastPosition === 0 && existsSync(paths.genesis))
      ? [basename(paths.genesis)]
      : []),
  ];
  return { lastPosition, reasons, toSetAside };
}

/**
 * Makes the directory one that a venue starts from, at the end of the remaining journal.
 * @returns the new names of the files that were set aside
 */
export async function acceptLoss(paths: DataPaths): Promise<string[]> {
  const { toSetAside } = findMissingData(paths);
  const { journal } = openJournal({
    directory: paths.journal,
    acceptLoss: true,
    traces: tracesBeside(paths, knownPosition(paths.history)),
    listener: { onDurable() {}, onFailure() {} },
  });
  await journal.close();
  const aside: string[] = [];
  const store = snapshotsOf(paths).length > 0 ? new SnapshotStore({ directory: paths.snapshots }) : undefined;
  for (const position of store?.list() ?? []) {
    if (toSetAside.includes(snapshotName(position))) aside.push(store!.setAside(position));
  }
  const history = toSetAside.includes(basename(paths.history)) ? setHistoryAside(paths.history) : undefined;
  if (history !== undefined) aside.push(history);
  if (toSetAside.includes(basename(paths.genesis))) aside.push(setAside(paths.genesis));
  return aside;
}

/** Snapshots whose hash differs from the journal's at their position. */
function foreignSnapshots(paths: DataPaths, lastPosition: number): number[] {
  return snapshotsOf(paths).filter((position) => {
    if (position > lastPosition) return false;
    const taken = new SnapshotStore({ directory: paths.snapshots }).hashAt(position);
    const chain = chainHashAt(paths.journal, position);
    return taken !== undefined && chain !== undefined && Buffer.compare(taken, chain) !== 0;
  });
}

function snapshotsOf({ snapshots }: DataPaths): number[] {
  return existsSync(snapshots) ? new SnapshotStore({ directory: snapshots }).list() : [];
}
