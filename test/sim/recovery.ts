// From a disk to an engine that stands where the journal ends, as a starting venue does it: the newest snapshot that is
// whole, then the rest of the journal, every record of it checked on the way.

import { decodeCommand, type Listener, silent } from "@evermark/engine";
import {
  type Disk,
  type Journal,
  type JournalListener,
  JournalReader,
  openJournal,
  SnapshotStore,
  type Turns,
  verifyJournal,
} from "@evermark/journal";
import { claim } from "./violation.ts";
import { WatchedEngine } from "./watched-engine.ts";

export const JOURNAL = "/journal";
const SNAPSHOTS = "/snapshots";
/** Small, so that a snapshot takes several writes and a crash can fall between them. */
const PIECE_BYTES = 8_192;

interface RecoverOptions {
  readonly disk: Disk;
  readonly turns: Turns;
  readonly segmentBytes: number;
  readonly listener: JournalListener;
  /** Overhears the engine from now on, not while it replays. */
  readonly watcher: Listener;
  /** Told after each record, and once before the first. */
  readonly onState?: (position: number, engine: WatchedEngine) => void;
}

export interface Recovered {
  readonly engine: WatchedEngine;
  readonly journal: Journal;
  readonly snapshots: SnapshotStore;
  readonly lastPosition: number;
  /** Position of the snapshot that was used, 0 for none. */
  readonly snapshot: number;
  /** Snapshots that were passed over because they are damaged. */
  readonly skipped: number;
  /** The records after a position. */
  readonly payloads: (after: number) => Uint8Array[];
}

/** @throws {JournalCorrupt} when the journal is not what was written */
export function recover(options: RecoverOptions): Recovered {
  const { disk, turns, segmentBytes, listener, watcher, onState = () => {} } = options;
  const snapshots = new SnapshotStore({ directory: SNAPSHOTS, disk, pieceBytes: PIECE_BYTES });
  const { snapshot, skipped } = snapshots.restoreNewest((state) => WatchedEngine.restored(state, watcher));
  const engine = snapshot?.made ?? new WatchedEngine(watcher);
  const after = snapshot?.position ?? 0;
  const read: Uint8Array[] = [];
  onState(after, engine);
  const { journal, recovery } = openJournal({
    directory: JOURNAL,
    disk,
    turns,
    segmentBytes,
    listener,
    replay: {
      after,
      hash: snapshot?.hash,
      record: ({ position, payload }) => {
        engine.replay(decodeCommand(payload));
        read.push(payload.slice());
        onState(position, engine);
      },
    },
  });
  const payloads = (from: number) => read.slice(Math.max(0, from - after));
  const { lastPosition } = recovery;
  return { engine, journal, snapshots, lastPosition, snapshot: after, skipped: skipped.length, payloads };
}

/**
 * The end of every run: replayed from its first command and from every snapshot that was taken, the journal gives the
 * same state.
 * @param hashes of the states of which snapshots were taken, by position
 */
export function checkReplays(disk: Disk, hashes: ReadonlyMap<number, string>, last: number, lastHash: string): void {
  const { bad, lastPosition } = verifyJournal(JOURNAL, disk);
  claim(bad === undefined && lastPosition === last, "the journal is whole", () => `${bad?.reason} ${lastPosition}`);
  const engines = [new WatchedEngine(silent)];
  for (const { position, payload } of new JournalReader({ directory: JOURNAL, disk, from: 1 }).read(last)) {
    const command = decodeCommand(payload);
    for (const engine of engines) engine.replay(command);
    const taken = hashes.get(position);
    if (taken === undefined) continue;
    claim(engines[0]!.stateHash() === taken, "a snapshot is the state that replay gives", () => `position ${position}`);
    engines.push(WatchedEngine.from(engines[0]!.snapshot(), silent));
  }
  for (const [number, engine] of engines.entries()) {
    const from = number === 0 ? "its beginning" : `snapshot ${number}`;
    claim(engine.stateHash() === lastHash, "replay gives the same state", () => `from ${from}`);
  }
}
