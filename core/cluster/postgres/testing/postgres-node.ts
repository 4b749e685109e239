// A node of a test at a real PostgreSQL.

import type { NodeRow, PresenceAnswer, PresenceSnapshot, Program } from "../../ports/presence.ts";
import { createTables, openPostgres, type Postgres } from "../index.ts";
import { PostgresNotes } from "../notes/postgres-notes.ts";
import { FIRST_ROW, NodeCalls, nodeIdOf } from "./node-calls.ts";
import type { PostgresServer } from "./postgres-server.ts";

export const STEADY_CLOCK = { steady: () => performance.now() };

export const PROGRAM: Program = {
  version: "1.2.3",
  behaviours: { oldest: 2, newest: 5 },
  messages: 2,
  snapshots: 14,
};

/** Creates a database with a venue that has its first batch. @returns the database's URL */
export async function venueOn(server: PostgresServer): Promise<string> {
  const url = await server.database();
  await createTables(url, FIRST_ROW);
  return url;
}

export class PostgresNode extends NodeCalls implements AsyncDisposable {
  /** Why sessions could not be opened. */
  readonly troubles: readonly string[];
  readonly notes: PostgresNotes;
  readonly #postgres: Postgres;

  private constructor(number: number, postgres: Postgres, notes: PostgresNotes, troubles: readonly string[]) {
    super(nodeIdOf(number), postgres);
    this.#postgres = postgres;
    this.notes = notes;
    this.troubles = troubles;
  }

  async write(beat: number): Promise<boolean> {
    return (await this.roll({ beat })) !== null;
  }

  /** Writes the node's row, and returns the answer. */
  roll(more: Partial<NodeRow> = {}): Promise<PresenceAnswer | null> {
    const row = {
      node: this.id,
      beat: 1,
      batch: 7,
      behaviour: 4,
      program: PROGRAM,
      aheadMs: 12,
      trouble: null,
      ...more,
    };
    return new Promise((resolve) => this.presence.write(row, resolve));
  }

  watch(): Promise<PresenceSnapshot | null> {
    return new Promise((resolve) => this.presence.read(resolve));
  }

  leave(): void {
    this.presence.leave(this.id);
  }

  static async open(url: string, number: number): Promise<PostgresNode> {
    const troubles: string[] = [];
    const onTrouble = (trouble: Error) => troubles.push(trouble.message);
    const postgres = await openPostgres({ url, node: nodeIdOf(number), clock: STEADY_CLOCK, onTrouble });
    const notes = new PostgresNotes({ url, node: nodeIdOf(number), clock: STEADY_CLOCK });
    return new PostgresNode(number, postgres, notes, troubles);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all([this.notes.close(), this.#postgres.close()]);
  }
}
