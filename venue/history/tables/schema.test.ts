import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { copyFileSync, existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { deleteTables } from "../file/table-files.ts";
import { SCHEMA_VERSION } from "../schema/schema.ts";
import { inTemporaryDirectory } from "../testing/projected.ts";
import { createAll } from "./create-tables.ts";
import { openTables } from "./open-tables.ts";

test("a new file starts before the first journal position", async () => {
  await inTemporaryDirectory(async (directory) => {
    const opened = openTables(join(directory, "history.sqlite"));
    expect(opened).toMatchObject({ progress: { position: 0, checksum: "" } });
  });
});

test("a file is continued from where it was left", async () => {
  await inTemporaryDirectory(async (directory) => {
    const path = join(directory, "history.sqlite");
    const first = openTables(path);
    if (!("tables" in first)) throw new Error(first.unusable);
    first.tables.execute("UPDATE meta SET position = 7, checksum = 'abc'");
    first.tables.close();
    expect(openTables(path)).toMatchObject({ progress: { position: 7, checksum: "abc" } });
  });
});

test("a file of a later version is refused with its version and left as it is", async () => {
  await inTemporaryDirectory(async (directory) => {
    const path = join(directory, "history.sqlite");
    const opened = openTables(path);
    if (!("tables" in opened)) throw new Error(opened.unusable);
    opened.tables.execute(`UPDATE meta SET schema_version = ${SCHEMA_VERSION + 1}, position = 7`);
    opened.tables.close();
    const refused = `was written by a newer Evermark (tables of version ${SCHEMA_VERSION + 1}; this one knows up to`;
    expect(() => openTables(path)).toThrow(refused);
    expect(() => openTables(path)).toThrow(refused);
    expect(existsSync(path)).toBe(true);
  });
});

test("a file of an older version, a foreign database and a damaged file are unusable, each for a stated reason", async () => {
  await inTemporaryDirectory(async (directory) => {
    const older = join(directory, "older.sqlite");
    const opened = openTables(older);
    if (!("tables" in opened)) throw new Error(opened.unusable);
    opened.tables.execute("UPDATE meta SET schema_version = 0");
    opened.tables.close();
    expect(openTables(older)).toMatchObject({ unusable: expect.stringContaining("version 0") });

    const foreign = join(directory, "foreign.sqlite");
    const database = new Database(foreign, { create: true });
    database.run("CREATE TABLE other (x INTEGER)");
    database.close();
    expect(openTables(foreign)).toMatchObject({ unusable: expect.stringContaining("meta") });

    const damaged = join(directory, "damaged.sqlite");
    writeFileSync(damaged, "this is no database, whatever its name says".repeat(100));
    expect(openTables(damaged)).toMatchObject({ unusable: expect.stringContaining("cannot be read") });
    deleteTables(damaged);
    expect(existsSync(damaged)).toBe(false);
  });
});

/** Files of a venue whose history has these tables. */
const FIXTURE = join(
  import.meta.dir,
  "../../../test/fixtures/behaviour-3-journal-1-snapshot-14-history-8/venue-whole.json.gz",
);

/** Columns, key and indices of each table. */
function structureOf(database: Database) {
  const names = database.query<{ name: string }, []>("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY 1");
  return names.all().map(({ name }) => ({
    name,
    table: database.query(`SELECT type, wr, strict FROM pragma_table_list('${name}')`).all(),
    columns: database.query(`SELECT * FROM pragma_table_info('${name}')`).all(),
    indices: database
      .query<{ name: string }, []>(
        `SELECT name, "unique", origin, partial FROM pragma_index_list('${name}') ORDER BY 1`,
      )
      .all()
      .map((index) => ({ ...index, on: database.query(`SELECT * FROM pragma_index_xinfo('${index.name}')`).all() })),
  }));
}

test("the declared tables are those that files of this version have", async () => {
  await inTemporaryDirectory(async (directory) => {
    const { files } = JSON.parse(Buffer.from(Bun.gunzipSync(readFileSync(FIXTURE))).toString());
    const path = join(directory, "history.sqlite");
    writeFileSync(path, Buffer.from(files["history.sqlite"], "base64"));
    using written = new Database(path, { readonly: true });
    using declared = new Database(":memory:");
    declared.run(createAll());
    expect(structureOf(declared)).toEqual(structureOf(written));
  });
});

const TABLES_OF_5 = [
  ...["meta", "orders", "fills", "trades", "ledger", "candles", "account_minutes", "broker_minutes", "algo_orders"],
  ...["funding_rates", "funding_payments", "liquidation_transfers", "liquidation_markets"],
  ...["settlements", "transfers", "withdrawals", "distributions"],
];

test("tables of the version before sums and better indexes are migrated in place, and damaged ones are not", async () => {
  await inTemporaryDirectory(async (directory) => {
    const path = join(directory, "history.sqlite");
    const opened = openTables(path);
    if (!("tables" in opened)) throw new Error(opened.unusable);
    opened.tables.close();
    rmSync(`${path}-sums`);
    {
      using former = new Database(path);
      const since = former.query("SELECT name FROM sqlite_schema WHERE type = 'table'").all() as { name: string }[];
      for (const { name } of since) if (!TABLES_OF_5.includes(name)) former.run(`DROP TABLE ${name}`);
      for (const name of ["transfers_by_sender", "transfers_by_receiver", "funding_rates_by_time"]) {
        former.run(`DROP INDEX ${name}`);
      }
      for (const column of ["volume", "trades", "closes", "wins"]) {
        former.run(`ALTER TABLE account_minutes DROP COLUMN ${column}`);
      }
      for (const name of ["liquidation_transfers_by_liquidation", "liquidation_markets_by_market"]) {
        former.run(`DROP INDEX ${name}`);
      }
      former.run("ALTER TABLE trades DROP COLUMN taker");
      former.run("ALTER TABLE funding_payments DROP COLUMN quantity");
      former.run("CREATE INDEX transfers_by_sender ON transfers (sender, at)");
      former.run("CREATE INDEX transfers_by_receiver ON transfers (receiver, at)");
      former.run("INSERT INTO broker_minutes VALUES (60000, 0, 'one', 1, 300, 1), (60000, 0, 'two', 1, 300, 1)");
      former.run("INSERT INTO transfers VALUES (1, 2, 3, 4, 5, 6)");
      former.run(`INSERT INTO fills VALUES (21, 1, 11${", 0".repeat(14)}), (22, 2, 12${", 0".repeat(14)})`);
      const algo = `'SELL', 'MARKET', 'STOP', 'FILLED', 1, '', '', 0, 0`;
      former.run(`INSERT INTO algo_orders VALUES
        (31, 31, 0, 5, 0, ${algo}, '{"orderId":11}'), (32, 32, 0, 5, 0, ${algo}, '{"orderId":0}')`);
      former.run("UPDATE meta SET schema_version = 5, position = 7, checksum = 'abc'");
    }
    copyFileSync(path, `${path}-damaged`);
    const brought = openTables(path);
    expect(brought).toMatchObject({ progress: { position: 7, checksum: "abc" } });
    if (!("tables" in brought)) throw new Error(brought.unusable);
    expect(brought.tables.ask("SELECT transfer_id FROM transfers WHERE sender = 3")).toEqual([{ transfer_id: 1 }]);
    expect(brought.tables.ask("SELECT sql FROM sqlite_schema WHERE name = 'transfers_by_sender'")[0]).toMatchObject({
      sql: expect.stringContaining('("sender", "at", "transfer_id", "receiver")'),
    });
    expect(brought.tables.ask("SELECT * FROM volume_hours ORDER BY broker_id")).toEqual([
      { broker_id: "", start: 0, total: 300 },
      { broker_id: "one", start: 0, total: 300 },
      { broker_id: "two", start: 0, total: 300 },
    ]);
    expect(brought.tables.ask("SELECT * FROM algo_fills")).toEqual([{ algo_order_id: 31, trade_id: 21 }]);
    brought.tables.close();
    expect(openTables(path)).toMatchObject({ progress: { position: 7 } });

    const bytes = readFileSync(`${path}-damaged`);
    bytes.fill(0x5a, 4_096 * 3, 4_096 * 4);
    writeFileSync(`${path}-damaged`, bytes);
    expect(openTables(`${path}-damaged`)).toMatchObject({ unusable: expect.stringContaining("cannot be read") });
  });
});
