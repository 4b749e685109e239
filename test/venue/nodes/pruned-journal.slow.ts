// A venue of several nodes whose database drops the beginning of its journal: new nodes begin behind it, and a node
// whose copy ends before it is refused with what to do.

import { describe, expect, test } from "bun:test";
import { renameSync } from "node:fs";
import { join } from "node:path";
import type { Client } from "@evermark/client";
import { dataPaths } from "@evermark/core";
import { asksForNats } from "@evermark/core/cluster/nats/testing/nats-server.ts";
import { isPostgresAsked } from "@evermark/core/cluster/postgres/testing/postgres-server.ts";
import { verifyJournal } from "@evermark/journal";
import { temporaryDirectory } from "@evermark/journal/testing/temporary-directory.ts";
import { evermark } from "../../witness/backup-process.ts";
import { startVenue } from "../../witness/venue-process.ts";
import { patiently, RoamingTrader, VenueNodes } from "./venue-nodes.ts";

const SYMBOL = "PERP_BTC_USDC";
const ORDER = { symbol: SYMBOL, side: "BUY", order_type: "LIMIT", order_price: 40_000, order_quantity: 0.001 } as const;
const ENVIRONMENT = { EVERMARK_JOURNAL_SNAPSHOT_EVERY_COMMANDS: "1000", EVERMARK_JOURNAL_PRUNE_SHARED: "true" };

async function placeAndCancel({ orders }: Client): Promise<void> {
  for (let i = 0; i < 10; i++) {
    await patiently(() => orders.placeBatch({ orders: Array.from({ length: 10 }, () => ORDER) }));
    await patiently(() => orders.cancelOrders({ symbol: SYMBOL }));
  }
}

describe.skipIf(!(asksForNats && isPostgresAsked))("a shared journal that is pruned", () => {
  test("continues from its new beginning, and a node that ends before that is referred to a snapshot", async () => {
    using temporary = temporaryDirectory();
    await using venue = await VenueNodes.start(3, temporary.path, {
      hasOneHistory: true,
      environment: ENVIRONMENT,
    });
    using trader = await RoamingTrader.at(venue.nodes);
    const stays = await trader.via(0).orders.placeOrder(ORDER);
    using busy = await RoamingTrader.at(venue.nodes);
    const begins = async () => {
      const [row] = await venue.postgres.sql("SELECT batch FROM evermark.beginning", venue.database);
      return Number(row?.batch ?? 1);
    };

    // One node ends cleanly, with a snapshot of its position.
    const old = venue.nodes[2]!;
    const standsAt = async () => {
      const [row] = await venue.postgres.sql("SELECT max(batch) AS batch FROM evermark.batches", venue.database);
      return Number(row!.batch);
    };
    await old.process.terminate();
    const left = await standsAt();
    while ((await begins()) <= left) await placeAndCancel(busy.via(0));
    const [kept] = await venue.postgres.sql(
      "SELECT min(batch) AS first, count(*) = max(batch) - min(batch) + 1 AS whole FROM evermark.batches",
      venue.database,
    );
    expect(kept!.whole).toBe(true);
    expect(Number(kept!.first)).toBeGreaterThan(left);
    const status = await evermark(["cluster", "status"], { EVERMARK_CLUSTER: venue.database });
    expect(status.out.join("\n")).toMatch(/commands; kept from batch \d+, position \d+/);
    const exported = await evermark(["export", "--data", join(temporary.path, "exported"), "--running"], {
      EVERMARK_CLUSTER: venue.database,
    });
    expect(exported.code).not.toBe(0);
    expect(exported.err.join("\n")).toContain("what was older was dropped");

    // A new node has everything that still counts.
    const late = await venue.add();
    using connected = trader.at([late]);
    const { rows } = await connected.via(0).orders.getOrders({ status: "INCOMPLETE", size: 100 });
    expect(rows.map(({ order_id }) => order_id)).toContain(stays.order_id);
    expect(verifyJournal(dataPaths(late.directory).journal).firstPosition).toBeGreaterThan(1);

    // The stopped node is refused with what to do; after that it is a node again.
    const refused = await startVenue({
      dataDirectory: old.directory,
      environment: { ...ENVIRONMENT, EVERMARK_HISTORY: venue.history },
      flags: venue.flags,
    }).catch((error: Error) => error.message);
    expect(String(refused)).toContain("move the journal and the snapshots of this directory away");
    const paths = dataPaths(old.directory);
    for (const path of [paths.journal, paths.snapshots]) renameSync(path, `${path}.away`);
    await venue.run(old);
    expect(old.process.log.some(({ msg }) => msg?.startsWith("this node is new"))).toBe(true);

    // All restart from behind the beginning, and agree.
    for (const { process } of venue.nodes) expect(await process.terminate()).toEqual({ code: 0, signal: null });
    await Promise.all(venue.nodes.map((node) => venue.run(node)));
    using reconnected = trader.at(venue.nodes);
    const { order_id } = await reconnected.via(2).orders.placeOrder(ORDER);
    for (const [i] of venue.nodes.entries())
      expect((await reconnected.via(i).orders.getOrder({ order_id })).order_id).toBe(order_id);
    for (const { process } of venue.nodes) expect(await process.terminate()).toEqual({ code: 0, signal: null });
    for (const { directory } of venue.nodes) expect((await evermark(["verify", "--data", directory])).code).toBe(0);
  }, 300_000);
});
