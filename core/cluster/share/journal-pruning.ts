// Drops batches of the shared journal that are no longer needed. They are deleted in steps with pauses in between, so that
// no append waits for a lock. Partitions could be dropped at once, but only while no statement reads or appends, and a
// statement that waits to drop one delays the next append.

import { setTimeout } from "node:timers/promises";
import { ToolSession } from "../postgres/moving/tool-session.ts";
import { type Columns, countOf, type Statement } from "../postgres/sql/postgres-statements.ts";

/** Batches deleted by one statement. */
const STEP_BATCHES = 256;
/** A pause is this many times as long as the step before it. */
const PAUSES = 3;

const LOCK = "SELECT pg_try_advisory_lock(hashtext('evermark pruning')) AS is_ours";
const EXPORTS =
  "SELECT count(*) AS count FROM pg_stat_activity WHERE application_name = 'evermark export' AND datname = current_database()";
/**
 * The last batch of the node that is furthest behind. A killed node's row stays for a day: for that long, the node still
 * finds what it has not read.
 */
const NODES = "SELECT min(batch) AS batch FROM evermark.nodes";
const BEGIN = `INSERT INTO evermark.beginning (batch, genesis, before_nodes) VALUES ($1, $2, $3)
  ON CONFLICT (only_row) DO UPDATE SET batch = greatest(beginning.batch, excluded.batch)`;

/** Facts about dropped batches that are still needed. */
export interface DroppedFacts {
  readonly genesis: Uint8Array;
  readonly beforeNodes: number;
}

export class JournalPruning implements AsyncDisposable {
  readonly #session: ToolSession;

  private constructor(session: ToolSession) {
    this.#session = session;
  }

  /**
   * @returns null while another node is pruning
   * @throws {Fault} when the database can't be reached
   */
  static async open(url: string): Promise<JournalPruning | null> {
    const session = await ToolSession.open(url, "snapshot");
    const pruning = new JournalPruning(session);
    let isOurs = false;
    try {
      isOurs = (await pruning.#one(LOCK)).is_ours === "t";
    } finally {
      if (!isOurs) await session.close();
    }
    return isOurs ? pruning : null;
  }

  /** The batch up to which all nodes have come; null when there are no nodes, and it is not known. */
  async nodesPassed(): Promise<number | null> {
    const { batch } = await this.#one(NODES);
    return batch === null ? null : countOf(batch);
  }

  /**
   * @param to the first batch that stays
   * @returns the first batch that is left: less than `to` if an export kept this from going further
   */
  async dropBefore(from: number, to: number, { genesis, beforeNodes }: DroppedFacts): Promise<number> {
    let begin = from;
    while (begin < to) {
      const startedAt = performance.now();
      if (countOf((await this.#one(EXPORTS)).count) > 0) break;
      const next = Math.min(to, begin + STEP_BATCHES);
      await this.#rows("BEGIN");
      await this.#rows(BEGIN, [next, genesis, beforeNodes]);
      await this.#rows("DELETE FROM evermark.batches WHERE batch >= $1 AND batch < $2", [begin, next]);
      await this.#rows("COMMIT");
      begin = next;
      await setTimeout((performance.now() - startedAt) * PAUSES);
    }
    return begin;
  }

  /** Stops at once; the step in progress is rolled back. */
  abandon(): void {
    this.#session.abandon();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#session.close();
  }

  async #one(text: string): Promise<Columns> {
    return (await this.#rows(text))[0]!;
  }

  #rows(text: string, values: Statement["values"] = []): Promise<readonly Columns[]> {
    return this.#session.rows({ name: "", text, values });
  }
}
