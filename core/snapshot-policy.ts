// When snapshots are written, and what may be deleted afterwards. A snapshot is written every so many commands and at an
// orderly end, in the background, one at a time. It only shortens the next start, so a failure to write one is logged and
// tried again later. The rule of what is kept is in the journal's prune.ts.

import type { Engine } from "@evermark/engine";
import { type Journal, pruneJournal, type SnapshotStore } from "@evermark/journal";
import { type CoreLog, type Machine, thisMachine } from "./machine.ts";
import { encodeBeside, type SnapshotExtras } from "./snapshot-extras.ts";

/** A reader of the journal that must have passed a segment before the segment may be deleted. */
export interface Follower {
  /** Resolves once the reader has passed `position`. */
  catchUp(position: number): Promise<void>;
  /** Makes what the reader has derived survive a crash. @returns the position up to which that holds */
  keep(): Promise<number>;
  /** Whether the reader is so near the journal's end that waiting for it takes no time. */
  readonly isNear: boolean;
}

export interface SnapshotSettings {
  readonly snapshotEveryCommands: number;
  readonly keepSnapshots: number;
  /** Whether segments may be deleted once a snapshot and history have passed them. */
  readonly prune: boolean;
}

interface SnapshotParts {
  readonly engine: Engine;
  /** What is kept beside the engine, as of the same command. */
  readonly beside?: () => SnapshotExtras;
  /** Called when a snapshot at a position has been written. */
  readonly onWritten?: (position: number) => void;
  readonly journal: Journal;
  readonly snapshots: SnapshotStore;
  readonly history: Follower;
  readonly configuration: SnapshotSettings;
  readonly journalDirectory: string;
  readonly log: CoreLog;
  /** Position of the snapshot that the start used; 0 for none. */
  readonly lastPosition: number;
  readonly machine?: Machine;
}

export class SnapshotPolicy {
  readonly #parts: SnapshotParts;
  #lastPosition: number;
  #running: Promise<void> | null = null;
  #pruning: Promise<void> | null = null;

  constructor(parts: SnapshotParts) {
    this.#parts = parts;
    this.#lastPosition = parts.lastPosition;
  }

  /** Called when everything up to `position` is durable and applied: the only moments at which both agree. */
  applied(position: number): void {
    if (this.#running !== null) return;
    if (position - this.#lastPosition < this.#parts.configuration.snapshotEveryCommands) return;
    this.#running = this.#write(position).finally(() => {
      this.#running = null;
    });
  }

  /**
   * Writes the last snapshot, once nothing more is appended. If pruning would still have to wait for history, it is left to
   * a later start.
   */
  async finish(position: number): Promise<void> {
    await this.#running;
    if (position > this.#lastPosition) await this.#write(position);
    if (!this.#parts.configuration.prune || this.#parts.history.isNear) await this.#pruning;
  }

  async #write(position: number): Promise<void> {
    const { engine, beside, journal, snapshots, log } = this.#parts;
    const startedAt = performance.now();
    // Taken at once, before the engine moves on; only the writing is left to the background.
    const bytes = engine.snapshot();
    const kept = beside && encodeBeside(beside());
    const hash = journal.durableHash();
    this.#lastPosition = position;
    try {
      await snapshots.write({ position, hash, bytes, beside: kept });
    } catch (err) {
      log.error({ err, position }, "no snapshot could be written; the next start replays more of the journal");
      return;
    }
    log.info({ position, bytes: bytes.length, ms: Math.round(performance.now() - startedAt) }, "snapshot written");
    this.#parts.onWritten?.(position);
    // Pruning may wait for history, which snapshots do not.
    this.#pruning ??= this.#prune(position)
      .catch((err) => {
        log.error({ err, position }, "files that are no longer needed could not be deleted; the next snapshot retries");
      })
      .finally(() => {
        this.#pruning = null;
      });
  }

  async #prune(position: number): Promise<void> {
    const { snapshots, history, configuration, journalDirectory, log, machine = thisMachine } = this.#parts;
    const { keepSnapshots, prune } = configuration;
    // History restarts from a snapshot at or below its own position, so its copy must have passed the one just written.
    if (prune) await history.catchUp(position);
    const historyPosition = prune ? await history.keep() : 0;
    const pruned = pruneJournal({
      directory: journalDirectory,
      snapshots,
      keepSnapshots,
      pruneSegments: prune,
      historyPosition,
      disk: machine.disk,
    });
    if (pruned.snapshots.length + pruned.segments.length > 0) log.info(pruned, "pruned");
  }
}
