// Gives the database a snapshot now and then, for nodes that are new. A node that follows does so: one that leads has better things to
// do, and does it only where no other has for long.

import { join } from "node:path";
import type { Disk } from "@evermark/journal";
import { snapshotName } from "@evermark/journal/snapshots.ts";
import type { CoreLog } from "../../machine.ts";
import { type ReadsPieces, SharedSnapshots } from "../postgres/moving/shared-snapshots.ts";
import type { SharedPruning } from "./shared-pruning.ts";

interface SnapshotSharingParts {
  readonly postgres: string;
  /** Of this node's own snapshots. */
  readonly directory: string;
  readonly disk: Disk;
  /** So many commands lie between two. */
  readonly everyCommands: number;
  readonly isLeading: () => boolean;
  /** Null where this node leaves the shared journal as it is. */
  readonly pruning: SharedPruning | null;
  readonly log: CoreLog;
}

/** A leader waits for so many times as many commands. */
const LEADER_WAITS = 2;

export class SnapshotSharing {
  readonly #parts: SnapshotSharingParts;
  #running: Promise<void> | null = null;
  #session: SharedSnapshots | null = null;
  #hasStopped = false;

  constructor(parts: SnapshotSharingParts) {
    this.#parts = parts;
  }

  /** This node has a snapshot at a position. What fails is logged: the next one is tried. */
  written(position: number): void {
    if (this.#running !== null || this.#hasStopped) return;
    const { log } = this.#parts;
    this.#running = this.#share(position)
      .catch((err) => {
        if (!this.#hasStopped) log.warn({ err, position }, "no snapshot could be given to the database");
      })
      .then(() => this.#prune())
      .finally(() => {
        this.#running = null;
        this.#session = null;
      });
  }

  /** What is under way is broken off. */
  async stop(): Promise<void> {
    this.#hasStopped = true;
    this.#session?.abandon();
    this.#parts.pruning?.stop();
    await this.#running;
  }

  /** Once the database has a newer snapshot, by whichever node. */
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
    log.info({ position, ms }, "the database has a snapshot for nodes that are new");
  }
}
