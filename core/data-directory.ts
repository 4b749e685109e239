// Where the files of a data directory are, and who may use it.

import { existsSync, lstatSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { Fault } from "@evermark/engine";
import { type DirectoryLock, lockDirectory } from "@evermark/journal";

export interface DataPaths {
  /** Directory of journal segments: the only part that can't be rebuilt. */
  readonly journal: string;
  readonly snapshots: string;
  /** SQLite file; deleting it costs the time of a rebuild. */
  readonly history: string;
  /** A copy of the history, kept if the journal is pruned: a rebuild then needs it. */
  readonly keptHistory: string;
  /** The file that exists while the machine's clock is in doubt; and the operator's answer to it. */
  readonly clockDoubt: string;
  readonly clockConfirmed: string;
  /** What the operator asks of the running venue (operator-request-folder.ts). */
  readonly operator: string;
  /** How far the chains on which deposits come by transfer have been read, and a sandbox's own chains of that kind. */
  readonly receivers: string;
  /** Names the venue (genesis-file.ts). */
  readonly genesis: string;
  /** Everything that is kept about the chain: how far it was watched, and the state of a local one. */
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

/** Mode bits to remove: only the venue's user may read or write what this process creates. */
const OWN_USER_ONLY = 0o077;

/**
 * Takes a data directory for this process; creates it if missing. What the process creates from then on, only its user can
 * access.
 * @throws {DirectoryInUse} when another process has it
 * @throws {Fault} when there is a file in place of a directory, or the other way round
 */
export function lockDataDirectory(dataDirectory: string): DirectoryLock {
  const { journal, snapshots, history, genesis } = dataPaths(dataDirectory);
  for (const path of [dataDirectory, journal, snapshots]) assertIsNot("file", path);
  for (const path of [history, genesis]) assertIsNot("directory", path);
  process.umask(OWN_USER_ONLY);
  return lockDirectory(dataDirectory);
}

/** Whether a data directory holds no venue: it may be new, or on a disk that is not mounted. */
export function holdsNoVenue(dataDirectory: string): boolean {
  const { genesis, journal } = dataPaths(dataDirectory);
  return !existsSync(genesis) && !existsSync(journal);
}

/** The paths in a data directory that other users of the machine may read or write, the directory itself first. */
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
