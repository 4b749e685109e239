// Orders with cancel-on-disconnect on several nodes that are killed: C15 with real processes.

import { describe, expect, test } from "bun:test";
import type { Client } from "@evermark/client";
import { asksForNats } from "@evermark/core/cluster/nats/testing/nats-server.ts";
import { isPostgresAsked } from "@evermark/core/cluster/postgres/testing/postgres-server.ts";
import { temporaryDirectory } from "@evermark/journal/testing/temporary-directory.ts";
import { evermark } from "../../witness/backup-process.ts";
import { RoamingTrader, VenueNodes } from "./venue-nodes.ts";

const order = (client_order_id: string) =>
  ({
    symbol: "PERP_BTC_USDC",
    side: "BUY",
    order_type: "LIMIT",
    order_price: 40_000,
    order_quantity: 0.001,
    client_order_id,
  }) as const;

async function openIds(client: Client): Promise<string[]> {
  const { rows } = await client.orders.getOrders({ status: "INCOMPLETE", size: 100 });
  return rows.map(({ client_order_id }) => client_order_id!).sort();
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await Bun.sleep(50);
}

describe.skipIf(!(asksForNats && isPostgresAsked))("orders tied to connections at several nodes", () => {
  test("stay when any other node is lost, and are cancelled when their own is", async () => {
    using temporary = temporaryDirectory();
    await using venue = await VenueNodes.start(3, temporary.path);
    using trader = await RoamingTrader.at(venue.nodes);
    const leader = await venue.leader();
    const [one, two] = venue.others(leader).map((node) => venue.nodes.indexOf(node)) as [number, number];
    await trader.guardedVia(one).streams.orders.place(order("on-one"));
    await trader.guardedVia(two).streams.orders.place(order("on-two"));
    const ended = trader.guardedVia(two);
    await ended.streams.orders.place(order("on-an-ended-one"));
    await trader.via(two).orders.placeOrder(order("by-itself"));
    ended.close();
    await until(async () => (await openIds(trader.via(two))).length === 3);

    // A new leader begins; none of the other nodes' connections has ended because of that.
    await leader.process.kill();
    const heir = await venue.leader();
    expect(heir).not.toBe(leader);
    expect(await openIds(trader.via(one))).toEqual(["by-itself", "on-one", "on-two"]);

    // The restarted node learns from its snapshot and the journal behind it which orders are tied to which node, since
    // it may lead next.
    await venue.run(leader);
    await venue.nodes[one]!.process.kill();
    await until(async () => (await openIds(trader.via(two))).length < 3);
    expect(await openIds(trader.via(two))).toEqual(["by-itself", "on-two"]);

    const { code, out } = await evermark(["cluster", "status", "--json"], { EVERMARK_CLUSTER: venue.database });
    expect(code).toBe(0);
    const { rows, nodes } = JSON.parse(out.join("\n"));
    const written = rows.filter(({ silentMs }: { silentMs: number }) => silentMs < 5_000);
    expect(written.map(({ node }: { node: string }) => node)).toEqual(nodes);

    // A clean end cancels the orders tied to the node's connections, and removes the node's row.
    expect(await venue.nodes[two]!.process.terminate()).toEqual({ code: 0, signal: null });
    // The restarted node listens on another port.
    expect(await openIds(trader.guardedVia(venue.nodes.indexOf(leader)))).toEqual(["by-itself"]);
    const stored = await venue.postgres.sql("SELECT node FROM evermark.nodes", venue.database);
    // Those of the killed node, of the present leader, and of the leader that was killed first.
    expect(stored.length).toBe(3);
  }, 300_000);

  test("are cancelled by their node when it loses the database, and their clients notice", async () => {
    using temporary = temporaryDirectory();
    await using venue = await VenueNodes.start(2, temporary.path);
    using trader = await RoamingTrader.at(venue.nodes);
    const leader = await venue.leader();
    const other = venue.nodes.indexOf(venue.others(leader)[0]!);
    const guarded = trader.guardedVia(other);
    await guarded.streams.orders.place(order("on-a-connection"));
    let hasEnded = false;
    guarded.streams.private.on("state", ({ state }) => {
      hasEnded ||= state === "connecting";
    });
    const { pid } = venue.nodes[other]!.process;
    process.kill(pid, "SIGSTOP");
    const lead = trader.via(venue.nodes.indexOf(leader));
    await until(async () => (await openIds(lead)).length === 0);
    process.kill(pid, "SIGCONT");
    await until(async () => hasEnded);
    expect(await openIds(trader.via(other))).toEqual([]);
  }, 300_000);
});
