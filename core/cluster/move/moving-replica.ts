// What is moved is carried out on the way, as a node would: so each batch stands behind the hash of the one before it, each record
// is what was written, each command can be repeated, and both sides can be compared by the state that it comes to.

import { Engine, Fault, silent } from "@evermark/engine";
import { Replica } from "../follow/replica.ts";
import { type BatchRow, isEmpty, NOTHING } from "../records/batch-row.ts";

/** What has come over. On both sides of a move it is the same. */
export interface Moved {
  /** Of those that have records: files have no others. */
  readonly batches: number;
  /** Position of the last one, as they are numbered from 1. */
  readonly commands: number;
  /** The chain's value there, in hexadecimal. */
  readonly hash: string;
  /** Of the engine behind the last command. */
  readonly stateHash: string;
}

/** After each batch. @param position of its last command */
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

  /** Up to which all has come over. */
  get batch(): number {
    return this.#replica.head.batch;
  }

  moved(): Moved {
    const { engine, head } = this.#replica;
    const { last: commands, hash } = head;
    return { batches: this.#batches, commands, hash: Buffer.from(hash).toString("hex"), stateHash: engine.stateHash() };
  }
}
