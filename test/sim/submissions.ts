// The commands submitted to a venue: which were answered, and which were answered as lost. After each start, what is
// found in the journal is checked against them.

import { isUnavailable, type Submitted, type Unavailable } from "@evermark/core";
import { type Command, decodeCommand } from "@evermark/engine";
import type { JournalRecord } from "@evermark/journal";
import { isOfCore } from "./step-kinds.ts";
import { claim } from "./violation.ts";

export interface Submission {
  /** Accounts are numbered in the order of their opening. */
  readonly command: Command;
  /** The command as encoded in the journal. */
  readonly payload: Uint8Array;
}

export class Submissions {
  /** Not yet answered. */
  private pending: Submission[] = [];
  /** Answered as lost, until all commands lost together are. */
  private lost: Submission[] = [];
  /** Answered as lost without certainty about the disk: after a crash, some first ones of them may be in the journal. */
  private uncertain: Submission[][] = [];
  /** The encoded command at each answered position. */
  private readonly answered = new Map<number, Uint8Array>();

  get waiting(): number {
    return this.pending.length;
  }

  add(submission: Submission): void {
    this.pending.push(submission);
  }

  /** Records the answer to a command's caller. */
  answer(submission: Submission, result: Submitted | Unavailable): void {
    claim(this.pending.shift() === submission, "commands are answered in the order of their submission");
    if (isUnavailable(result)) this.lose(submission, result);
    else this.answered.set(result.position, submission.payload);
  }

  /** Later commands are durable in the place of the lost ones, so those can't reappear. */
  settled(): void {
    this.uncertain = [];
  }

  /** @param records that were applied while the venue ran */
  checkFound(records: readonly JournalRecord[]): void {
    for (const { position, payload } of records) {
      const answered = this.answered.get(position);
      const isSame = answered === undefined ? isOfCore(decodeCommand(payload).type) : sameBytes(answered, payload);
      claim(isSame, "every answered command is found at its position", () => `${position}`);
    }
  }

  /**
   * Nothing is on its way any more. Further records in the journal were not answered: they have to be the first ones of
   * those on their way, with the core's own commands in between.
   * @returns the callers' commands among them
   */
  reappear(records: readonly JournalRecord[]): Command[] {
    const submitted = records.filter(({ payload }) => !isOfCore(decodeCommand(payload).type));
    const possible = [this.pending, ...this.uncertain].find((list) =>
      submitted.every(({ payload }, i) => list[i] !== undefined && sameBytes(payload, list[i].payload)),
    );
    claim(
      possible !== undefined,
      "commands that reappear had been submitted",
      () => `${submitted.length} unknown commands`,
    );
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
