// Carries out what is moved on the way, as a node would. This checks that each batch continues the hash of the one before,
// each record is what was written and each command can be repeated, and lets both sides be compared by the state that
// results.

import { Engine, Fault, silent } from "@evermark/engine";
import { Replica } from "../follow/replica.ts";
import { type BatchRow, isEmpty, NOTHING } from "../records/batch-row.ts";

/** What has been moved. It is the same on both sides of a move. */
export interface MoveSummary {
  /** How many batches with records: files have no others. */
  readonly batches: number;
  /** Position of the last command; positions count from 1. */
  readonly commands: number;
  /** The chain's value at that command, in hexadecimal. */
  readonly hash: string;
  /** Hash of the engine's state after the last command. */
  readonly stateHash: string;
}

/** Called after each batch. @param position of its last command */
export type OnProgress = (position: number) => void;

export class MovingReplica {
  readonly #replica = new Replica({
    engine: Engine.atBeginning(),
    head: NOTHING,
    consumer: { ...silent, commandEnd: () => {} },
  });
  readonly #onProgress: OnProgress;
  #batches = 0;

  constructor(onProgress: OnProgress) {
    this.#onProgress = onProgress;
  }

  /** @throws {Fault} naming the batch that can't be moved, and why */
  apply(row: BatchRow): void {
    try {
      this.#replica.apply(row);
      if (!isEmpty(row)) this.#batches += 1;
    } catch (cause) {
      const reason = cause instanceof Error ? cause.message : String(cause);
      const fault = new Fault(`batch ${row.batch}, positions ${row.first} to ${row.last}, can't be moved: ${reason}`);
      fault.cause = cause;
      throw fault;
    }
    this.#onProgress(row.last);
  }

  /** The last batch that was moved. */
  get batch(): number {
    return this.#replica.head.batch;
  }

  moved(): MoveSummary {
    const { engine, head } = this.#replica;
    const { last: commands, hash } = head;
    return { batches: this.#batches, commands, hash: Buffer.from(hash).toString("hex"), stateHash: engine.stateHash() };
  }
}
