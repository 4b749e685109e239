// The node that writes the shared history is stopped for longer than its lock lasts, while its machine keeps running: another
// node continues writing, and the resumed one discards what it was about to write (C12).

import { describe, expect, test } from "bun:test";
import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { AnswerLost } from "@evermark/client";
import { asksForNats } from "@evermark/core/cluster/nats/testing/nats-server.ts";
import { isPostgresAsked } from "@evermark/core/cluster/postgres/testing/postgres-server.ts";
import { temporaryDirectory } from "@evermark/journal/testing/temporary-directory.ts";
import { SCHEMA } from "@evermark/venue/history/history-inside.ts";
import { evermark } from "../../witness/backup-process.ts";
import { patiently, RoamingTrader, type VenueNode, VenueNodes } from "./venue-nodes.ts";

const SYMBOL = "PERP_BTC_USDC";
const WRITER = "SELECT pid, client_port FROM pg_stat_activity WHERE application_name = 'evermark history writes'";

/** Retries when the answer is lost, which is safe: an id has one order, however often it is sent. */
async function surely(call: () => Promise<unknown>): Promise<void> {
  for (;;) {
    try {
      await patiently(call);
      return;
    } catch (error) {
      if (!(error instanceof AnswerLost)) throw error;
    }
  }
}

/** Whether the process has a connection from this local port. */
function hasPort(pid: number, port: number): boolean {
  const hex = `:${port.toString(16).toUpperCase().padStart(4, "0")}`;
  const sockets = readFileSync("/proc/net/tcp", "utf8")
    .split("\n")
    .map((line) => line.trim().split(/\s+/));
  const inodes = sockets.filter(([, local]) => local?.endsWith(hex)).map((fields) => `socket:[${fields[9]}]`);
  return readdirSync(`/proc/${pid}/fd`).some((file) => {
    try {
      return inodes.includes(readlinkSync(`/proc/${pid}/fd/${file}`));
    } catch {
      // The file was closed meanwhile.
      return false;
    }
  });
}

describe.skipIf(!(asksForNats && isPostgresAsked))("the shared history of several nodes", () => {
  test("C12: holds each row once when the node that writes it is stopped, replaced and resumed", async () => {
    using temporary = temporaryDirectory();
    await using venue = await VenueNodes.start(3, temporary.path, { hasOneHistory: true });
    const database = venue.history;
    using makers = await RoamingTrader.at(venue.nodes);
    using takers = await RoamingTrader.at(venue.nodes);
    let placed = 0;
    /** A few matches, placed at one node. */
    const trade = async (node: number, rounds: number) => {
      for (let i = 0; i < rounds; i++) {
        const price = 60_000 + (placed++ % 50);
        const order = { symbol: SYMBOL, order_type: "LIMIT", order_price: price, order_quantity: 0.001 } as const;
        await surely(() =>
          makers.via(node).orders.placeOrder({ ...order, side: "BUY", client_order_id: `buy-${placed}` }),
        );
        await surely(() =>
          takers.via(node).orders.placeOrder({ ...order, side: "SELL", client_order_id: `sell-${placed}` }),
        );
      }
    };
    const writer = async () => {
      for (;;) {
        const [row] = await venue.postgres.sql(WRITER, database);
        const node = row && venue.nodes.find(({ process }) => hasPort(process.pid, Number(row.client_port)));
        if (node !== undefined) return { node, pid: Number(row!.pid) };
        await Bun.sleep(20);
      }
    };
    await trade(0, 20);

    for (let turn = 0; turn < 2; turn++) {
      const { node, pid } = await writer();
      const other = venue.nodes.findIndex((each) => each !== node);
      // Stops the writer while there is something to write.
      const trading = trade(other, 200);
      await Bun.sleep(50);
      process.kill(node.process.pid, "SIGSTOP");
      await trading;
      let next: { readonly node: VenueNode; readonly pid: number };
      do next = await writer();
      while (next.pid === pid);
      expect(next.node).not.toBe(node);
      await trade(other, 30);
      process.kill(node.process.pid, "SIGCONT");
      await trade(other, 30);
      // The node's own callers read what they were answered from the tables, whichever node writes those.
      const index = venue.nodes.indexOf(node);
      await trade(index, 5);
      for (const at of [index, other]) {
        let total = 0;
        // The resumed node has lost its sessions, and connects again.
        await surely(async () => {
          total = (await makers.via(at).orders.getOrders({ size: 1 })).meta.total;
        });
        expect(total).toBe(placed);
      }
    }

    for (const { process } of venue.nodes) expect(await process.terminate()).toEqual({ code: 0, signal: null });
    const rows = async () => {
      const tables: Record<string, unknown[]> = {};
      for (const [name, { key }] of Object.entries(SCHEMA)) {
        const text = `SELECT * FROM evermark_history.${name} ORDER BY ${key.map((column) => `"${column}"`).join(", ")}`;
        tables[name] = await venue.postgres.sql(text, database);
      }
      return tables;
    };
    const live = await rows();
    expect(live.orders!.length).toBe(2 * placed);
    // Compares with the copy that goes furthest; a node that was stopped earlier lacks the last commands.
    const [{ position } = { position: 0 }] = live.meta as { readonly position: string }[];
    for (const { directory } of venue.nodes) {
      const { code, err } = await evermark(["rebuild-history", "--data", directory], { EVERMARK_HISTORY: database });
      expect([code, err]).toEqual([0, []]);
      const [made] = await venue.postgres.sql("SELECT position FROM evermark_history.meta", database);
      if (made!.position !== position) continue;
      const second = await rows();
      expect(second).toEqual(live);
      return;
    }
    expect("a node's copy that ends where history does").toBe("there");
  }, 300_000);
});
