// Two venues that share one list of timestamps, as two nodes do.

import { afterEach, expect, test } from "bun:test";
import { SharedTimestamps } from "./shared-timestamps.ts";
import { privateUrl, signedQuery, TestStreamClient } from "./testing/stream-client.ts";
import { BTC, type StreamVenue, startStreamVenue } from "./testing/stream-venue.ts";

const SIGNER = { account: 7, key: "ed25519:k" };
const START = 1_700_000_000_000;
const ORDER = { symbol: BTC, side: "BUY", order_type: "LIMIT", order_price: 50_000, order_quantity: 0.01 };
const PLACE = { id: 1, event: "request", params: { type: "order.place", ...ORDER } };

/** The list that the nodes share; `isThere` is whether it can be asked. */
function setup() {
  const list = new Set<string>();
  const state = { isThere: true, asked: 0 };
  const notes = {
    async spend(signer: string, timestamp: number) {
      state.asked++;
      if (!state.isThere) return null;
      const entry = `${signer} ${timestamp}`;
      return !list.has(entry) && list.add(entry) !== undefined;
    },
  };
  return { state, notes, node: () => new SharedTimestamps(notes) };
}

const houses: StreamVenue[] = [];
afterEach(() => {
  for (const house of houses.splice(0)) house.stop();
});

function started({ notes }: ReturnType<typeof setup>): StreamVenue {
  const house = startStreamVenue({ notes });
  houses.push(house);
  return house;
}

async function urlOf(house: StreamVenue): Promise<string> {
  const trader = await house.trader();
  return privateUrl(house.base, trader.accountId, await signedQuery(trader, house.clock.now()));
}

test("a timestamp is spent once for all nodes, and a node does not ask about timestamps that it knows", async () => {
  const { node, state } = setup();
  const [one, two] = [node(), node()];
  expect(await one.spend(SIGNER, START, START)).toBe(true);
  expect(await two.spend(SIGNER, START, START)).toBe(false);
  expect(await one.spend(SIGNER, START, START)).toBe(false);
  expect(await two.spend(SIGNER, START, START)).toBe(false);
  expect(state.asked).toBe(2);
  // A restarted node remembers nothing itself.
  expect(await node().spend(SIGNER, START, START)).toBe(false);
  expect(await node().spend(SIGNER, START + 1, START)).toBe(true);
});

test("a URL accepts orders once, but can be read any number of times", async () => {
  const house = started(setup());
  const url = await urlOf(house);
  const [first, second] = [await TestStreamClient.open(url), await TestStreamClient.open(url)];
  expect(await first.ask(PLACE)).toMatchObject({ success: true });
  expect(await second.ask(PLACE)).toMatchObject({ success: false, code: -1002, check: "timestamp" });
  await second.subscribe("executionreport");
});

test("while the list can't be asked, no private stream is opened", async () => {
  const shared = setup();
  const house = started(shared);
  shared.state.isThere = false;
  const response = await fetch((await urlOf(house)).replace("ws:", "http:"), {
    headers: {
      Connection: "Upgrade",
      Upgrade: "websocket",
      "Sec-WebSocket-Version": "13",
      "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
    },
  });
  expect([response.status, await response.json()]).toMatchObject([503, { code: -1011 }]);
});
