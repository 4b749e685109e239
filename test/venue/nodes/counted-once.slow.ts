// What is counted once for all nodes of a venue: an account's requests that send commands, and the timestamp of a
// private stream's URL. Each node counts the requests it gets itself; the leader counts for all.

import { describe, expect, test } from "bun:test";
import { asksForNats } from "@evermark/core/cluster/nats/testing/nats-server.ts";
import { isPostgresAsked } from "@evermark/core/cluster/postgres/testing/postgres-server.ts";
import { keys } from "@evermark/interface/accounts/keys.ts";
import { orders } from "@evermark/interface/trading/orders.ts";
import { temporaryDirectory } from "@evermark/journal/testing/temporary-directory.ts";
import { type Frame, OutsideStream, privateUrl } from "../outside/outside-stream.ts";
import { newTrader, Trader } from "../outside/trader.ts";
import { type VenueNode, VenueNodes } from "./venue-nodes.ts";

const NODES = 3;
const RESETS_MAX = keys.resetRestriction.limit.count;
const CANCELS_MAX = orders.cancelOrders.limit.count;
const RESET_PATH = keys.resetRestriction.path.replace("{svc}", "svc");

const SPENT = {
  ...{ event: "request", success: false, code: -1002, check: "timestamp" },
  message:
    "this connection's timestamp had been used before, or is older than the venue's last start: " +
    "to place orders, connect with a new one, signed anew",
};

/** The same trader at each node. */
async function traderAt(nodes: readonly VenueNode[]): Promise<Trader[]> {
  const { wallet, accountId, key, skew } = await newTrader(nodes[0]!.url, { brokerId: "evermark" });
  return nodes.map(({ url }) => new Trader(url, wallet, accountId, key, skew));
}

const streamVenue = ({ url }: Trader) => ({ socketUrl: url.replace("http", "ws") });
const pathOf = (url: string): string => url.slice(url.indexOf("/ws/"));
const streamAt = (trader: Trader): Promise<OutsideStream> => OutsideStream.openPrivate(streamVenue(trader), trader);

describe.skipIf(!(asksForNats && isPostgresAsked))("over several nodes", () => {
  test("C16: an account that spreads its requests over nodes gets no more of them, and the same refusals as from one node", async () => {
    using temporary = temporaryDirectory();
    await using venue = await VenueNodes.start(NODES, temporary.path);
    const traders = await traderAt(venue.nodes);
    const reset = (trader: Trader) =>
      trader.post(RESET_PATH, { svc_key: trader.key.name, reset_mode: "ALLOW_ALL_IPS" });
    const results = Array.from({ length: NODES * RESETS_MAX }, (_, i) => reset(traders[i % NODES]!));
    const answers = await Promise.all(results);
    expect(answers.filter(({ status }) => status === 200).length).toBe(RESETS_MAX);
    for (const { status, json, headers } of answers.filter((answer) => answer.status !== 200)) {
      expect({ status, ...json }).toMatchObject({ status: 429, code: -1003, message: "rate limit exceeded" });
      expect(headers.get("x-ratelimit-limit")).toBe(String(RESETS_MAX));
      expect(headers.get("x-ratelimit-remaining")).toBe("0");
      expect(Number(headers.get("retry-after"))).toBeGreaterThan(1);
    }

    // Fewer at each node than it would accept by its own count, so that when too many come within a second it is the
    // leader that refuses.
    const streams = await Promise.all(traders.map(streamAt));
    const each = Math.ceil(CANCELS_MAX / 2);
    for (let round = 0; ; round++) {
      const ids = Array.from({ length: each }, (_, i) => `${round}-${i}`);
      for (const stream of streams)
        for (const id of ids) stream.send({ id, event: "request", params: { type: "order.cancel_all" } });
      const refused: Frame[] = [];
      for (const stream of streams)
        for (const id of ids) {
          const answer = await stream.next((frame) => frame.id === id);
          if (answer.success !== true) refused.push(answer);
        }
      for (const refusal of refused)
        expect(refusal).toMatchObject({
          ...{ event: "request", code: -1003, message: "rate limit exceeded" },
          retry_after_ms: expect.any(Number),
        });
      if (refused.length > 0) break;
      await Bun.sleep(orders.cancelOrders.limit.windowMs);
    }
    for (const stream of streams) stream.close();

    // A new leader begins with empty windows, and also counts for all nodes.
    const leader = await venue.leader();
    await leader.process.kill();
    await venue.leader();
    const left = venue.nodes.flatMap((node, i) => (node === leader ? [] : [traders[i]!]));
    const later = await Promise.all(Array.from({ length: 2 * RESETS_MAX }, (_, i) => reset(left[i % 2]!)));
    expect(later.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(RESETS_MAX);
  }, 300_000);

  test("a private stream's URL can place orders at one node only, even after nodes were killed and restarted", async () => {
    using temporary = temporaryDirectory();
    await using venue = await VenueNodes.start(NODES - 1, temporary.path);
    const [one, two] = (await traderAt(venue.nodes)) as [Trader, Trader];
    const url = privateUrl(streamVenue(one), one);
    const repeated = (owner: Trader) => OutsideStream.open(streamVenue(owner).socketUrl + pathOf(url));
    const first = await OutsideStream.open(url);
    const second = await repeated(two);
    const place = (stream: OutsideStream) => stream.request("order.cancel_all");
    expect(await place(first)).toMatchObject({ success: true });
    expect(await place(second)).toMatchObject(SPENT);
    await second.subscribe("executionreport");
    second.close();

    // Of several connections opened at once at different nodes, one can place orders.
    const raced = pathOf(privateUrl(streamVenue(one), one));
    const opened = await Promise.all(
      [one, two, one, two].map((of) => OutsideStream.open(streamVenue(of).socketUrl + raced)),
    );
    const answers = [];
    for (const stream of opened) answers.push(await place(stream));
    expect(answers.filter(({ success }) => success === true).length).toBe(1);
    for (const stream of opened) stream.close();

    for (const node of venue.nodes) await node.process.kill();
    await Promise.all(venue.nodes.map((node) => venue.run(node)));
    const [oneNow, twoNow] = venue.nodes.map(
      (node) => new Trader(node.url, one.wallet, one.accountId, one.key, one.skew),
    );
    for (const of of [oneNow!, twoNow!]) {
      const replayed = await repeated(of);
      expect(await place(replayed)).toMatchObject(SPENT);
      replayed.close();
      const reopened = await streamAt(of);
      expect(await place(reopened)).toMatchObject({ success: true });
      reopened.close();
    }
  }, 300_000);
});
