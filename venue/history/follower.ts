// Follows the journal with an engine of its own and projects what that engine says. It reads the journal's files, so the
// venue's engine is never slowed by history: all that passes between them is how far the journal is durable.

import { type Listener, silent } from "@evermark/engine/events.ts";
import { assert, Fault } from "@evermark/engine/fault.ts";
import { type ProjectedEngine, Projector } from "./projector.ts";
import type { Progress } from "./schema.ts";
import type { Tables } from "./tables.ts";

/** One command of the journal. Positions are contiguous from 1. */
export interface CommandRecord {
  readonly position: number;
  readonly payload: Uint8Array;
}

/** Reads commands in order; each call goes on where the last one stopped. */
export interface CommandSource {
  read(to: number): Iterable<CommandRecord>;
}

/** An engine that repeats what the venue's engine did, from encoded commands. */
export interface Replica extends ProjectedEngine {
  apply(payload: Uint8Array, listener: Listener): void;
}

/** A batch ends at whichever comes first, so that a waiting query is answered within tens of milliseconds. */
const BATCH_EVENTS_MAX = 5_000;
const BATCH_COMMANDS_MAX = 20_000;

export class Follower {
  readonly #replica: Replica;
  readonly #source: CommandSource;
  readonly #projector: Projector;
  /** The last command that the replica has applied. */
  #applied: number;
  #position: number;

  /** @param parts.source begins after `replicaPosition`, the last command that the replica has applied */
  constructor(parts: {
    readonly tables: Tables;
    readonly replica: Replica;
    readonly replicaPosition: number;
    readonly source: CommandSource;
  }) {
    this.#replica = parts.replica;
    this.#source = parts.source;
    this.#projector = new Projector(parts.tables, parts.replica);
    this.#applied = parts.replicaPosition;
    this.#position = parts.replicaPosition;
  }

  /** The last command that is projected. */
  get position(): number {
    return this.#position;
  }

  /**
   * Brings the replica to where the tables are; what it says on the way is in them already.
   * @returns false when the journal has another command there than the one that the tables were made from
   */
  repeatTo(progress: Progress): boolean {
    let checksum = progress.checksum;
    for (const record of this.#source.read(progress.position)) {
      this.#apply(record, silent);
      if (record.position === progress.position) checksum = checksumOf(record.payload);
    }
    this.#position = this.#applied;
    return checksum === progress.checksum;
  }

  /** Projects one batch of what is durable. If this throws, nothing of it is stored, and the follower is of no more use. */
  projectBatch(durable: number): void {
    if (this.#position >= durable) return;
    this.#projector.begin();
    let last: CommandRecord | undefined;
    for (const record of this.#source.read(Math.min(durable, this.#position + BATCH_COMMANDS_MAX))) {
      this.#apply(record, this.#projector);
      last = record;
      if (this.#projector.events >= BATCH_EVENTS_MAX) break;
    }
    if (last === undefined) throw new Fault("a durable command cannot be read", { after: this.#position, durable });
    this.#projector.commit({ position: last.position, checksum: checksumOf(last.payload) });
    this.#position = last.position;
  }

  #apply(record: CommandRecord, listener: Listener): void {
    const expected = this.#applied + 1;
    assert(record.position === expected, "the journal has every position", { expected, found: record.position });
    this.#replica.apply(record.payload, listener);
    this.#applied = expected;
  }
}

/** Tells one command from another: commands carry their time, so two journals hardly have the same one in one place. */
function checksumOf(payload: Uint8Array): string {
  return Bun.hash(payload).toString(16);
}
