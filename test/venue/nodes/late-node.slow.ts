// A node that joins a venue with a long past: it begins with a snapshot from the database, and is then a node like the
// others.

import { describe, expect, test } from "bun:test";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Client } from "@evermark/client";
import { dataPaths } from "@evermark/core";
import { asksForNats } from "@evermark/core/cluster/nats/testing/nats-server.ts";
import { isPostgresAsked } from "@evermark/core/cluster/postgres/testing/postgres-server.ts";
import { verifyJournal } from "@evermark/journal";
import { temporaryDirectory } from "@evermark/journal/testing/temporary-directory.ts";
import { evermark } from "../../witness/backup-process.ts";
import { patiently, RoamingTrader, VenueNodes } from "./venue-nodes.ts";

const SYMBOL = "PERP_BTC_USDC";
const ORDER = { symbol: SYMBOL, side: "BUY", order_type: "LIMIT", order_price: 40_000, order_quantity: 0.001 } as const;
const SNAPSHOT_EVERY = 1_000;
const IN_BATCH = 10;

/** Sends about a hundred commands that leave no open order. */
async function placeAndCancel({ orders }: Client): Promise<void> {
  for (let i = 0; i < 10; i++) {
    await patiently(() => orders.placeBatch({ orders: Array.from({ length: IN_BATCH }, () => ORDER) }));
    await patiently(() => orders.cancelOrders({ symbol: SYMBOL }));
  }
}

async function openIds({ orders }: Client): Promise<number[]> {
  const { rows } = await orders.getOrders({ status: "INCOMPLETE", size: 100 });
  return rows.map(({ order_id }) => order_id).sort((a, b) => a - b);
}

describe.skipIf(!(asksForNats && isPostgresAsked))("a node that joins late", () => {
  test("begins with a snapshot from the database, and continues, leads and restarts like any other", async () => {
    using temporary = temporaryDirectory();
    const environment = { EVERMARK_JOURNAL_SNAPSHOT_EVERY_COMMANDS: String(SNAPSHOT_EVERY) };
    await using venue = await VenueNodes.start(2, temporary.path, { hasOneHistory: true, environment });
    using trader = await RoamingTrader.at(venue.nodes);
    using busy = await RoamingTrader.at(venue.nodes);
    const stays = await trader.via(0).orders.placeOrder(ORDER);
    const shared = () => venue.postgres.sql("SELECT position, bytes FROM evermark.snapshots", venue.database);
    while ((await shared()).length === 0) {
      await placeAndCancel(busy.via(0));
      await trader.via(1).orders.placeOrder(ORDER);
    }
    const { order_id } = await trader.via(1).orders.placeOrder(ORDER);
    await trader.via(0).orders.cancelOrder({ symbol: SYMBOL, order_id });

    // Files left by an interrupted start are replaced.
    for (const [folder, file] of [
      ["journal-unfinished", "journal-0000000000000001.log"],
      ["snapshots", "snapshot.new"],
    ] as const) {
      mkdirSync(join(temporary.path, "node-2", folder), { recursive: true });
      writeFileSync(join(temporary.path, "node-2", folder, file), "half");
    }
    const late = await venue.add();
    expect(late.process.log.some(({ msg }) => msg?.startsWith("this node is new"))).toBe(true);
    const { journal } = dataPaths(late.directory);
    expect(verifyJournal(journal).firstPosition).toBeGreaterThan(1);
    using connected = trader.at(venue.nodes);
    const open = await patiently(() => openIds(connected.via(2)));
    expect(open.length).toBeGreaterThan(1);
    expect(open).toEqual(await openIds(connected.via(0)));
    // Read from the shared history, which this node did not write.
    const { rows } = await connected.via(2).orders.getOrders({ status: "CANCELLED", size: 5 });
    expect(rows).toEqual((await connected.via(0).orders.getOrders({ status: "CANCELLED", size: 5 })).rows);

    // It leads, alone, and restarts with the data it has.
    for (const node of venue.others(late)) await node.process.kill();
    expect(await venue.leader()).toBe(late);
    const last = await connected.via(2).orders.placeOrder(ORDER);
    await late.process.kill();
    await venue.run(late);
    using alone = trader.at([late]);
    const still = await patiently(() => openIds(alone.via(0)));
    expect(still).toEqual([...open, last.order_id].sort((a, b) => a - b));
    expect(still[0]).toBe(stays.order_id);
    expect(await late.process.terminate()).toEqual({ code: 0, signal: null });

    const { code } = await evermark(["verify", "--data", late.directory]);
    expect(code).toBe(0);
    const { lastPosition, hash } = verifyJournal(journal);
    const [row] = await venue.postgres.sql(
      `SELECT encode(hash, 'hex') AS hash FROM evermark.batches WHERE last = ${lastPosition} LIMIT 1`,
      venue.database,
    );
    expect(row!.hash).toBe(hash);
  }, 300_000);
});
