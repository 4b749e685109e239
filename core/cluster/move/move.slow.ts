// C14 over a real PostgreSQL: a journal that is imported and exported again is the same, byte for byte, and a failed move
// leaves nothing.

import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readJournal, realDisk, verifyJournal } from "@evermark/journal";
import { writeOldestKept } from "@evermark/journal/prune.ts";
import { dataPaths } from "../../data-directory.ts";
import { readGenesis } from "../../genesis-file.ts";
import { repeatJournal } from "../../repetition.ts";
import { FIRST_ROW, rowBehind } from "../postgres/testing/node-calls.ts";
import { PostgresNode, venueOn } from "../postgres/testing/postgres-node.ts";
import { isPostgresAsked } from "../postgres/testing/postgres-server.ts";
import { MoveFixture } from "./testing/move-fixture.ts";
import { writeJournal } from "./testing/written-journal.ts";

/** All records of a journal as its files have them, one after the other. */
function bytesOf(journal: string): Buffer {
  const segments = readdirSync(journal).filter((name) => name.startsWith("segment-"));
  return Buffer.concat(segments.sort().map((name) => readFileSync(join(journal, name)).subarray(64)));
}

describe.skipIf(!isPostgresAsked)("a journal that moves", () => {
  let fixture: MoveFixture;
  beforeAll(async () => {
    fixture = await MoveFixture.open();
  });
  afterAll(() => fixture[Symbol.asyncDispose]());

  test("C14: imported and exported again it has the same bytes, hashes and state", async () => {
    const url = await fixture.server.database();
    const there = await fixture.move(url);
    expect(there).toMatchObject({
      commands: fixture.written.lastPosition,
      hash: fixture.written.hash,
      stateHash: fixture.written.stateHash,
    });
    expect(there.batches).toBeGreaterThan(3);
    const directory = fixture.newDirectory();
    const back = await fixture.exportTo(directory, { url });
    const { warnings, ...same } = there;
    expect(back).toEqual({ ...same, unconfirmed: 0 });
    expect(warnings.join()).toContain("fsync is off");
    const paths = dataPaths(directory);
    expect(bytesOf(paths.journal).equals(bytesOf(fixture.written.paths.journal))).toBe(true);
    expect(verifyJournal(paths.journal)).toMatchObject({ bad: undefined, hash: fixture.written.hash });
    expect(repeatJournal(paths).stateHash).toBe(fixture.written.stateHash);
    expect([readGenesis(paths), there.venue]).toEqual([
      readGenesis(fixture.written.paths),
      readGenesis(fixture.written.paths),
    ]);
    expect(readdirSync(directory).sort()).toEqual(["genesis.json", "journal"]);
    // Imported once more, with other segments.
    const second = await fixture.server.database();
    const { lastPosition } = fixture.written;
    expect(await fixture.move(second, { ...fixture.written, paths, lastPosition })).toEqual(there);
  });

  test("C1: nodes find batches that follow one another, all confirmed and of no term", async () => {
    const [lease] = await fixture.server.sql("SELECT * FROM evermark.lease", fixture.imported);
    const rows = await fixture.server.sql("SELECT * FROM evermark.batches ORDER BY batch", fixture.imported);
    expect(lease).toMatchObject({ epoch: "0", node: "", beat: "0", confirmed: String(rows.length) });
    for (const [i, row] of rows.entries()) {
      expect(row).toMatchObject({ batch: String(i + 1), timeline: "0", epoch: "0", node: "" });
      if (i === 0) continue;
      const before = rows[i - 1]!;
      expect([row.first, row.before]).toEqual([String(Number(before.last) + 1), before.hash]);
      expect(Number(row.at)).toBeGreaterThanOrEqual(Number(before.at));
    }
    const [venue] = await fixture.server.sql(
      "SELECT encode(name, 'hex') AS name FROM evermark.venue",
      fixture.imported,
    );
    expect(venue!.name).toBe((rows[0]!.hash as Buffer).toString("hex"));
    await using node = await PostgresNode.open(fixture.imported, 1);
    expect((await node.look())!.row.confirmed).toBe(rows.length);
  });

  test("a sandbox whose time was moved keeps it", async () => {
    const url = await fixture.server.database();
    const [last] = await fixture.server.sql("SELECT max(at) AS at FROM evermark.batches", fixture.imported);
    const at = Number(last!.at);
    await fixture.move(url, fixture.written, { now: at - 3_600_000 });
    const movedOf = async (each: string) => {
      await using node = await PostgresNode.open(each, 1);
      return (await node.roll())!.moved;
    };
    expect([await movedOf(url), await movedOf(fixture.imported)]).toEqual([
      { ms: 3_600_000, to: at },
      { ms: 0, to: 0 },
    ]);
  });

  test("a journal that is damaged is named by segment and byte, and the database stays empty", async () => {
    const damaged = await writeJournal(fixture.newDirectory());
    const segments = readdirSync(damaged.paths.journal).filter((name) => name.startsWith("segment-"));
    expect(segments.length).toBeGreaterThan(1);
    const path = join(damaged.paths.journal, segments.at(-1)!);
    const bytes = readFileSync(path);
    bytes[64 + 24]! ^= 1;
    writeFileSync(path, bytes);
    const url = await fixture.server.database();
    await expect(fixture.move(url, damaged)).rejects.toThrow(
      `${segments.at(-1)} is corrupt at byte 64: the record fails its CRC`,
    );
    expect(await fixture.hasVenue(url)).toBe(false);
  });

  test("a journal that does not go back to its beginning, or has none yet, is not imported", async () => {
    const url = await fixture.server.database();
    const pruned = await writeJournal(fixture.newDirectory(), 1);
    writeOldestKept(realDisk, pruned.paths.journal, 5);
    await expect(fixture.move(url, pruned)).rejects.toThrow("was pruned and begins at position 5");
    const { paths } = await writeJournal(fixture.newDirectory(), 1);
    await expect(fixture.move(url, { ...fixture.written, paths, lastPosition: 1 })).rejects.toThrow(
      "before a venue has a name",
    );
    await expect(fixture.move(url, { ...fixture.written, paths, lastPosition: 9 })).rejects.toThrow(
      "ends at position 7, expected 9",
    );
    expect(await fixture.hasVenue(url)).toBe(false);
  });

  test("a database that has a venue, or another schema of its name, is not imported into", async () => {
    await expect(fixture.move(fixture.imported)).rejects.toThrow("has a venue already: ");
    await expect(fixture.move(fixture.imported)).rejects.toThrow(
      `up to position ${fixture.written.lastPosition} with hash ${fixture.written.hash}`,
    );
    const url = await fixture.server.database();
    await fixture.server.sql("CREATE SCHEMA evermark", url);
    await expect(fixture.move(url)).rejects.toThrow('has a schema "evermark" already');
  });

  test("an export needs an empty directory, but removes what an interrupted export has left there", async () => {
    const directory = fixture.newDirectory();
    mkdirSync(join(directory, "export-unfinished"), { recursive: true });
    writeFileSync(join(directory, "export-unfinished", "segment-0000000000000099.log"), "left");
    await fixture.exportTo(directory);
    expect(readdirSync(join(directory, "journal"))).not.toContain("segment-0000000000000099.log");
    await expect(fixture.exportTo(directory)).rejects.toThrow("is not empty (genesis.json is in it)");
    await expect(fixture.exportTo(fixture.newDirectory(), { url: await fixture.server.database() })).rejects.toThrow(
      "has no venue",
    );
  });

  test("C7: unconfirmed batches are not exported, and a venue that is led is exported only as a copy", async () => {
    const url = await venueOn(fixture.server);
    await using node = await PostgresNode.open(url, 1);
    const term = await node.lead();
    expect(await node.append(rowBehind(FIRST_ROW, term, 2), FIRST_ROW)).toBe("appended");
    await expect(fixture.exportTo(fixture.newDirectory(), { url })).rejects.toThrow(`node ${node.id} leads the venue`);
    node.lease.release(term, FIRST_ROW);
    await fixture.server.until("(SELECT node = '' FROM evermark.lease)", url);
    await expect(fixture.exportTo(fixture.newDirectory(), { url })).rejects.toThrow("those behind 1 are not confirmed");
  });

  test("C7: a copy ends with the last confirmed batch", async () => {
    const url = await fixture.copyOfVenue();
    const [{ count }] = (await fixture.server.sql("SELECT count(*) FROM evermark.batches", url)) as [{ count: string }];
    await fixture.server.sql("UPDATE evermark.lease SET confirmed = confirmed - 2, node = 'aa', epoch = 1", url);
    const directory = fixture.newDirectory();
    const copy = await fixture.exportTo(directory, { url, isRunning: true });
    expect(copy).toMatchObject({ batches: Number(count) - 2, unconfirmed: 2 });
    const [row] = await fixture.server.sql(
      "SELECT encode(hash, 'hex') AS hash FROM evermark.batches ORDER BY batch DESC OFFSET 2 LIMIT 1",
      url,
    );
    expect(copy.hash).toBe(row!.hash as string);
    expect([...readJournal(dataPaths(directory).journal, 1)].length).toBe(copy.commands);
  });
});
