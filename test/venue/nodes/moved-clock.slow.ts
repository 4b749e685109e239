// The clock of a sandbox of several nodes, moved through a follower: what is due on the way happens as in a
// single-process venue, while orders go on, even if the leader is killed meanwhile.

import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import { AnswerLost, ApiError } from "@evermark/client";
import { dataPaths } from "@evermark/core";
import { asksForNats } from "@evermark/core/cluster/nats/testing/nats-server.ts";
import { isPostgresAsked } from "@evermark/core/cluster/postgres/testing/postgres-server.ts";
import { decodeCommand } from "@evermark/engine";
import { readJournal } from "@evermark/journal";
import { temporaryDirectory } from "@evermark/journal/testing/temporary-directory.ts";
import { expectHistoryOfJournal, expectOneTruth } from "../../witness/proven-directory.ts";
import { startVenue } from "../../witness/venue-process.ts";
import { healthOf } from "../../witness/whole.ts";
import { venueTime } from "../outside/trader.ts";
import { RoamingTrader, type VenueNode, VenueNodes } from "./venue-nodes.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const SYMBOL = "PERP_BTC_USDC";
/** Orders in this market's book do not affect the funding that the test compares. */
const OTHER = "PERP_ETH_USDC";

async function move({ url }: Pick<VenueNode, "url">, advance_ms: number): Promise<number> {
  const answer = await fetch(`${url}/sandbox/clock`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ advance_ms }),
  });
  const { success, data, message } = (await answer.json()) as {
    success: boolean;
    data: { time: number };
    message: string;
  };
  if (!success) throw new Error(message);
  return data.time;
}

/** Returns once the node has reached that time. */
async function shows({ url }: VenueNode, time: number): Promise<void> {
  while ((await venueTime(url)) < time) await Bun.sleep(10);
}

/** Two traders with opposite positions. */
async function opposed(nodes: readonly VenueNode[]): Promise<readonly [RoamingTrader, RoamingTrader]> {
  const [long, short] = [await RoamingTrader.at(nodes), await RoamingTrader.at(nodes)];
  const { mark_price: order_price } = await long.via(0).marketData.getMarket({ symbol: SYMBOL });
  const order = { symbol: SYMBOL, order_type: "LIMIT", order_price, order_quantity: 0.01 } as const;
  await short.via(0).orders.placeOrder({ ...order, side: "SELL" });
  await long.via(0).orders.placeOrder({ ...order, side: "BUY" });
  return [long, short];
}

async function fundingOf(trader: RoamingTrader, node = 0) {
  const { rows } = await trader.via(node).funding.getFundingFees({ symbol: SYMBOL });
  return rows.map(({ updated_time: _, ...row }) => row);
}

/** Places orders one after the other, each again until it is carried out, until `isOver`. */
async function keepPlacing(trader: RoamingTrader, node: number, isOver: () => boolean): Promise<number[]> {
  const placed: number[] = [];
  while (!isOver()) {
    const client_order_id = `on-the-way-${placed.length}`;
    const order = {
      symbol: OTHER,
      side: "BUY",
      order_type: "LIMIT",
      order_price: 2_000,
      order_quantity: 0.01,
    } as const;
    try {
      placed.push((await trader.via(node).orders.placeOrder({ ...order, client_order_id })).order_id);
    } catch (error) {
      if (!(error instanceof AnswerLost || (error instanceof ApiError && error.status >= 429))) throw error;
    }
    await Bun.sleep(20);
  }
  return placed;
}

function secondsTicked(directory: string, from: number, to: number): number[] {
  const { journal } = dataPaths(directory);
  const seconds: number[] = [];
  for (const { at, payload } of readJournal(journal, 1))
    if (at > from && at <= to && decodeCommand(payload).type === "tick") seconds.push(at);
  return seconds;
}

describe.skipIf(!(asksForNats && isPostgresAsked))("the clock of several nodes", () => {
  test(
    "is moved over eight hours as one process's is, while orders go on and the leader is killed, and stays there",
    async () => {
      using temporary = temporaryDirectory();
      await using venue = await VenueNodes.start(3, temporary.path);
      const directory = join(temporary.path, "alone");
      const { url, process } = await startVenue({ dataDirectory: directory });
      await using alone = { directory, url, process, [Symbol.asyncDispose]: () => process[Symbol.asyncDispose]() };
      const ours = await opposed(venue.nodes);
      const theirs = await opposed([alone]);

      const leader = await venue.leader();
      const [asked, other] = venue.others(leader) as [VenueNode, VenueNode];
      const from = await venueTime(asked.url);
      let isMoved = false;
      using busy = await RoamingTrader.at(venue.nodes);
      const placing = keepPlacing(busy, venue.nodes.indexOf(other), () => isMoved);
      const moving = move(asked, 8 * HOUR);
      // Both are awaited below; until then a rejection must not end the process.
      for (const under of [placing, moving]) under.catch(() => {});
      await shows(other, from + 10 * MINUTE);
      await leader.process.kill();
      const to = await moving;
      expect(to).toBeGreaterThanOrEqual(from + 8 * HOUR);
      await shows(other, to);
      isMoved = true;
      const placed = await placing;
      await move(alone, 8 * HOUR);

      const paid = await fundingOf(ours[0], venue.nodes.indexOf(asked));
      expect(paid.map(({ payment_type }) => payment_type)).toContain("Pay");
      for (const i of [0, 1]) {
        for (const node of [asked, other])
          expect(await fundingOf(ours[i]!, venue.nodes.indexOf(node))).toEqual(await fundingOf(theirs[i]!));
      }
      // The new leader continues with the clock as it was moved.
      for (const node of [asked, other]) {
        expect(Math.abs((await venueTime(node.url)) - Date.now() - 8 * HOUR)).toBeLessThan(5 * MINUTE);
        expect((await healthOf(node.url)).reasons ?? {}).not.toHaveProperty("clock");
      }

      // Two moves at once add up.
      const before = await venueTime(other.url);
      await Promise.all([move(asked, 5 * MINUTE), move(other, 7 * MINUTE)]);
      await Promise.all([asked, other].map((node) => shows(node, before + 12 * MINUTE)));

      await Promise.all([asked, other].map((node) => node.process.kill()));
      await Promise.all(venue.nodes.map((node) => venue.run(node)));
      await Promise.all(venue.nodes.map((node) => shows(node, before + 12 * MINUTE)));
      // Reads from each node's history, which has caught up by then.
      using reconnected = ours[0].at(venue.nodes);
      // Another hour of funding may have been paid meanwhile.
      for (const i of venue.nodes.keys()) expect((await fundingOf(reconnected, i)).slice(-paid.length)).toEqual(paid);
      using later = busy.at(venue.nodes);
      const { rows } = await later.via(0).orders.getOrders({ status: "INCOMPLETE", size: 500 });
      expect(rows.map(({ order_id }) => order_id).sort((a, b) => a - b)).toEqual(placed);

      for (const node of venue.nodes) expect(await node.process.terminate()).toEqual({ code: 0, signal: null });
      const [second, last] = [Math.floor(from / 1_000) * 1_000, Math.floor(to / 1_000) * 1_000];
      const seconds = Array.from({ length: (last - second) / 1_000 }, (_, i) => second + (i + 1) * 1_000);
      for (const node of venue.nodes) {
        expect(secondsTicked(node.directory, from, to)).toEqual(seconds);
        expect(expectOneTruth(node.directory)).toBeGreaterThan(0);
        await expectHistoryOfJournal(node.directory);
      }
      for (const trader of [...ours, ...theirs]) trader[Symbol.dispose]();
    },
    10 * MINUTE,
  );
});
