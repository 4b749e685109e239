// Lease and journal over a real PostgreSQL, without failures.

import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { createHash } from "node:crypto";
import { SNAPSHOT_FORMAT } from "@evermark/engine";
import { batchWith, positionBeforeNodes } from "../node/bring-up.ts";
import type { Term } from "../records/term.ts";
import { JournalPruning } from "../share/journal-pruning.ts";
import { genesisOf } from "../share/late-beginning.ts";
import { createTables, openPostgres, serverComplaints } from "./index.ts";
import { SharedReader } from "./moving/shared-reader.ts";
import { type ReadsPieces, type SharedSnapshot, SharedSnapshots } from "./moving/shared-snapshots.ts";
import { changeConfiguration, keepConfiguration, readConfiguration } from "./moving/venue-configuration.ts";
import { VenueReader } from "./moving/venue-reader.ts";
import { FORMAT } from "./sql/postgres-schema.ts";
import { FIRST_ROW, nodeIdOf, rowBehind } from "./testing/node-calls.ts";
import { PostgresNode, PROGRAM, STEADY_CLOCK, venueOn } from "./testing/postgres-node.ts";
import { isPostgresAsked, PostgresServer } from "./testing/postgres-server.ts";

const NODE = "00000000000000aa";

describe.skipIf(!isPostgresAsked)("PostgreSQL", () => {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await PostgresServer.start();
  });
  afterAll(() => server[Symbol.asyncDispose]());

  test("C1: batches follow one another in it, and are read back as they were written", async () => {
    await using node = await PostgresNode.open(await venueOn(server), 1);
    const term = await node.lead();
    const second = rowBehind(FIRST_ROW, term, 2);
    const third = rowBehind(second, term, 3, 100_000);
    expect(await node.append(second, FIRST_ROW)).toBe("appended");
    expect(await node.append(third, second)).toBe("appended");
    expect(await node.rowsBehind(FIRST_ROW)).toEqual({ rows: [second, third], confirmed: 1 });
    expect(await node.rowsBehind(third)).toEqual({ rows: [], confirmed: 1 });
  });

  test("C15: it keeps each node's row, and removes it with the node; the leader's lease is read with the rows", async () => {
    const url = await venueOn(server);
    await using one = await PostgresNode.open(url, 1);
    await using two = await PostgresNode.open(url, 2);
    expect((await one.watch())!.beats.size).toBe(0);
    const { epoch } = await one.lead();
    expect([await one.write(1), await two.write(1), await two.write(2)]).toEqual([true, true, true]);
    const { lease, beats } = (await one.watch())!;
    expect([lease.epoch, lease.node]).toEqual([epoch, one.id]);
    expect([...beats].sort()).toEqual([
      [one.id, 1],
      [two.id, 2],
    ]);
    two.leave();
    expect(await two.write(3)).toBe(true);
    two.leave();
    await two.watch();
    expect([...(await one.watch())!.beats.keys()]).toEqual([one.id]);
  });

  test("C1: nothing is appended after a row other than the last one", async () => {
    await using node = await PostgresNode.open(await venueOn(server), 1);
    const term = await node.lead();
    const [second, other] = [rowBehind(FIRST_ROW, term, 2), rowBehind(FIRST_ROW, term, 3)];
    expect(await node.append(second, FIRST_ROW)).toBe("appended");
    expect(await node.append(rowBehind(other, term), other)).toBe("refused");
    // The same bytes of another term are another batch.
    const ofBefore = { ...second, term: { ...term, epoch: 7 } };
    expect(await node.append(rowBehind(second, term), ofBefore)).toBe("refused");
    // A row in between is missing.
    const fourth = rowBehind(rowBehind(second, term), term);
    expect(await node.append(fourth, { ...second, batch: 3 })).toBe("refused");
    expect(await node.rowsBehind(other)).toBe("gone");
    expect(await node.rowsBehind(FIRST_ROW)).toEqual({ rows: [second], confirmed: 1 });
  });

  test("C9: a node that no longer has the lease appends nothing", async () => {
    const url = await venueOn(server);
    await using one = await PostgresNode.open(url, 1);
    await using two = await PostgresNode.open(url, 2);
    const before = await one.lead();
    const now: Term = { timeline: 1, epoch: 2, node: two.id };
    const { row } = (await two.look())!;
    expect(await two.claim(row, 2)).toBe(1);
    expect(await one.append(rowBehind(FIRST_ROW, before), FIRST_ROW)).toBe("refused");
    expect(await one.renew(before, FIRST_ROW)).toBe("lost");
    expect(await two.renew(now, FIRST_ROW)).toBe("renewed");
  });

  test("a place that is taken decides nothing: the row there may be from the same statement", async () => {
    await using node = await PostgresNode.open(await venueOn(server), 1);
    const row = rowBehind(FIRST_ROW, await node.lead());
    expect(await node.append(row, FIRST_ROW)).toBe("appended");
    expect(await node.append(row, FIRST_ROW)).toBe("unknown");
  });

  test("the lease is claimed as it was seen, renewed by its holder, and released", async () => {
    const url = await venueOn(server);
    await using one = await PostgresNode.open(url, 1);
    await using two = await PostgresNode.open(url, 2);
    const first = (await one.look())!;
    const configuration = createHash("sha256").update("").digest("hex");
    const row = { epoch: 0, node: "", beat: 0, confirmed: 1 };
    expect(first).toEqual({ row, timeline: 1, configuration, isSynchronous: false });
    expect(await one.claim(first.row, 1)).toBe(1);
    expect(await two.claim(first.row, 1)).toBeNull();
    const term = { timeline: 1, epoch: 1, node: one.id };
    expect(await one.renew(term, FIRST_ROW)).toBe("renewed");
    expect((await two.look())!.row).toEqual({ epoch: 1, node: one.id, beat: 1, confirmed: 1 });
    // The lease's beat has risen since.
    expect(await two.claim({ epoch: 1, node: one.id, beat: 0, confirmed: 1 }, 2)).toBeNull();
    one.lease.release(term, FIRST_ROW);
    expect((await one.look())!.row).toEqual({ epoch: 1, node: "", beat: 2, confirmed: 1 });
    // An epoch is given only once.
    expect(await two.claim((await two.look())!.row, 1)).toBeNull();
    expect(await two.claim((await two.look())!.row, 2)).toBe(1);
  });

  test("C7: a renewal that names a batch that is not there is lost, and what is confirmed never falls", async () => {
    await using node = await PostgresNode.open(await venueOn(server), 1);
    const term = await node.lead();
    const [row, other] = [rowBehind(FIRST_ROW, term, 2), rowBehind(FIRST_ROW, term, 3)];
    expect(await node.append(row, FIRST_ROW)).toBe("appended");
    expect(await node.renew(term, other, 2)).toBe("lost");
    expect(await node.renew(term, rowBehind(row, term), 3)).toBe("lost");
    expect(await node.renew(term, row, 2)).toBe("renewed");
    expect(await node.renew(term, row, 1)).toBe("renewed");
    expect((await node.look())!.row).toMatchObject({ beat: 2, confirmed: 2 });
    expect(await node.rowsBehind(row)).toEqual({ rows: [], confirmed: 2 });
  });

  test("many rows are read in several pieces, and the largest batch possible is read alone", async () => {
    await using node = await PostgresNode.open(await venueOn(server), 1);
    const term = await node.lead();
    const rows = [FIRST_ROW];
    for (const bytes of [3_000_000, 4_000_000, 3_000_000, 9_000_000, 100]) {
      rows.push(rowBehind(rows.at(-1)!, term, 1, bytes));
      expect(await node.append(rows.at(-1)!, rows.at(-2)!)).toBe("appended");
    }
    const counts: number[] = [];
    for (let at = 0; at < rows.length - 1; ) {
      const read = await node.rowsBehind(rows[at]!);
      if (read === "gone") throw new Error("the row is there");
      // A busy machine may take too long over it.
      if (read === null) await node.connect(term.epoch);
      else {
        counts.push(read.rows.length);
        at += read.rows.length;
        expect(rows[at]!.hash).toEqual(read.rows.at(-1)!.hash);
      }
    }
    expect(counts).toEqual([2, 1, 1, 1]);
  });

  test("a venue is created once, and is named by its first batch", async () => {
    const url = await venueOn(server);
    await expect(createTables(url, FIRST_ROW)).rejects.toThrow("already exists");
    const opened = await openPostgres({ url, node: NODE, clock: STEADY_CLOCK });
    expect(opened.venue.name).toEqual(FIRST_ROW.hash);
    expect(opened.venue.key.length).toBe(32);
    await opened.close();
  });

  test("a database without a venue, or with one of a newer program, is refused by name", async () => {
    const open = (url: string) => openPostgres({ url, node: NODE, clock: STEADY_CLOCK });
    await expect(open(await server.database())).rejects.toThrow("has no venue");
    const url = await venueOn(server);
    await server.sql("UPDATE evermark.venue SET format = 1000, oldest_format = 999", url);
    await expect(open(url)).rejects.toThrow("the venue's tables was written by a newer Evermark (format 1000;");
    await expect(keepConfiguration(url, "one")).rejects.toThrow("format 1000");
    // The tables of a newer program that has left alone what this one uses.
    await server.sql(`UPDATE evermark.venue SET oldest_format = ${FORMAT}`, url);
    await (await open(url)).close();
    await keepConfiguration(url, "one");
    const [{ format }] = (await server.sql("SELECT format FROM evermark.venue", url)) as [{ format: number }];
    expect(format).toBe(1000);
  });

  test("the common configuration is stored once, and changed only if it still is what the caller expects", async () => {
    const url = await venueOn(server);
    expect(await readConfiguration(await server.database())).toBeNull();
    expect(await readConfiguration(url)).toBe("");
    await Promise.all([keepConfiguration(url, "one"), keepConfiguration(url, "one")]);
    await expect(keepConfiguration(url, "two")).rejects.toThrow("was given another configuration");
    await expect(changeConfiguration(url, "two", "three")).rejects.toThrow("was changed meanwhile");
    await changeConfiguration(url, "one", "two");
    expect(await readConfiguration(url)).toBe("two");
    await using node = await PostgresNode.open(url, 1);
    expect((await node.look())!.configuration).toBe(createHash("sha256").update("two").digest("hex"));
  });

  test("a snapshot is there with all its pieces or not at all, the newest two are kept, and one is added at a time", async () => {
    const url = await venueOn(server);
    await using snapshots = await SharedSnapshots.open(url);
    expect(await snapshots.newest()).toBeNull();
    const file = (bytes: Uint8Array, failsAt = Number.POSITIVE_INFINITY): ReadsPieces => ({
      bytes: bytes.length,
      read(into, at) {
        if (at >= failsAt) throw new Error("the disk is gone");
        into.set(bytes.subarray(at, at + into.length));
      },
    });
    const bytesOf = (length: number) => Uint8Array.from({ length }, (_, i) => (i * 31 + length) % 251);
    const read = async (snapshot: SharedSnapshot) => Buffer.concat(await Array.fromAsync(snapshots.pieces(snapshot)));
    // Snapshots of no piece, a part of one, two whole ones, and two whole ones and a part.
    for (const [position, length] of [
      [10, 0],
      [20, 5_000],
      [30, 2 << 20],
      [40, (2 << 20) + 1],
    ] as const) {
      expect(await snapshots.add(position, file(bytesOf(length)))).toBe(true);
      const newest = await snapshots.newest();
      expect(newest).toEqual({ position, bytes: length });
      expect((await read(newest!)).equals(bytesOf(length))).toBe(true);
    }
    await expect(snapshots.add(50, file(bytesOf(3 << 20), 2 << 20))).rejects.toThrow("the disk is gone");
    const stored = await server.sql("SELECT position FROM evermark.snapshots ORDER BY position", url);
    expect(stored.map(({ position }) => Number(position))).toEqual([30, 40]);
    const pieces = await server.sql("SELECT DISTINCT position FROM evermark.snapshot_pieces ORDER BY position", url);
    expect(pieces.map(({ position }) => Number(position))).toEqual([30, 40]);
    await expect(read({ position: 20, bytes: 5_000 })).rejects.toThrow("no longer has the snapshot");

    await using other = await SharedSnapshots.open(url);
    const small: ReadsPieces = { bytes: 3, read: (into) => void into.fill(7) };
    const [isAdded, isOtherAdded] = await Promise.all([snapshots.add(60, small), other.add(61, small)]);
    // Either may be first; the second is added after it, or leaves it to the first.
    expect([isAdded, isOtherAdded]).toContain(true);
    expect((await snapshots.newest())!.position).toBe(isOtherAdded ? 61 : 60);
  });

  test("a timestamp is spent by one node, however many try at once, until it is forgotten", async () => {
    const url = await venueOn(server);
    await using one = await PostgresNode.open(url, 1);
    await using two = await PostgresNode.open(url, 2);
    const answers = Array.from({ length: 20 }, (_, i) => (i % 2 === 0 ? one : two).notes.spend("7 key", 1_000, 0));
    expect((await Promise.all(answers)).filter((isFirst) => isFirst === true).length).toBe(1);
    expect(await two.notes.spend("8 key", 1_000, 0)).toBe(true);
    expect(await two.notes.spend("7 key", 1_001, 1_000)).toBe(true);
    expect(await one.notes.spend("7 key", 1_000, 1_000)).toBe(false);
    expect(await one.notes.spend("9 key", 2_000, 1_001)).toBe(true);
    expect(await server.sql("SELECT signed FROM evermark.spent_timestamps ORDER BY signed", url)).toHaveLength(2);
  });

  test("a leader takes over what the one before has kept, which that one can't change any more", async () => {
    const url = await venueOn(server);
    await using one = await PostgresNode.open(url, 1);
    await using two = await PostgresNode.open(url, 2);
    const note = (name: string, text: string, subject = "vault") => ({ subject, name, text });
    expect(await one.notes.take("vault", 3)).toEqual(new Map());
    for (const text of ["0", "1"]) expect(await one.notes.keep(note("a", text), 3)).toBe(true);
    expect(await one.notes.keep(note("a", "of another", "other"), 3)).toBe(true);
    expect(await two.notes.take("vault", 4)).toEqual(new Map([["a", "1"]]));
    expect(await one.notes.keep(note("a", "late"), 3)).toBe(false);
    expect(await one.notes.take("vault", 3)).toBeNull();
    expect(await one.notes.keep(note("a", "2", "other"), 3)).toBe(true);
    expect(await two.notes.keep(note("a", "3"), 4)).toBe(true);
    expect(await two.notes.take("vault", 4)).toEqual(new Map([["a", "3"]]));
  });

  test("without its server, nothing is reported as kept, spent or taken", async () => {
    await using lost = await PostgresServer.start();
    await using node = await PostgresNode.open(await venueOn(lost), 1);
    await lost.kill();
    expect(await node.notes.keep({ subject: "vault", name: "a", text: "1" }, 1)).toBe(false);
    expect([await node.notes.spend("7 key", 1, 0), await node.notes.take("vault", 1)]).toEqual([null, null]);
  });

  test("a venue of an earlier format gets what it lacks from the first nodes of this format, even together", async () => {
    const url = await venueOn(server);
    const columns = ["configuration", "oldest_format", "behaviour", "moved_ms", "moved_to"].map(
      (name) => `DROP COLUMN ${name}`,
    );
    await server.sql(`ALTER TABLE evermark.venue ${columns}; UPDATE evermark.venue SET format = 1`, url);
    await server.sql(
      "DROP TABLE evermark.snapshots, evermark.snapshot_pieces, evermark.nodes, evermark.beginning, evermark.spent_timestamps, evermark.notes",
      url,
    );
    expect(await readConfiguration(url)).toBe("");
    await Promise.all(["one", "one", "one"].map((text) => keepConfiguration(url, text)));
    expect(await readConfiguration(url)).toBe("one");
    await using node = await PostgresNode.open(url, 1);
    expect(await node.write(1)).toBe(true);
    expect(await node.notes.take("vault", 1)).toEqual(new Map());
    expect(await node.notes.spend("1 key", 5, 0)).toBe(true);
    await using snapshots = await SharedSnapshots.open(url);
    expect(await snapshots.newest()).toBeNull();
    await using reader = await VenueReader.open(url);
    expect(await reader.beginning()).toEqual({ batch: 1, first: 1, dropped: null });
  });

  test("old batches are dropped in parts, and the facts about them stay; an append still finds the row before it", async () => {
    const url = await venueOn(server);
    await using node = await PostgresNode.open(url, 1);
    const term = await node.lead();
    let last = FIRST_ROW;
    for (let batch = 2; batch <= 700; batch++) {
      const row = rowBehind(last, term, 1);
      expect(await node.append(row, last)).toBe("appended");
      last = row;
    }
    expect(await node.write(1)).toBe(true);
    const facts = { genesis: new Uint8Array(32).fill(5), beforeNodes: FIRST_ROW.last };
    {
      await using pruning = (await JournalPruning.open(url))!;
      // One process prunes at a time.
      expect(await JournalPruning.open(url)).toBeNull();
      expect(await pruning.nodesPassed()).not.toBeNull();
      const dropping = pruning.dropBefore(1, 690, facts);
      for (let i = 0; i < 20; i++) {
        const row = rowBehind(last, term, 1);
        expect(await node.append(row, last)).toBe("appended");
        last = row;
      }
      expect(await dropping).toBe(690);
      expect(await pruning.dropBefore(690, 690, facts)).toBe(690);
    }
    const [there] = await server.sql("SELECT min(batch) AS first, count(*) AS count FROM evermark.batches", url);
    expect(there).toEqual({ first: "690", count: String(last.batch - 689) });
    await using reader = await SharedReader.open({ url, node: "00000000000000ee", clock: STEADY_CLOCK });
    const { first } = await reader.place(690);
    expect(await reader.beginning()).toEqual({ batch: 690, first, dropped: facts });
    expect(await batchWith(reader, first)).toBe(690);
    expect(await positionBeforeNodes(reader)).toBe(FIRST_ROW.last);
    expect(await genesisOf(reader)).toEqual(facts.genesis);

    // A node that is behind gets no rows, and an export is refused by name.
    expect(await node.rowsBehind(FIRST_ROW)).toBe("gone");
    await using venue = await VenueReader.open(url);
    const exported = venue.batches(last.batch).next();
    await expect(exported).rejects.toThrow(`begins at position ${first}: what was older was dropped`);
  });

  test("old batches stay while the journal is exported", async () => {
    const url = await venueOn(server);
    await using node = await PostgresNode.open(url, 1);
    const term = await node.lead();
    const second = rowBehind(FIRST_ROW, term, 2);
    expect(await node.append(second, FIRST_ROW)).toBe("appended");
    await using pruning = (await JournalPruning.open(url))!;
    const facts = { genesis: new Uint8Array(32), beforeNodes: 1 };
    {
      await using _exporting = await VenueReader.open(url);
      expect(await pruning.dropBefore(1, 2, facts)).toBe(1);
    }
    await server.until("NOT EXISTS (SELECT FROM pg_stat_activity WHERE application_name = 'evermark export')", url);
    expect(await pruning.dropBefore(1, 2, facts)).toBe(2);
  });

  test("tables of the format before get columns for what programs report, and keep their rows and snapshots", async () => {
    const url = await venueOn(server);
    const of = (table: string, names: readonly string[]) =>
      server.sql(`ALTER TABLE evermark.${table} ${names.map((name) => `DROP COLUMN ${name}`)}`, url);
    await of("venue", ["oldest_format", "behaviour", "moved_ms", "moved_to"]);
    await of("snapshots", ["format"]);
    await of("nodes", [
      ...[
        "version",
        "behaviour",
        "oldest_behaviour",
        "newest_behaviour",
        "messages",
        "snapshots",
        "ahead_ms",
        "trouble",
      ],
    ]);
    await server.sql(
      "DROP TABLE evermark.beginning, evermark.spent_timestamps, evermark.notes; UPDATE evermark.venue SET format = 3",
      url,
    );
    await server.sql("INSERT INTO evermark.snapshots VALUES (70, 0)", url);
    const former = nodeIdOf(2);
    await server.sql(`INSERT INTO evermark.nodes VALUES ('${former}', 3, 5, now())`, url);
    await keepConfiguration(url, "one");
    await using node = await PostgresNode.open(url, 1);
    const silent = { behaviour: null, program: null, aheadMs: null };
    expect((await node.roll())!.others).toEqual([{ node: former, batch: 5, ...silent }]);
    await using snapshots = await SharedSnapshots.open(url);
    expect((await snapshots.newest())!.position).toBe(70);
  });

  test("a node that writes its row is answered with the wanted behaviour, the server's clock and the other nodes", async () => {
    const url = await venueOn(server);
    await using one = await PostgresNode.open(url, 1);
    await using two = await PostgresNode.open(url, 2);
    const before = Date.now();
    const { clock, ...first } = (await one.roll())!;
    expect(first).toEqual({ wanted: 0, moved: { ms: 0, to: 0 }, standbys: 0, others: [] });
    // The server is on this machine.
    expect(clock).toBeWithin(before - 1, Date.now() + 2);
    const seen = { node: one.id, batch: 7, behaviour: 4, program: PROGRAM, aheadMs: 12 };
    expect((await two.roll({ aheadMs: null }))!.others).toEqual([seen]);
    expect((await one.roll({ beat: 2, batch: 8 }))!.others).toEqual([{ ...seen, node: two.id, aheadMs: null }]);
    expect((await two.roll())!.others).toEqual([{ ...seen, batch: 8 }]);
    const trouble = "its clock is wrong";
    await one.roll({ beat: 3, trouble });
    await using reader = await VenueReader.open(url);
    expect((await reader.nodes()).map((node) => node.trouble)).toEqual([trouble, null]);
    await server.sql(`UPDATE evermark.nodes SET written = now() - interval '11 s' WHERE node = '${one.id}'`, url);
    expect((await two.roll())!.others).toEqual([]);
  });

  test("a node that writes its row is answered with how far time was moved", async () => {
    const url = await venueOn(server);
    await using one = await PostgresNode.open(url, 1);
    await using two = await PostgresNode.open(url, 2);
    const moved = await one.move({ ms: 1_000, from: 5_000, before: 0 });
    expect([(await one.roll())!.moved, (await two.roll())!.moved]).toEqual([moved!, moved!]);
  });

  test("a program begins with a snapshot that it can read; snapshots that no running node needs are removed", async () => {
    const url = await venueOn(server);
    await using snapshots = await SharedSnapshots.open(url);
    const file: ReadsPieces = { bytes: 3, read: (into) => void into.fill(7) };
    for (const position of [10, 20, 30]) expect(await snapshots.add(position, file)).toBe(true);
    const kept = async () =>
      (await server.sql("SELECT position FROM evermark.snapshots ORDER BY position", url)).map(({ position }) =>
        Number(position),
      );
    await server.sql(`UPDATE evermark.snapshots SET format = ${SNAPSHOT_FORMAT + 1} WHERE position = 30`, url);
    expect((await snapshots.newest())!.position).toBe(20);
    // The newest two of each format are kept: a node of the version before may still start.
    await using node = await PostgresNode.open(url, 1);
    await node.roll({ program: { ...PROGRAM, snapshots: SNAPSHOT_FORMAT - 1 } });
    await server.sql(`UPDATE evermark.snapshots SET format = ${SNAPSHOT_FORMAT - 1} WHERE position = 20`, url);
    await snapshots.add(40, file);
    expect(await kept()).toEqual([20, 30, 40]);
    await node.roll({ program: { ...PROGRAM, snapshots: SNAPSHOT_FORMAT } });
    await snapshots.add(50, file);
    expect(await kept()).toEqual([30, 40, 50]);
  });

  test("production is warned of a server that may lose what it has acknowledged", async () => {
    const url = await venueOn(server);
    const names = async (isOneDatabase: boolean) =>
      (await serverComplaints(url, isOneDatabase)).map(({ name }) => name);
    expect(await names(false)).toEqual(["fsync_off", "full_page_writes_off", "no_synchronous_standby"]);
    expect(await names(true)).toEqual(["fsync_off", "full_page_writes_off"]);
    await server.sql(`ALTER DATABASE ${new URL(url).pathname.slice(1)} SET default_transaction_read_only = on`);
    expect(await names(true)).toContain("read_only");
  });
});
