// Drops batches of the shared journal that are needed no more. They are deleted some at a time and with pauses: an append waits for no
// lock then. Partitions would be dropped at once, but only while no statement reads or appends, and who waits to drop one holds up the
// next append.

import { setTimeout } from "node:timers/promises";
import { MoveSession } from "../postgres/moving/move-session.ts";
import { type Columns, countOf, type Statement } from "../postgres/sql/statements.ts";

/** Deleted by one statement. */
const STEP_BATCHES = 256;
/** A pause is so many times as long as what it follows. */
const PAUSES = 3;

const LOCK = "SELECT pg_try_advisory_lock(hashtext('evermark pruning')) AS is_ours";
const EXPORTS =
  "SELECT count(*) AS count FROM pg_stat_activity WHERE application_name = 'evermark export' AND datname = current_database()";
/** Rows stay for a day after a node was killed: so long it finds what it has not read yet. */
const NODES = "SELECT min(batch) AS batch FROM evermark.nodes";
const BEGIN = `INSERT INTO evermark.beginning (batch, genesis, before_nodes) VALUES ($1, $2, $3)
  ON CONFLICT (only_row) DO UPDATE SET batch = greatest(beginning.batch, excluded.batch)`;

/** What is still to be known of batches that are gone. */
export interface DroppedFacts {
  readonly genesis: Uint8Array;
  readonly beforeNodes: number;
}

export class JournalPruning implements AsyncDisposable {
  readonly #session: MoveSession;

  private constructor(session: MoveSession) {
    this.#session = session;
  }

  /** @returns null while another node does it. @throws {Fault} why the database can't be reached */
  static async open(url: string): Promise<JournalPruning | null> {
    const session = await MoveSession.open(url, "snapshot");
    const pruning = new JournalPruning(session);
    let isOurs = false;
    try {
      isOurs = (await pruning.#one(LOCK)).is_ours === "t";
    } finally {
      if (!isOurs) await session.close();
    }
    return isOurs ? pruning : null;
  }

  /** Up to which batch all nodes have come; null where there are none, and it is not known. */
  async nodesPassed(): Promise<number | null> {
    const { batch } = await this.#one(NODES);
    return batch === null ? null : countOf(batch);
  }

  /** @param to the first that stays. @returns from where the journal goes then: an export keeps it from going further */
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

  /** At once: what is under way is taken back. */
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
