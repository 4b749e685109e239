// Reads a venue's batches, whichever node leads: for a node that starts, and for tasks beside the nodes. The reader also
// reports which batches are confirmed (C7); the caller must heed that.

import { Fault } from "@evermark/engine";
import type { ClusterClock } from "../../ports/cluster-clock.ts";
import type { ReadRows } from "../../ports/shared-journal.ts";
import type { BatchRow, Head } from "../../records/batch-row.ts";
import type { NodeId } from "../../records/term.ts";
import { Session } from "../postgres-session.ts";
import { nodeRowsStatement, type ShownNode, shownNodeOf } from "../sql/node-statements.ts";
import {
  type BatchRange,
  type Beginning,
  batchRowOf,
  batchStatement,
  beginningOf,
  beginningStatement,
  type Columns,
  lastBatchOf,
  lastBatchStatement,
  placeOf,
  placeStatement,
  readStatement,
  rowsReadOf,
  type Statement,
} from "../sql/postgres-statements.ts";
import { journalRole } from "../sql/session-setup.ts";
import { findTables, type VenueFacts } from "../venue-tables.ts";
import { withDatabaseNamed } from "./database-words.ts";

/** Long enough for a few megabytes over a slow connection. */
const ANSWER_WITHIN_MS = 30_000;

interface ReaderSettings {
  readonly url: string;
  /** The name of its session; opening another session under the same name ends this one. */
  readonly node: NodeId;
  readonly clock: Pick<ClusterClock, "steady">;
}

export class SharedReader implements AsyncDisposable {
  readonly #session: Session;
  readonly #clock: Pick<ClusterClock, "steady">;

  private constructor(session: Session, clock: Pick<ClusterClock, "steady">) {
    this.#session = session;
    this.#clock = clock;
  }

  /** @throws {Fault} when the database can't be read: not reached, a standby, a pooler between */
  static async open({ url, node, clock }: ReaderSettings): Promise<SharedReader> {
    const settings = { url, clock, synchronousCommit: "on" } as const;
    return new SharedReader(
      await withDatabaseNamed(url, Session.open(settings, journalRole({ node, epoch: 0 }))),
      clock,
    );
  }

  /** Null when the database has no venue. */
  venue(): Promise<VenueFacts | null> {
    return findTables(this.#session, this.#until());
  }

  /** The rows that nodes have written about themselves. */
  async nodes(): Promise<ShownNode[]> {
    return (await this.#rows(nodeRowsStatement)).map(shownNodeOf);
  }

  /** The last batch that is there, confirmed or not. */
  async last(): Promise<number> {
    const [columns] = await this.#rows(lastBatchStatement);
    return lastBatchOf(columns!).batch;
  }

  async beginning(): Promise<Beginning> {
    return beginningOf(await this.#rows(beginningStatement));
  }

  /** @throws {Fault} when the batch is not there */
  async place(batch: number): Promise<BatchRange> {
    const [columns] = await this.#rows(placeStatement(batch));
    if (columns === undefined) throw new Fault("the shared journal lacks a batch", { batch });
    return placeOf(columns);
  }

  /** @throws {Fault} when the batch is not there */
  async row(batch: number): Promise<BatchRow> {
    const [columns] = await this.#rows(batchStatement(batch));
    if (columns === undefined) throw new Fault("the shared journal lacks a batch", { batch });
    return batchRowOf(columns);
  }

  /**
   * The rows after a head, as many as are read at once, none at the end; and up to which batch all are confirmed.
   * @throws {Fault} when the head is not there
   */
  async rowsBehind(head: Head): Promise<Exclude<ReadRows, "gone">> {
    const read = rowsReadOf(await this.#rows(readStatement(head)));
    if (read === "gone") throw new Fault("the shared journal no longer has what was read", { batch: head.batch });
    return read;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#session.end();
  }

  #rows(statement: Statement): Promise<readonly Columns[]> {
    return this.#session.rows(statement, this.#until());
  }

  #until(): number {
    return this.#clock.steady() + ANSWER_WITHIN_MS;
  }
}
