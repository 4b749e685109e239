// Where things lie in a data directory, and who may use it.

import { existsSync, lstatSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { Fault } from "@evermark/engine";
import { type DirectoryLock, lockDirectory } from "@evermark/journal";

export interface DataPaths {
  /** Directory of journal segments: the only part that cannot be made again. */
  readonly journal: string;
  readonly snapshots: string;
  /** SQLite file; deleting it costs the time of a rebuild. */
  readonly history: string;
  /** A copy of it, kept where the journal is pruned: then a rebuild needs it. */
  readonly keptHistory: string;
  /** There while the machine's clock is in doubt; and the operator's answer to that. */
  readonly clockDoubt: string;
  readonly clockConfirmed: string;
  /** What its operator asks of the running venue (operator-door.ts). */
  readonly operator: string;
  /** How far the chains were looked at on which deposits come by transfer, and a sandbox's own such chains. */
  readonly receivers: string;
  /** Says which venue this is (genesis-file.ts). */
  readonly genesis: string;
  /** All that is kept about the chain: where the watcher is, and of a local one its state. */
  readonly chain: string;
}

export function dataPaths(dataDirectory: string): DataPaths {
  return {
    journal: join(dataDirectory, "journal"),
    snapshots: join(dataDirectory, "snapshots"),
    history: join(dataDirectory, "history.sqlite"),
    keptHistory: join(dataDirectory, "history-kept.sqlite"),
    clockDoubt: join(dataDirectory, "clock-doubt.json"),
    clockConfirmed: join(dataDirectory, "clock-confirmed"),
    operator: join(dataDirectory, "operator"),
    receivers: join(dataDirectory, "chain", "receivers"),
    genesis: join(dataDirectory, "genesis.json"),
    chain: join(dataDirectory, "chain"),
  };
}

/** Only the venue's user reads or writes what this process makes. */
const OWN_USER_ONLY = 0o077;

/**
 * Takes a data directory for this process; makes it when missing. What the process makes from then on is its user's alone.
 * @throws {DirectoryInUse} when another process has it
 * @throws {Fault} when a file stands where a directory should, or the other way round
 */
export function lockDataDirectory(dataDirectory: string): DirectoryLock {
  const { journal, snapshots, history, genesis } = dataPaths(dataDirectory);
  for (const path of [dataDirectory, journal, snapshots]) assertIsNot("file", path);
  for (const path of [history, genesis]) assertIsNot("directory", path);
  process.umask(OWN_USER_ONLY);
  return lockDirectory(dataDirectory);
}

/** Whether there is no venue in a data directory: it may be new, or a disk that is not mounted. */
export function holdsNoVenue(dataDirectory: string): boolean {
  const { genesis, journal } = dataPaths(dataDirectory);
  return !existsSync(genesis) && !existsSync(journal);
}

/** What of a data directory other users of the machine may read or write, the directory itself first. */
export function openToOthers(dataDirectory: string): string[] {
  const inside = readdirSync(dataDirectory, { recursive: true }).map((name) => join(dataDirectory, String(name)));
  return [dataDirectory, ...inside.sort()].filter((path) => {
    const found = lstatSync(path, { throwIfNoEntry: false });
    return found !== undefined && !found.isSymbolicLink() && (found.mode & OWN_USER_ONLY) !== 0;
  });
}

function assertIsNot(wrong: "file" | "directory", path: string): void {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined || found.isDirectory() !== (wrong === "directory")) return;
  const expected = wrong === "file" ? "directory" : "file";
  throw new Fault(
    `${path} is a ${wrong}, expected a ${expected}; move it away, and put back from a backup what was there before`,
  );
}
