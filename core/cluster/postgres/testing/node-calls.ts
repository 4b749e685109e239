// A node's lease, journal and presence as a test drives them: each call returns a promise of its one answer.

import type { Lease, LeaseLook, LeaseRow } from "../../ports/lease.ts";
import type { Presence, TimeShift, TimeShiftRequest } from "../../ports/presence.ts";
import type { AppendOutcome, ConfirmedHead, ReadRows, SharedJournal } from "../../ports/shared-journal.ts";
import { type BatchRow, type Head, NOTHING, writeRow } from "../../records/batch-row.ts";
import { NO_TERM, type NodeId, type Term } from "../../records/term.ts";

/** The first batch of a test's venue. */
export const FIRST_ROW = rowBehind(NOTHING, NO_TERM);

/** A batch of one record. @param content the byte that the payload is filled with, by which a test recognizes the batch */
export function rowBehind(behind: Head, term: Term, content = 0, bytes = 100): BatchRow {
  const payload = new Uint8Array(bytes).fill(content);
  return writeRow(behind, term, behind.at + 1_000, [{ at: behind.at + 1_000, payload, origin: null }]);
}

/** @param number the number that the id encodes */
export function nodeIdOf(number: number): NodeId {
  return number.toString(16).padStart(16, "0");
}

export class NodeCalls {
  readonly id: NodeId;
  readonly lease: Lease;
  readonly journal: SharedJournal;
  readonly presence: Presence;

  constructor(id: NodeId, { lease, journal, presence }: Pick<NodeCalls, "lease" | "journal" | "presence">) {
    this.id = id;
    this.lease = lease;
    this.journal = journal;
    this.presence = presence;
  }

  look(): Promise<LeaseLook | null> {
    return new Promise((resolve) => this.lease.look(resolve));
  }

  /** The timeline of the server that answers, once one does. */
  async timeline(): Promise<number> {
    for (;;) {
      const seen = await this.look();
      if (seen !== null) return seen.timeline;
      await Bun.sleep(10);
    }
  }

  claim(seen: LeaseRow, epoch: number): Promise<number | null> {
    return new Promise((resolve) => this.lease.claim(seen, { epoch, node: this.id }, resolve));
  }

  renew(term: Term, named: Head, confirmed = 1): Promise<"renewed" | "lost" | "unknown"> {
    return new Promise((resolve) => this.lease.renew(term, named, confirmed, (outcome) => resolve(outcome)));
  }

  connect(epoch: number): Promise<number> {
    return new Promise((resolve) => this.journal.connect({ epoch, node: this.id }, resolve));
  }

  append(row: BatchRow, behind: Head, by: Term = row.term): Promise<AppendOutcome> {
    return new Promise((resolve) => this.journal.append(row, behind, by, resolve));
  }

  rowsBehind(head: Head): Promise<ReadRows | null> {
    return new Promise((resolve) => this.journal.rowsBehind(head, resolve));
  }

  confirmedUpTo(batch: number): Promise<ConfirmedHead | null> {
    return new Promise((resolve) => this.journal.confirmedUpTo(batch, resolve));
  }

  move(move: TimeShiftRequest): Promise<TimeShift | null> {
    return new Promise((resolve) => this.presence.move(move, resolve));
  }

  /** Claims the lease from its holder, and opens a session to append over. */
  async lead(): Promise<Term> {
    const { row } = (await this.look())!;
    const epoch = row.epoch + 1;
    const timeline = (await this.claim(row, epoch))!;
    await this.connect(epoch);
    return { timeline, epoch, node: this.id };
  }
}
