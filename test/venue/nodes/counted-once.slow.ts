// What is counted once over all nodes of a venue: requests of an account, as far as they send commands. Each node counts what comes to
// itself; the one that leads counts for all, and is one of them.

import { describe, expect, test } from "bun:test";
import { asksForNats } from "@evermark/core/cluster/nats/testing/nats-server.ts";
import { isPostgresAsked } from "@evermark/core/cluster/postgres/testing/postgres-server.ts";
import { keys } from "@evermark/interface/accounts/keys.ts";
import { orders } from "@evermark/interface/trading/orders.ts";
import { temporaryDirectory } from "@evermark/journal/testing/temporary-directory.ts";
import { StreamClient } from "../outside/outside-stream.ts";
import { newTrader, Trader } from "../outside/trader.ts";
import { type VenueNode, VenueNodes } from "./venue-nodes.ts";

const NODES = 3;
const RESETS_MAX = keys.resetRestriction.limit.count;
const CANCELS_MAX = orders.cancelOrders.limit.count;
const RESET_PATH = keys.resetRestriction.path.replace("{svc}", "svc");

/** The same trader at each node. */
async function traderAt(nodes: readonly VenueNode[]): Promise<Trader[]> {
  const { wallet, accountId, key, skew } = await newTrader(nodes[0]!.url, { brokerId: "evermark" });
  return nodes.map(({ url }) => new Trader(url, wallet, accountId, key, skew));
}

const streamAt = (trader: Trader): Promise<StreamClient> =>
  StreamClient.openPrivate({ socketUrl: trader.url.replace("http", "ws") }, trader);

describe.skipIf(!(asksForNats && isPostgresAsked))("over several nodes", () => {
  test("C17: an account that spreads its requests has no more of them, and is refused as by a venue alone", async () => {
    using temporary = temporaryDirectory();
    await using venue = await VenueNodes.start(NODES, temporary.path);
    const traders = await traderAt(venue.nodes);
    const reset = (trader: Trader) =>
      trader.post(RESET_PATH, { svc_key: trader.key.name, reset_mode: "ALLOW_ALL_IPS" });
    const asked = Array.from({ length: NODES * RESETS_MAX }, (_, i) => reset(traders[i % NODES]!));
    const answers = await Promise.all(asked);
    expect(answers.filter(({ status }) => status === 200).length).toBe(RESETS_MAX);
    for (const { status, json, headers } of answers.filter((answer) => answer.status !== 200)) {
      expect({ status, ...json }).toMatchObject({ status: 429, code: -1003, message: "rate limit exceeded" });
      expect(headers.get("x-ratelimit-limit")).toBe(String(RESETS_MAX));
      expect(headers.get("x-ratelimit-remaining")).toBe("0");
      expect(Number(headers.get("retry-after"))).toBeGreaterThan(1);
    }

    // Fewer at each node than it lets through itself: where too many come within a second, it is the leader that refuses.
    const streams = await Promise.all(traders.map(streamAt));
    const each = Math.ceil(CANCELS_MAX / 2);
    for (;;) {
      const sent = streams.flatMap((stream) => Array.from({ length: each }, () => stream.request("order.cancel_all")));
      const refused = (await Promise.all(sent)).filter(({ success }) => success !== true);
      for (const refusal of refused)
        expect(refusal).toMatchObject({
          ...{ event: "request", code: -1003, message: "rate limit exceeded" },
          retry_after_ms: expect.any(Number),
        });
      if (refused.length > 0) break;
      await Bun.sleep(orders.cancelOrders.limit.windowMs);
    }
    for (const stream of streams) stream.close();

    // Another leader begins with empty windows, and counts for all as well.
    const leader = await venue.leader();
    await leader.process.kill();
    await venue.leader();
    const left = venue.nodes.flatMap((node, i) => (node === leader ? [] : [traders[i]!]));
    const later = await Promise.all(Array.from({ length: 2 * RESETS_MAX }, (_, i) => reset(left[i % 2]!)));
    expect(later.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(RESETS_MAX);
  }, 300_000);
});
