// Several nodes of a venue over HTTP, as clients and operators use them: C3 to C5 and C10 with real processes that are
// killed.

import { describe, expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { AnswerLost, ApiError, type Client } from "@evermark/client";
import { dataPaths } from "@evermark/core";
import { asksForNats } from "@evermark/core/cluster/nats/testing/nats-server.ts";
import { isPostgresAsked } from "@evermark/core/cluster/postgres/testing/postgres-server.ts";
import { verifyJournal } from "@evermark/journal";
import { chainHashAt } from "@evermark/journal/hash-chain.ts";
import { temporaryDirectory } from "@evermark/journal/testing/temporary-directory.ts";
import { evermark } from "../../witness/backup-process.ts";
import { expectHistoryOfJournal, expectOneTruth } from "../../witness/proven-directory.ts";
import { healthOf } from "../../witness/whole.ts";
import { RoamingTrader, VenueNodes } from "./venue-nodes.ts";

const SYMBOL = "PERP_BTC_USDC";
const FAR_BELOW = 40_000;
const MINUTES = 60_000;

const order = (client_order_id: string, order_price = FAR_BELOW) =>
  ({ symbol: SYMBOL, side: "BUY", order_type: "LIMIT", order_price, order_quantity: 0.001, client_order_id }) as const;

/** Places an order, again when its answer is lost or uncertain: an id has one order, however often it is sent. */
async function placeSurely(id: string, clients: () => Client): Promise<number> {
  for (;;) {
    try {
      return (await clients().orders.placeOrder(order(id))).order_id;
    } catch (error) {
      const isOpen = error instanceof AnswerLost || (error instanceof ApiError && error.status === 503);
      if (!isOpen) throw error;
      await Bun.sleep(20);
    }
  }
}

async function openIds(client: Client): Promise<Map<string, number>> {
  const orders = new Map<string, number>();
  for (let page = 1; ; page++) {
    const { rows } = await client.orders.getOrders({ status: "INCOMPLETE", page, size: 100 });
    for (const { client_order_id, order_id } of rows) {
      expect(orders.has(client_order_id!)).toBe(false);
      orders.set(client_order_id!, order_id);
    }
    if (rows.length < 100) return orders;
  }
}

describe.skipIf(!(asksForNats && isPostgresAsked))("several nodes are one venue", () => {
  test(
    "what one node has answered all nodes know, and a leader that is killed loses nothing",
    async () => {
      using temporary = temporaryDirectory();
      await using venue = await VenueNodes.start(3, temporary.path);
      using trader = await RoamingTrader.at(venue.nodes);

      for (let i = 0; i < 30; i++) {
        const id = `seen-${i}`;
        const { order_id } = await trader.via(i % 3).orders.placeOrder(order(id));
        expect((await openIds(trader.via((i + 1) % 3))).get(id)).toBe(order_id);
        await trader.via((i + 2) % 3).orders.cancelOrder({ symbol: SYMBOL, order_id });
        expect((await openIds(trader.via(i % 3))).size).toBe(0);
      }

      const leader = await venue.leader();
      const lost = venue.nodes.indexOf(leader);
      const placed = new Map<string, number>();
      const orders = Array.from({ length: 90 }, async (_, i) => {
        const id = `kept-${i}`;
        let tries = 0;
        placed.set(id, await placeSurely(id, () => trader.via((i + tries++) % 3)));
        if (placed.size === 30) await leader.process.kill();
      });
      await Promise.all(orders);
      const survivor = venue.nodes.indexOf(await venue.leader());
      expect(survivor).not.toBe(lost);
      expect(await openIds(trader.via(survivor))).toEqual(placed);

      // The killed node restarts on its copy, and a new one starts without any.
      await venue.run(leader);
      await venue.add();
      const second = await RoamingTrader.at([leader, venue.nodes[3]!]);
      await second.via(1).orders.placeOrder(order("again"));
      expect([...(await openIds(second.via(0))).keys()]).toEqual(["again"]);
      second[Symbol.dispose]();

      const { code, out } = await evermark(["cluster", "status", "--json"], { EVERMARK_CLUSTER: venue.database });
      expect(code).toBe(0);
      const status = JSON.parse(out.join("\n"));
      expect([status.isRenewed, status.nodes.length]).toEqual([true, 4]);
      expect(status.nodes).toContain(status.leader);

      // All are killed at once; the leader has applied more than it knew to be confirmed.
      await Promise.all(venue.nodes.map(({ process }) => process.kill()));
      await Promise.all(venue.nodes.map((node) => venue.run(node)));
      using later = await RoamingTrader.at(venue.nodes);
      await later.via(2).orders.placeOrder(order("later"));

      for (const { process } of venue.nodes) expect(await process.terminate()).toEqual({ code: 0, signal: null });
      const rows = await venue.postgres.sql("SELECT last, hash FROM evermark.batches", venue.database);
      const hashes = new Map(rows.map(({ last, hash }) => [Number(last), (hash as Buffer).toString("hex")]));
      for (const { directory } of venue.nodes) {
        const { journal } = dataPaths(directory);
        const { lastPosition } = verifyJournal(journal);
        expect(Buffer.from(chainHashAt(journal, lastPosition)!).toString("hex")).toBe(hashes.get(lastPosition)!);
        expect(expectOneTruth(directory)).toBeGreaterThan(0);
        await expectHistoryOfJournal(directory);
      }
    },
    5 * MINUTES,
  );

  test(
    "a node uses its venue's configuration whatever its file says, and does not lead if the two differ",
    async () => {
      using temporary = temporaryDirectory();
      await using venue = await VenueNodes.start(1, temporary.path);
      const [first] = venue.nodes;
      const file = join(temporary.path, "other.toml");
      writeFileSync(file, `[faucet]\namount = 5\n[[markets]]\nsymbol = "${SYMBOL}"\nbase_tick = 0.001\n`);
      const other = await venue.add(["--config", file]);
      for (const key of ["faucet.amount: 5 here, 10000 in", `markets.${SYMBOL}: {`])
        await other.process.untilLogged(key);
      expect((await healthOf(other.url)).reasons).toHaveProperty("configuration");
      // The node's own file would give less.
      using trader = await RoamingTrader.at([other]);
      expect((await trader.via(0).account.getHolding()).holding[0]!.holding).toBe(10_000);
      await trader.via(0).orders.placeOrder(order("by-the-leader"));

      await first!.process.terminate();
      await venue.run(first!);
      expect(await venue.leader()).toBe(first!);
      expect([...(await openIds(trader.via(0))).keys()]).toEqual(["by-the-leader"]);
    },
    5 * MINUTES,
  );

  test(
    "the venue's configuration is changed in its database; a node uses it after a restart",
    async () => {
      using temporary = temporaryDirectory();
      await using venue = await VenueNodes.start(2, temporary.path);
      const configure = async (...flags: string[]) => {
        const { code, out, err } = await evermark(
          ["cluster", "configure", "--no-demo", "--prices", "manual", "--faucet-amount", "7", ...flags],
          {
            EVERMARK_CLUSTER: venue.database,
          },
        );
        expect([code, err]).toEqual([0, []]);
        return out;
      };
      const change = "faucet.amount: 10000 → 7";
      expect(await configure()).toEqual([change, "nothing was changed; to change it: --apply"]);
      expect(await configure("--apply")).toEqual([change, expect.stringContaining("changed. Restart the nodes")]);
      expect(await configure("--apply")).toEqual(["the venue already has this configuration"]);

      const leader = await venue.leader();
      const [other] = venue.others(leader);
      // From now on this node would not take over if the leader ended.
      await other!.process.untilLogged("the venue's configuration was changed since this node started");
      expect(await other!.process.terminate()).toEqual({ code: 0, signal: null });
      await venue.run(other!);
      await leader.process.terminate();
      await venue.leader();
      using trader = await RoamingTrader.at([other!]);
      expect((await trader.via(0).account.getHolding()).holding[0]!.holding).toBe(7);
    },
    5 * MINUTES,
  );
});
