// Stores a snapshot in the database now and then, for new nodes. A node that follows does so; the leader, which has more
// urgent work, does it only if no other node has for long.

import { join } from "node:path";
import type { Disk } from "@evermark/journal";
import { snapshotName } from "@evermark/journal/snapshots.ts";
import type { CoreLog } from "../../machine.ts";
import { type ReadsPieces, SharedSnapshots } from "../postgres/moving/shared-snapshots.ts";
import type { SharedPruning } from "./shared-pruning.ts";

interface SnapshotSharingParts {
  readonly postgres: string;
  /** Directory of this node's own snapshots. */
  readonly directory: string;
  readonly disk: Disk;
  /** The least number of commands from one snapshot to the next. */
  readonly everyCommands: number;
  readonly isLeading: () => boolean;
  /** Null if this node does not prune the shared journal. */
  readonly pruning: SharedPruning | null;
  readonly log: CoreLog;
}

/** A leader waits for this many times as many commands. */
const LEADER_WAITS = 2;

export class SnapshotSharing {
  readonly #parts: SnapshotSharingParts;
  #running: Promise<void> | null = null;
  #session: SharedSnapshots | null = null;
  #hasStopped = false;

  constructor(parts: SnapshotSharingParts) {
    this.#parts = parts;
  }

  /** Called when this node has written a snapshot. An error is only logged: the next snapshot is tried. */
  written(position: number): void {
    if (this.#running !== null || this.#hasStopped) return;
    const { log } = this.#parts;
    this.#running = this.#share(position)
      .catch((err) => {
        if (!this.#hasStopped) log.warn({ err, position }, "the snapshot could not be stored in the database");
      })
      .then(() => this.#prune())
      .finally(() => {
        this.#running = null;
        this.#session = null;
      });
  }

  /** Stops, and interrupts what is in progress. */
  async stop(): Promise<void> {
    this.#hasStopped = true;
    this.#session?.abandon();
    this.#parts.pruning?.stop();
    await this.#running;
  }

  /** Prunes after each attempt: by now the database may have a newer snapshot, from any node. */
  async #prune(): Promise<void> {
    const { pruning, log } = this.#parts;
    if (this.#hasStopped) return;
    await pruning?.run().catch((err) => {
      if (!this.#hasStopped) log.warn({ err }, "old batches of the shared journal could not be dropped");
    });
  }

  async #share(position: number): Promise<void> {
    const { postgres, directory, disk, everyCommands, isLeading, log } = this.#parts;
    await using shared = await SharedSnapshots.open(postgres);
    this.#session = shared;
    const newest = (await shared.newest())?.position ?? 0;
    if (position - newest < everyCommands * (isLeading() ? LEADER_WAITS : 1)) return;
    const startedAt = performance.now();
    const file = disk.open(join(directory, snapshotName(position)), "read");
    try {
      const pieces: ReadsPieces = { bytes: file.size(), read: (into, at) => void file.read(into, at) };
      if (!(await shared.add(position, pieces))) return;
    } finally {
      file.close();
    }
    const ms = Math.round(performance.now() - startedAt);
    log.info({ position, ms }, "a snapshot for new nodes was stored in the database");
  }
}
