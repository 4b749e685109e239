// A node's own engine, and its head: the last row of the shared journal that it has applied. Batches are applied in
// sequence and only once they are confirmed (C7), which the caller of `apply` ensures.

import { assert, decodeCommand, type Engine } from "@evermark/engine";
import type { Consumer, Submitted } from "../../sequencing.ts";
import { submittedOf } from "../../submitted.ts";
import { type BatchRow, type Head, isEmpty, readRow, standsBehind } from "../records/batch-row.ts";
import type { Origin } from "../records/origins.ts";
import { sameTerm } from "../records/term.ts";
import { FrontState } from "./front-state.ts";

interface Outcome {
  readonly origin: Origin | null;
  readonly submitted: Submitted;
}

/** The outcomes of one batch's commands. */
export interface AppliedBatch {
  readonly head: Head;
  /**
   * The batch begins a term: everything earlier leaders have appended is before it, and nothing of theirs comes after it
   * (C9).
   */
  readonly isBarrier: boolean;
  readonly outcomes: readonly Outcome[];
}

interface ReplicaParts {
  readonly engine: Engine;
  /** The last row that the engine has applied. */
  readonly head: Head;
  /** The front state at that row; absent, it is that of a journal's beginning. */
  readonly front?: FrontState;
  readonly consumer: Consumer;
}

export class Replica {
  readonly engine: Engine;
  readonly front: FrontState;
  readonly #consumer: Consumer;
  #head: Head;

  constructor({ engine, head, front = new FrontState(engine), consumer }: ReplicaParts) {
    this.engine = engine;
    this.front = front;
    this.#head = head;
    this.#consumer = consumer;
  }

  get head(): Head {
    return this.#head;
  }

  /** @throws {Fault} when the row is not the next one, or the engine can't continue */
  apply(row: BatchRow): AppliedBatch {
    const before = this.#head;
    assert(standsBehind(row, before), "a batch is applied behind the one before it", { batch: row.batch });
    const isBarrier = !sameTerm(row.term, before.term);
    assert(!(isBarrier && isEmpty(row)), "a term begins with a start", { batch: row.batch });
    const outcomes = readRow(row).map(({ position, payload, origin }, i): Outcome => {
      const command = decodeCommand(payload);
      if (isBarrier && i === 0) assert(command.type === "start_session", "a term begins with a start", { position });
      this.#consumer.commandBegin?.(command.at);
      const answer = this.engine.apply(command, this.#consumer);
      this.#consumer.commandEnd(position, command.at);
      if (origin !== null) this.front.passed(origin, answer.orderId);
      return { origin, submitted: submittedOf(answer, position, command.at) };
    });
    this.#consumer.batchEnd?.();
    this.front.forget(row.at);
    this.#head = row;
    return { head: row, isBarrier, outcomes };
  }
}
