// Reads a venue's whole journal from PostgreSQL, for export. Rows that have been read never change; the lease says how many
// of them are confirmed.

import { assert, Fault } from "@evermark/engine";
import type { LeaseRow } from "../../ports/lease.ts";
import type { BatchRow, Head } from "../../records/batch-row.ts";
import { nodeRowsStatement, type ShownNode, shownNodeOf } from "../sql/node-statements.ts";
import {
  type Beginning,
  batchRowOf,
  batchStatement,
  beginningOf,
  beginningStatement,
  type Columns,
  lastBatchOf,
  lastBatchStatement,
  leaseRowOf,
  lookStatement,
  readStatement,
  rowsReadOf,
  type Statement,
} from "../sql/postgres-statements.ts";
import { findTables, UNDEFINED_TABLE } from "../venue-tables.ts";
import { databaseAt } from "./database-words.ts";
import { ToolSession } from "./tool-session.ts";

/** How far a venue has come. */
export interface VenueExtent {
  readonly lease: LeaseRow;
  /** The last batch that is there, confirmed or not. */
  readonly last: Omit<Head, "term">;
}

export class VenueReader implements AsyncDisposable {
  readonly #session: ToolSession;
  readonly place: string;
  /** The hash of its first batch, which names the venue. */
  readonly venue: Uint8Array;

  private constructor(session: ToolSession, place: string, venue: Uint8Array) {
    this.#session = session;
    this.place = place;
    this.venue = venue;
  }

  /**
   * @throws {Fault} when the venue can't be read: not reached, a standby, no venue, one that only a newer program
   * reads
   */
  static async open(url: string): Promise<VenueReader> {
    const session = await ToolSession.open(url, "export");
    try {
      const found = await session.read(findTables);
      if (found === null)
        throw new Fault(`the database at ${databaseAt(url)} has no venue; name the one that nodes are started with`);
      return new VenueReader(session, databaseAt(url), found.name);
    } catch (error) {
      await session.close();
      throw error;
    }
  }

  /** Reads the lease first: batches that are added in the meantime come after what it confirms. */
  async extent(): Promise<VenueExtent> {
    const [lease] = await this.#session.rows(lookStatement);
    const [last] = await this.#session.rows(lastBatchStatement);
    assert(lease !== undefined && last !== undefined, "a venue has a lease and a batch", { place: this.place });
    return { lease: leaseRowOf(lease), last: lastBatchOf(last) };
  }

  /** The batches from the first up to `to`, which must be there. @throws {Fault} naming the first batch that is missing */
  async *batches(to: number): AsyncGenerator<BatchRow, void, undefined> {
    const { batch, first } = await this.beginning();
    if (batch > 1)
      throw new Fault(
        `the journal in the database at ${this.place} begins at position ${first}: what was older was dropped ` +
          "(journal.prune_shared). A directory of it can be made of a backup of a node that has its beginning",
      );
    let rows: readonly BatchRow[] = (await this.#session.rows(batchStatement(1))).map(batchRowOf);
    for (let read = 0; ; rows = await this.#rowsBehind(rows.at(-1)!)) {
      if (rows.length === 0) throw this.#missing(read + 1);
      for (const row of rows) {
        if (row.batch !== read + 1) throw this.#missing(read + 1);
        yield row;
        if (row.batch === to) return;
        read = row.batch;
      }
    }
  }

  /** Where the journal begins. In tables of an earlier format it is complete. */
  async beginning(): Promise<Beginning> {
    const said = await this.#session.answer(beginningStatement);
    if (said.is === "error" && said.code === UNDEFINED_TABLE) return beginningOf([]);
    return beginningOf(await this.#session.rows(beginningStatement));
  }

  /** Asks for something beside the journal. */
  ask(statement: Statement): Promise<readonly Columns[]> {
    return this.#session.rows(statement);
  }

  /** The rows that nodes have written about themselves; none in tables of an earlier format. */
  async nodes(): Promise<ShownNode[]> {
    const said = await this.#session.answer(nodeRowsStatement);
    if (said.is === "error" && said.code === UNDEFINED_TABLE) return [];
    return (await this.#session.rows(nodeRowsStatement)).map(shownNodeOf);
  }

  async close(): Promise<void> {
    await this.#session.close();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  async #rowsBehind(head: Head): Promise<readonly BatchRow[]> {
    const read = rowsReadOf(await this.#session.rows(readStatement(head)));
    if (read === "gone") throw this.#missing(head.batch);
    return read.rows;
  }

  #missing(batch: number): Fault {
    return new Fault(`batch ${batch} is missing in the database at ${this.place}: restore it from its backup`);
  }
}
