// Follows the journal with an engine of its own and projects the events of that engine. It reads the journal's files, so
// history never slows the venue's engine: the only thing passed between them is how far the journal is durable.

import { assert, Fault, silent } from "@evermark/engine";
import { dayOf } from "../../sums/candle-sums.ts";
import { type JournalListener, type ProjectedEngine, Projector } from "../records/projector.ts";
import { LeavingRows } from "../retention/leaving-rows.ts";
import { isBounded, type Retention } from "../retention/retention.ts";
import type { Store } from "../tables/history-store.ts";
import { checksumOf, type Progress } from "../tables/projected-progress.ts";

/** One command of the journal. Positions are contiguous from 1. Valid until the next one is read. */
interface CommandRecord {
  readonly position: number;
  readonly payload: Uint8Array;
}

/** Reads commands in order; each call continues where the last one stopped. */
interface CommandSource {
  read(to: number): Iterable<CommandRecord>;
}

/** An engine that repeats what the venue's engine did, by applying the same encoded commands. */
export interface Replica extends ProjectedEngine {
  apply(payload: Uint8Array, listener: JournalListener): void;
}

const SILENT: JournalListener = { ...silent, dayEnded() {}, commandEnd() {} };

/** A batch ends at whichever limit comes first, so that a waiting query is answered within tens of milliseconds. */
const BATCH_EVENTS_MAX = 5_000;
const BATCH_COMMANDS_MAX = 20_000;
/** A transaction ends here at the latest: its changes are held in memory. */
const TRANSACTION_EVENTS_MAX = 100_000;

export class JournalProjector {
  readonly #tables: Store;
  readonly #replica: Replica;
  readonly #source: CommandSource;
  readonly #projector: Projector;
  readonly #giveBack: () => boolean;
  /** Null if all rows are kept. */
  readonly #leaving: LeavingRows | null;
  /** The last day for which all rows have left and all free space is returned. */
  #tidyOn = Number.NaN;
  /** How many rows have left since the last `commit`. */
  #left = 0;
  /** The last command that the replica has applied. */
  #applied: number;
  /** How far commands are projected, and how far that is committed. */
  #projected: Progress;
  #stored: number;

  /**
   * @param parts.source begins after `replicaPosition`, the last command that the replica has applied
   * @param parts.giveBack returns some of the space that rows have left to the file system; returns whether there is more
   */
  constructor(parts: {
    readonly tables: Store;
    readonly replica: Replica;
    readonly replicaPosition: number;
    readonly source: CommandSource;
    readonly retention: Retention;
    readonly giveBack: () => boolean;
  }) {
    this.#tables = parts.tables;
    this.#giveBack = parts.giveBack;
    this.#replica = parts.replica;
    this.#source = parts.source;
    this.#projector = new Projector(parts.tables, parts.replica);
    this.#leaving = isBounded(parts.retention) ? new LeavingRows(parts.tables, parts.retention) : null;
    this.#applied = parts.replicaPosition;
    this.#projected = { position: parts.replicaPosition, checksum: "" };
    this.#stored = parts.replicaPosition;
  }

  /** The last command that is projected: readers of the tables see it after `makeReadable`. */
  get position(): number {
    return this.#projected.position;
  }

  /** The last command that is committed, and so survives the end of this process. */
  get stored(): number {
    return this.#stored;
  }

  /**
   * Brings the replica to the position of the tables; the events on the way are in the tables already.
   * @returns false when the journal has another command there than the one that the tables were made from
   */
  repeatTo(progress: Progress): boolean {
    let checksum = progress.checksum;
    for (const record of this.#source.read(progress.position)) {
      this.#apply(record, SILENT);
      if (record.position === progress.position) checksum = checksumOf(record.payload);
    }
    this.#projected = { position: this.#applied, checksum };
    this.#stored = this.#applied;
    return checksum === progress.checksum;
  }

  /**
   * Projects one batch of durable commands. If this method throws, or one of the next two, everything that is not committed is
   * missing from the tables, and the follower can only be abandoned.
   */
  projectBatch(durable: number): void {
    if (this.position >= durable) return;
    this.#projector.begin();
    const wasClosing = this.isClosingDay;
    const eventsEnough = this.#projector.events + BATCH_EVENTS_MAX;
    let last: CommandRecord | undefined;
    for (const record of this.#source.read(Math.min(durable, this.position + BATCH_COMMANDS_MAX))) {
      this.#apply(record, this.#projector);
      last = record;
      // The rows that are to be written after the end of a day are more than a batch.
      if (this.#projector.events >= eventsEnough || (this.isClosingDay && !wasClosing)) break;
    }
    if (last === undefined) throw new Fault("a durable command cannot be read", { after: this.position, durable });
    this.#projected = { position: last.position, checksum: checksumOf(last.payload) };
    if (this.#projector.waiting >= BATCH_EVENTS_MAX) this.#projector.writeLists();
    if (this.#projector.events >= TRANSACTION_EVENTS_MAX && !this.isClosingDay) this.commit();
  }

  /** Whether the accounts' values at a day's end are still being written; a `commit` now would have to write all that remain. */
  get isClosingDay(): boolean {
    return this.#projector.isClosingDay;
  }

  /** Writes some of them; fails like `projectBatch`. */
  closeSomeOfDay(): void {
    this.#projector.closeSomeOfDay();
  }

  /**
   * Deletes some rows whose days are over, or returns some of their space: a millisecond's or two's worth of work. Fails like
   * `projectBatch`.
   * @returns whether there is more to do for the day
   */
  leaveSome(): boolean {
    const day = dayOf(this.#replica.now);
    if (this.#leaving === null || this.#tidyOn === day) return false;
    this.#projector.begin();
    // Pending rows may be many days old already, if those days have passed quickly.
    if (this.#leaving.day !== day) this.makeReadable();
    if (!this.#leaving.haveLeft(day)) this.#left += this.#leaving.leaveSome(day);
    else if (!this.#giveBack()) this.#tidyOn = day;
    if (this.#left >= TRANSACTION_EVENTS_MAX && !this.isClosingDay) this.commit();
    return this.#tidyOn !== day;
  }

  /** Lets readers of the tables see everything up to `position`. */
  makeReadable(): void {
    if (this.#projector.isUnwritten) this.#projector.write();
  }

  /** Commits everything up to `position`. */
  commit(): void {
    this.#projector.commit(this.#projected);
    this.#stored = this.position;
    this.#left = 0;
    this.#tables.committed();
  }

  /** Rolls back what is not committed, so that readers do not see half of a batch. */
  abandon(): void {
    this.#tables.abandonWrites();
    this.#projected = { position: this.#stored, checksum: "" };
  }

  #apply(record: CommandRecord, listener: JournalListener): void {
    const expected = this.#applied + 1;
    assert(record.position === expected, "the journal has every position", { expected, found: record.position });
    this.#replica.apply(record.payload, listener);
    listener.commandEnd(record.position);
    this.#applied = expected;
  }
}
