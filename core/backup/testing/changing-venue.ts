// A data directory on the simulated disk that changes as a venue's does: its journal grows and begins new segments,
// snapshots are written and removed, segments are pruned, the kept copy of history is updated in steps, and the process is
// killed and starts again.

import { type Journal, openJournal, pruneJournal, SnapshotStore } from "@evermark/journal";
import { ManualTurns } from "@evermark/journal/testing/manual-turns.ts";
import type { SimulatedDisk } from "@evermark/journal/testing/simulated-disk.ts";
import { payloads, text } from "@evermark/journal/testing/test-journal.ts";
import { type DataPaths, dataPaths } from "../../data-directory.ts";
import { keepGenesis } from "../../genesis-file.ts";
import { keptLog } from "../../testing/kept-lines.ts";

const KEEP_SNAPSHOTS = 2;

/** Venue time of the command at a position: two commands share each millisecond. */
export const timeOf = (position: number): number => 1_000 + Math.floor(position / 2);

export class ChangingVenue {
  readonly paths: DataPaths = dataPaths("/data");
  /** Payloads that were reported durable. */
  readonly durable: string[] = [];
  readonly #disk: SimulatedDisk;
  readonly #name: string;
  readonly #prunes: boolean;
  #turns = new ManualTurns();
  #journal: Journal;
  #appended: string[] = [];
  /** The steps left after a snapshot: updating the kept copy of history, and pruning. */
  #work: (() => void)[] = [];

  constructor(disk: SimulatedDisk, name: string, prunes: boolean) {
    this.#disk = disk;
    this.#name = name;
    this.#prunes = prunes;
    disk.manualSyncs = true;
    this.#journal = this.#open(0);
    this.append(2);
    this.sync();
    keepGenesis(this.paths, keptLog([]), disk);
  }

  append(count: number): void {
    for (let i = 0; i < count; i++) {
      const position = this.durable.length + this.#appended.length + 1;
      const payload = `${this.#name} ${position}`.padEnd(200, "x");
      this.#journal.append(timeOf(position), text(payload));
      this.#appended.push(payload);
    }
    this.#turns.next();
  }

  sync(): void {
    this.#disk.finishSyncs();
  }

  /** Writes a snapshot of what is durable; the steps that follow are done by `goOn`, one at a time. */
  async snapshot(): Promise<void> {
    const position = this.durable.length;
    const store = new SnapshotStore({ directory: this.paths.snapshots, disk: this.#disk });
    if (store.list().includes(position) || this.#work.length > 0) return;
    const bytes = text(`state ${position} `.repeat(1 + (position % 50)));
    let isDone = false;
    const writing = store.write({ position, hash: this.#journal.durableHash(), bytes }).finally(() => {
      isDone = true;
    });
    while (!isDone) {
      this.#disk.finishSyncs();
      await Promise.resolve();
    }
    await writing;
    if (this.#prunes) this.#keepHistory(position);
    this.#work.push(() => this.#prune(store, position));
  }

  goOn(): void {
    this.#work.shift()?.();
  }

  kill(): void {
    this.#turns.drop();
    this.#turns = new ManualTurns();
    this.#disk.dropSyncs();
    this.#work = [];
    this.#journal = this.#open(this.durable.length);
  }

  /**
   * Works as history does: changes are first written to a file of their own, from which a crash while they are put in place
   * is repaired.
   */
  #keepHistory(position: number): void {
    const kept = this.paths.keptHistory;
    this.#work.push(
      () => this.#write(`${kept}-changes-new`, `changes up to ${position}`),
      () => this.#disk.rename(`${kept}-changes-new`, `${kept}-changes`),
      () => this.#write(kept, `pages up to ${position}`),
      () => this.#write(`${kept}-sums`, `sums up to ${position}`),
      () => this.#disk.remove(`${kept}-changes`),
    );
  }

  #prune(snapshots: SnapshotStore, historyPosition: number): void {
    const { paths, ...rest } = { paths: this.paths, snapshots, historyPosition, disk: this.#disk };
    const pruneSegments = this.#prunes;
    pruneJournal({ ...rest, directory: paths.journal, keepSnapshots: KEEP_SNAPSHOTS, pruneSegments });
  }

  #write(path: string, content: string): void {
    const file = this.#disk.open(path, "create");
    file.write(text(content), 0);
    file.close();
  }

  #open(after: number): Journal {
    const replayed: string[] = [];
    const { journal, recovery } = openJournal({
      directory: this.paths.journal,
      segmentBytes: 1500,
      disk: this.#disk,
      turns: this.#turns,
      listener: {
        onDurable: (position) => void this.durable.push(...this.#appended.splice(0, position - this.durable.length)),
        onFailure(error) {
          throw error;
        },
      },
      replay: { after, record: (record) => void replayed.push(...payloads([record])) },
    });
    // Records that were being written may be in the journal.
    this.durable.push(...replayed);
    if (recovery.lastPosition !== this.durable.length) throw new Error("the venue has lost commands");
    this.#appended = [];
    return journal;
  }
}

/** The position that the kept copy of history in a directory reaches, once it is repaired as a venue does it. */
export function keptPosition(disk: SimulatedDisk, directory: string): number | undefined {
  const kept = dataPaths(directory).keptHistory;
  const positionIn = (path: string) =>
    disk.paths.includes(path)
      ? Number(/up to (\d+)$/.exec(new TextDecoder().decode(disk.content(path)))?.[1])
      : undefined;
  const changed = positionIn(`${kept}-changes`);
  if (changed !== undefined) return changed;
  const [pages, sums] = [positionIn(kept), positionIn(`${kept}-sums`)];
  return pages === sums ? pages : undefined;
}
