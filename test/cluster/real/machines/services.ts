// The services that all real rounds of a hunt share: one PostgreSQL and one NATS server. Each round has a database of
// its own.

import type { BatchRow } from "@evermark/core/cluster/index.ts";
import { NatsServer } from "@evermark/core/cluster/nats/testing/nats-server.ts";
import { createTables } from "@evermark/core/cluster/postgres/index.ts";
import { PostgresServer } from "@evermark/core/cluster/postgres/testing/postgres-server.ts";
import { OPENING } from "../../opened-engine.ts";

export class Services implements AsyncDisposable {
  /** The server that takes writes. */
  postgres: PostgresServer;
  readonly nats: NatsServer;

  private constructor(postgres: PostgresServer, nats: NatsServer) {
    this.postgres = postgres;
    this.nats = nats;
  }

  static async start(): Promise<Services> {
    const postgres = await PostgresServer.start({ isDurable: true });
    return new Services(postgres, await NatsServer.start());
  }

  /** Creates a venue with nothing but the opening. @returns the database's name */
  async newVenue(): Promise<string> {
    const url = await this.postgres.database();
    await createTables(url, OPENING);
    return new URL(url).pathname.slice(1);
  }

  async dropVenue(database: string): Promise<void> {
    await this.postgres.sql(`DROP DATABASE ${database} WITH (FORCE)`);
  }

  /** Reads the journal with plain SQL, independently of the nodes' own statements. */
  async journal(database: string): Promise<BatchRow[]> {
    const rows = await this.postgres.sql("SELECT * FROM evermark.batches ORDER BY batch", this.postgres.url(database));
    return rows.map((row) => {
      const [number, bytes] = [
        (name: string) => Number(row[name]),
        (name: string) => new Uint8Array(row[name] as Buffer),
      ];
      return {
        ...{ batch: number("batch"), first: number("first"), last: number("last"), at: number("at") },
        term: { timeline: number("timeline"), epoch: number("epoch"), node: String(row.node) },
        ...{ before: bytes("before"), hash: bytes("hash"), origins: bytes("origins"), records: bytes("records") },
      };
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.nats[Symbol.asyncDispose]();
    await this.postgres[Symbol.asyncDispose]();
  }
}
