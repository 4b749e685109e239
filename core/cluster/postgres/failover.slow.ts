// Servers that end, start again and are promoted, on a disk whose writes are synced.

import { describe, expect, test } from "bun:test";
import type { BatchRow } from "../records/batch-row.ts";
import { serverComplaints } from "./index.ts";
import { LineProxy } from "./testing/line-proxy.ts";
import { FIRST_ROW, rowBehind } from "./testing/node-calls.ts";
import { PostgresNode, venueOn } from "./testing/postgres-node.ts";
import { isPostgresAsked, PostgresServer } from "./testing/postgres-server.ts";

/**
 * Appends one batch after the other until an outcome is unknown. `appended` gets the rows that are certain. @returns the
 * row whose outcome is unknown
 */
async function appendUntilUnknown(node: PostgresNode, appended: BatchRow[], term: BatchRow["term"]): Promise<BatchRow> {
  for (;;) {
    const row = rowBehind(appended.at(-1)!, term, appended.length, 5_000);
    const outcome = await node.append(row, appended.at(-1)!);
    if (outcome === "unknown") return row;
    expect(outcome).toBe("appended");
    appended.push(row);
  }
}

/** All rows from the opening on. */
async function allRows(node: PostgresNode): Promise<BatchRow[]> {
  const rows = [FIRST_ROW];
  for (;;) {
    const read = await node.rowsBehind(rows.at(-1)!);
    if (read === null || read === "gone") throw new Error("the journal is read");
    if (read.rows.length === 0) return rows;
    rows.push(...read.rows);
  }
}

describe.skipIf(!isPostgresAsked)("PostgreSQL that ends", () => {
  test("C3: killed while batches are appended and started again, it has all that were acknowledged", async () => {
    await using server = await PostgresServer.start({ isDurable: true });
    const url = await venueOn(server);
    await using node = await PostgresNode.open(url, 1);
    const term = await node.lead();
    const appended = [FIRST_ROW];
    for (let kills = 0; kills < 5; kills++) {
      const enough = appended.length + 20;
      const unknown = appendUntilUnknown(node, appended, term);
      while (appended.length < enough) await Bun.sleep(1);
      await server.kill();
      const row = await unknown;
      const connected = node.connect(1);
      await server.run();
      await connected;
      // By now the first statement can't arrive any more: its row is there or not.
      const there = (await allRows(node)).slice(0, appended.length + 1);
      expect(there.slice(0, appended.length)).toEqual(appended);
      if (there.length > appended.length) expect(there.at(-1)).toEqual(row);
      appended.splice(0, appended.length, ...there);
    }
    expect(node.troubles.length).toBeGreaterThan(0);
    expect(await node.renew(term, appended.at(-1)!, appended.length)).toBe("renewed");
  });

  test("C3: a synchronous standby that takes over has all that was acknowledged, on another timeline", async () => {
    const settings = ["synchronous_standby_names = 'standby'"];
    await using primary = await PostgresServer.start({ isDurable: true, settings });
    await using standby = await primary.standby("standby");
    await standby.run();
    await primary.until("EXISTS (SELECT FROM pg_stat_replication WHERE sync_state = 'sync')");
    const url = await venueOn(primary);
    expect(await serverComplaints(url, false)).toEqual([]);
    await using line = await LineProxy.start(primary.port);
    await using node = await PostgresNode.open(line.url(url), 1);
    await using other = await PostgresNode.open(line.url(url), 2);
    const term = await node.lead();
    const appended = [FIRST_ROW];
    const unknown = appendUntilUnknown(node, appended, term);
    while (appended.length < 50) await Bun.sleep(1);

    await primary.kill();
    line.target = standby.port;
    line.cut();
    const row = await unknown;
    const connected = node.connect(1);
    // The standby takes no writes yet, so it gets no session.
    while (!node.troubles.some((trouble) => trouble.includes("is a standby"))) {
      expect(await other.look()).toBeNull();
      await Bun.sleep(5);
    }
    const url2 = standby.url(new URL(url).pathname.slice(1));
    expect((await serverComplaints(url2, true)).map(({ name }) => name)).toContain("read_only");
    await standby.sql("SELECT pg_promote()");
    await connected;

    const there = await allRows(node);
    expect(there.slice(0, appended.length)).toEqual(appended);
    expect(there.slice(appended.length)).toEqual(there.length > appended.length ? [row] : []);
    const seen = (await other.look())!;
    expect(seen.timeline).toBe(2);
    expect(seen.row).toMatchObject({ epoch: 1, node: node.id });
    // The node still holds its epoch, and its next row continues from what it appended before.
    expect(await node.append(rowBehind(there.at(-1)!, term), there.at(-1)!)).toBe("appended");
  });
});
