// What was submitted to a venue, what of it was answered, and what was answered as lost: after each start, what is found in the
// journal is held against it.

import { isUnavailable, type Submitted, type Unavailable } from "@evermark/core";
import { type Command, decodeCommand } from "@evermark/engine";
import type { JournalRecord } from "@evermark/journal";
import { isOfCore } from "./step-kinds.ts";
import { claim } from "./violation.ts";

export interface Submission {
  /** Accounts by the order of their opening. */
  readonly command: Command;
  /** As the journal has it. */
  readonly payload: Uint8Array;
}

export class Submissions {
  /** Not yet answered. */
  private pending: Submission[] = [];
  /** Answered as lost, until all that were lost together are. */
  private lost: Submission[] = [];
  /** Answered as lost, but the disk would not say for certain: a crash may bring back the first of them. */
  private uncertain: Submission[][] = [];
  /** What was answered, by its position. */
  private readonly answered = new Map<number, Uint8Array>();

  get waiting(): number {
    return this.pending.length;
  }

  add(submission: Submission): void {
    this.pending.push(submission);
  }

  /** What its caller gets. */
  answer(submission: Submission, result: Submitted | Unavailable): void {
    claim(this.pending.shift() === submission, "commands are answered in their order");
    if (isUnavailable(result)) this.lose(submission, result);
    else this.answered.set(result.position, submission.payload);
  }

  /** Later commands have become durable where the lost ones might have been. */
  settled(): void {
    this.uncertain = [];
  }

  /** @param records that were applied while the venue ran */
  checkFound(records: readonly JournalRecord[]): void {
    for (const { position, payload } of records) {
      const answered = this.answered.get(position);
      const isSame = answered === undefined ? isOfCore(decodeCommand(payload).type) : sameBytes(answered, payload);
      claim(isSame, "what was answered is found at its position", () => `${position}`);
    }
  }

  /**
   * Nothing is on its way any more. What is in the journal all the same was not answered: a first part of what was on its way,
   * with the core's own in between.
   * @returns the commands that callers had submitted
   */
  reappear(records: readonly JournalRecord[]): Command[] {
    const submitted = records.filter(({ payload }) => !isOfCore(decodeCommand(payload).type));
    const possible = [this.pending, ...this.uncertain].find((list) =>
      submitted.every(({ payload }, i) => list[i] !== undefined && sameBytes(payload, list[i].payload)),
    );
    claim(possible !== undefined, "what reappears was on its way", () => `${submitted.length} unknown commands`);
    for (const { position, payload } of submitted) this.answered.set(position, payload);
    this.pending = [];
    this.lost = [];
    this.uncertain = [];
    return possible!.slice(0, submitted.length).map(({ command }) => command);
  }

  private lose(submission: Submission, { isUncertain = false }: Unavailable): void {
    this.lost.push(submission);
    if (this.pending.length > 0) return;
    if (isUncertain) this.uncertain.push(this.lost);
    else this.uncertain = [];
    this.lost = [];
  }
}

function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, i) => byte === b[i]);
}
