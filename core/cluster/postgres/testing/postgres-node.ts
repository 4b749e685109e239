// A node's lease and journal as a test drives them: each call as a promise of its one answer.

import type { Lease, LeaseRow, Seen } from "../../ports/lease.ts";
import type { AppendOutcome, ReadRows, SharedJournal } from "../../ports/shared-journal.ts";
import { type BatchRow, type Head, writeRow } from "../../records/batch-row.ts";
import { NO_TERM, type NodeId, type Term } from "../../records/term.ts";
import { createTables, openPostgres } from "../index.ts";
import type { PostgresServer } from "./postgres-server.ts";

const NOTHING: Head = { batch: 0, last: 0, at: 0, hash: new Uint8Array(32), term: NO_TERM };

/** The first batch of a test's venue. */
export const FIRST_ROW = rowBehind(NOTHING, NO_TERM);

/** A batch of one record. @param content by which it is told apart */
export function rowBehind(behind: Head, term: Term, content = 0, bytes = 100): BatchRow {
  const payload = new Uint8Array(bytes).fill(content);
  return writeRow(behind, term, behind.at + 1_000, [{ at: behind.at + 1_000, payload, origin: null }]);
}

/** A database with a venue that has its first batch. @returns its URL */
export async function venueOn(server: PostgresServer): Promise<string> {
  const url = await server.database();
  await createTables(url, FIRST_ROW);
  return url;
}

export const STEADY_CLOCK = { steady: () => performance.now() };

export class PostgresNode implements AsyncDisposable {
  readonly id: NodeId;
  readonly lease: Lease;
  readonly journal: SharedJournal;
  /** Why sessions could not be opened. */
  readonly troubles: string[];
  readonly #close: () => Promise<void>;

  private constructor(
    id: NodeId,
    lease: Lease,
    journal: SharedJournal,
    troubles: string[],
    close: () => Promise<void>,
  ) {
    this.id = id;
    this.lease = lease;
    this.journal = journal;
    this.troubles = troubles;
    this.#close = close;
  }

  /** @param number that its name is made of */
  static async open(url: string, number: number): Promise<PostgresNode> {
    const troubles: string[] = [];
    const id = number.toString(16).padStart(16, "0");
    const onTrouble = (trouble: Error) => troubles.push(trouble.message);
    const opened = await openPostgres({ url, node: id, clock: STEADY_CLOCK, onTrouble });
    return new PostgresNode(id, opened.lease, opened.journal, troubles, () => opened.close());
  }

  look(): Promise<Seen | null> {
    return new Promise((resolve) => this.lease.look(resolve));
  }

  claim(seen: LeaseRow, epoch: number): Promise<number | null> {
    return new Promise((resolve) => this.lease.claim(seen, { epoch, node: this.id }, resolve));
  }

  renew(term: Term, named: Head, confirmed = 1): Promise<"renewed" | "lost" | "unknown"> {
    return new Promise((resolve) => this.lease.renew(term, named, confirmed, resolve));
  }

  connect(epoch: number): Promise<void> {
    return new Promise((resolve) => this.journal.connect({ epoch, node: this.id }, resolve));
  }

  append(row: BatchRow, behind: Head): Promise<AppendOutcome> {
    return new Promise((resolve) => this.journal.append(row, behind, row.term, resolve));
  }

  rowsBehind(head: Head): Promise<ReadRows | null> {
    return new Promise((resolve) => this.journal.rowsBehind(head, resolve));
  }

  /** Takes the lease from whoever has it, and a session to append over. */
  async lead(): Promise<Term> {
    const { row } = (await this.look())!;
    const epoch = row.epoch + 1;
    const timeline = (await this.claim(row, epoch))!;
    await this.connect(epoch);
    return { timeline, epoch, node: this.id };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#close();
  }
}
