// Moves that are interrupted: by the connection, the server, the disk, another move, or a database that was changed.

import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Disk, realDisk } from "@evermark/journal";
import { smallDisk } from "@evermark/journal/testing/small-disk.ts";
import { LineProxy } from "../postgres/testing/line-proxy.ts";
import { isPostgresAsked } from "../postgres/testing/postgres-server.ts";
import { MoveFixture } from "./testing/move-fixture.ts";
import { writeJournal } from "./testing/written-journal.ts";

/** Matches an import that has committed, and waits for a standby that does not confirm. */
const AT_COMMIT = "datname = current_database() AND application_name = 'evermark import' AND wait_event = 'SyncRep'";

describe.skipIf(!isPostgresAsked)("a move that is interrupted", () => {
  let fixture: MoveFixture;
  beforeAll(async () => {
    fixture = await MoveFixture.open();
  });
  afterAll(() => fixture[Symbol.asyncDispose]());

  test("of two imports into one database the second is refused", async () => {
    const url = await fixture.server.database();
    const small = await writeJournal(fixture.newDirectory(), 1);
    await fixture.server.stall(true);
    const first = fixture.move(url, small);
    await fixture.server.until(`EXISTS (SELECT FROM pg_stat_activity WHERE ${AT_COMMIT})`, url);
    await expect(fixture.move(url, small)).rejects.toThrow(/another import into .* is under way/);
    await fixture.server.stall(false);
    expect((await first).hash).toBe(small.hash);
  });

  test("a pooler, a server that takes no writes and one that is unreachable are refused by name", async () => {
    await using line = await LineProxy.start(fixture.server.port);
    line.isPooling = true;
    const url = await fixture.server.database();
    await expect(fixture.move(line.url(url))).rejects.toThrow("is a pooler");
    await fixture.server.sql(`ALTER DATABASE ${new URL(url).pathname.slice(1)} SET default_transaction_read_only = on`);
    await expect(fixture.move(url)).rejects.toThrow("this server takes no writes");
    await expect(fixture.move(fixture.server.url("no_such"))).rejects.toThrow('database "no_such" does not exist');
    await expect(fixture.move("postgres://u:secret@127.0.0.1:1/x")).rejects.toThrow("PostgreSQL at 127.0.0.1:1/x: ");
  });

  test("a connection that breaks leaves nothing, and the import can be repeated", async () => {
    await using line = await LineProxy.start(fixture.server.port);
    const url = await fixture.server.database();
    let rows = 0;
    const cut = () => {
      if (++rows === 3) line.cut();
    };
    await expect(fixture.move(line.url(url), fixture.written, { onProgress: cut })).rejects.toThrow(
      /connection to PostgreSQL at .* is lost/,
    );
    expect(await fixture.hasVenue(url)).toBe(false);
    expect((await fixture.move(url)).hash).toBe(fixture.written.hash);
  });

  test("an import that PostgreSQL has no room for leaves nothing", async () => {
    const url = await fixture.server.database();
    await fixture.server.sql(
      `CREATE FUNCTION full_disk() RETURNS event_trigger LANGUAGE plpgsql AS
         $$ BEGIN RAISE 'no space left on device' USING ERRCODE = 'disk_full'; END $$;
       CREATE EVENT TRIGGER full_disk ON ddl_command_end WHEN TAG IN ('CREATE TABLE') EXECUTE FUNCTION full_disk()`,
      url,
    );
    await expect(fixture.move(url)).rejects.toThrow("refuses: no space left on device (53100)");
    expect(await fixture.hasVenue(url)).toBe(false);
  });

  test("C7: a commit whose wait for the standby was cancelled is not a success", async () => {
    const url = await fixture.server.database();
    const small = await writeJournal(fixture.newDirectory(), 1);
    await fixture.server.stall(true);
    const outcome = fixture.move(url, small).then(
      () => "imported",
      (error: Error) => error.message,
    );
    await fixture.server.until(`EXISTS (SELECT FROM pg_stat_activity WHERE ${AT_COMMIT})`, url);
    await fixture.server.sql(`SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE ${AT_COMMIT}`, url);
    expect(await outcome).toContain("PostgreSQL warned: its standby may not have it");
    await fixture.server.stall(false);
  });

  test("C3: a commit whose answer is lost is reported as unknown", async () => {
    await using line = await LineProxy.start(fixture.server.port);
    const url = await fixture.server.database();
    const small = await writeJournal(fixture.newDirectory(), 1);
    await fixture.server.stall(true);
    const outcome = fixture.move(line.url(url), small).then(
      () => "imported",
      (error: Error) => error.message,
    );
    await fixture.server.until(`EXISTS (SELECT FROM pg_stat_activity WHERE ${AT_COMMIT})`, url);
    line.cut();
    expect(await outcome).toContain("it is not known whether the venue is there");
    await fixture.server.stall(false);
    await fixture.server.until("to_regnamespace('evermark') IS NOT NULL", url);
    await expect(fixture.move(url, small)).rejects.toThrow(`with hash ${small.hash}`);
  });

  test("C9: a node that begins to lead while a stopped venue is exported ends the export", async () => {
    const url = await fixture.copyOfVenue();
    // Each look finds a higher epoch than the one before.
    await fixture.server.sql(
      `ALTER TABLE evermark.lease RENAME TO lease_of_before; CREATE SEQUENCE evermark.looks;
       CREATE VIEW evermark.lease AS
         SELECT nextval('evermark.looks') AS epoch, node, beat, confirmed FROM evermark.lease_of_before`,
      url,
    );
    const directory = fixture.newDirectory();
    await expect(fixture.exportTo(directory, { url })).rejects.toThrow("a node began to lead");
    expect(readdirSync(directory)).toEqual([]);
  });

  test.each([
    ["DELETE FROM evermark.batches WHERE batch = 3", "batch 3 is missing"],
    ["DELETE FROM evermark.batches WHERE batch = (SELECT max(batch) FROM evermark.batches)", "is missing"],
    [
      "UPDATE evermark.batches SET records = set_byte(records, 30, 255 - get_byte(records, 30)) WHERE batch = 3",
      "batch 3, positions",
    ],
    ["UPDATE evermark.batches SET before = hash WHERE batch = 3", "batch 3, positions"],
    ["UPDATE evermark.batches SET epoch = 1 WHERE batch = 3", "a term begins with a start"],
    ["UPDATE evermark.venue SET name = '\\x00'", "is not the one that names its venue"],
  ])("a database in which something was changed is not exported: %s", async (change, reason) => {
    const url = await fixture.copyOfVenue();
    await fixture.server.sql(change, url);
    const directory = fixture.newDirectory();
    await expect(fixture.exportTo(directory, { url })).rejects.toThrow(reason);
    expect(readdirSync(directory)).toEqual([]);
  });

  test("a disk that fills up, or does not keep what was written, leaves no journal", async () => {
    using small = smallDisk();
    mkdirSync(small.directory, { recursive: true });
    const { directory, disk } = small;
    // The disk has 1 MiB, or is filled once the first segment is there.
    const onProgress = () => {
      if (disk !== realDisk) small.fill();
    };
    await expect(fixture.exportTo(directory, { disk, onProgress })).rejects.toThrow("ENOSPC");
    expect(readdirSync(directory)).toEqual([]);

    const forgetful: Disk = {
      ...realDisk,
      open(path, how) {
        if (how === "read" && path.endsWith(".log")) {
          const bytes = readFileSync(path);
          bytes[100]! ^= 1;
          writeFileSync(path, bytes);
        }
        return realDisk.open(path, how);
      },
    };
    const other = fixture.newDirectory();
    await expect(fixture.exportTo(other, { disk: forgetful })).rejects.toThrow("is not what was written, at byte 64");
    expect(existsSync(join(other, "journal"))).toBe(false);
  });
});
