// What tests of moves share: a PostgreSQL server, a written journal, and a database that has it.

import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { temporaryDirectory } from "@evermark/journal/testing/temporary-directory.ts";
import { PostgresServer } from "../../postgres/testing/postgres-server.ts";
import { exportJournal } from "../export-journal.ts";
import { importJournal } from "../import-journal.ts";
import { type WrittenJournal, writeJournal } from "./written-journal.ts";

export class MoveFixture implements AsyncDisposable {
  readonly #temporary = temporaryDirectory();
  #directories = 0;
  #copies = 0;
  readonly server: PostgresServer;
  written!: WrittenJournal;
  /** A database that has the written journal, which no test changes. */
  imported!: string;

  private constructor(server: PostgresServer) {
    this.server = server;
  }

  /** @param orders how many the journal has */
  static async open(orders?: number): Promise<MoveFixture> {
    const fixture = new MoveFixture(await PostgresServer.start());
    fixture.written = await writeJournal(fixture.newDirectory(), orders);
    fixture.imported = await fixture.server.database();
    await fixture.move(fixture.imported);
    return fixture;
  }

  move(url: string, from = this.written, { onProgress = (_: number) => {}, now = Date.now() } = {}) {
    const { paths, lastPosition } = from;
    return importJournal({ journal: paths.journal, lastPosition, url, now, onProgress });
  }

  exportTo(dataDirectory: string, more: Partial<Parameters<typeof exportJournal>[0]> = {}) {
    mkdirSync(dataDirectory, { recursive: true });
    const usual = { url: this.imported, segmentBytes: 1_000_000, isRunning: false, onProgress: () => {} };
    return exportJournal({ ...usual, dataDirectory, ...more });
  }

  newDirectory(): string {
    return join(this.#temporary.path, `directory-${++this.#directories}`);
  }

  async hasVenue(url: string): Promise<unknown> {
    return (await this.server.sql("SELECT to_regnamespace('evermark') IS NOT NULL AS is_there", url))[0]!.is_there;
  }

  /** A copy of the imported database, for a test that changes something in it. @returns its URL */
  async copyOfVenue(): Promise<string> {
    const name = `copy_${++this.#copies}`;
    await this.server.sql(`CREATE DATABASE ${name} TEMPLATE ${new URL(this.imported).pathname.slice(1)}`);
    return this.server.url(name);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.server[Symbol.asyncDispose]();
    this.#temporary[Symbol.dispose]();
  }
}
