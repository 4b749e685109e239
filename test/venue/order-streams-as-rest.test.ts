// Order entry over the private stream compared with the corresponding endpoints: over a thousand inputs, right and
// wrong in every way, get the same data or the same refusal from both.

import { describe, expect, test } from "bun:test";
import type { Answer } from "./outside/outside-caller.ts";
import type { Frame, OutsideStream } from "./outside/outside-stream.ts";
import { newStreamTrader } from "./outside/stream-trader.ts";
import { accepted, ORDER, type Trader } from "./outside/trader.ts";
import { venueOfFile } from "./outside/venue-of-file.ts";

const venue = venueOfFile();

const BTC = "PERP_BTC_USDC";
const openOrders = async (owner: Trader) => accepted(await owner.get("/v1/orders?status=INCOMPLETE")).data.rows!;

/** The endpoint for each request type; REST takes the request's `params`. */
const ENDPOINTS: Readonly<Record<string, readonly [method: string, path: string]>> = {
  "order.place": ["POST", "/v1/order"],
  "order.amend": ["PUT", "/v1/order"],
  "order.cancel": ["DELETE", "/v1/order"],
  "order.cancel_all": ["DELETE", "/v1/orders"],
  "order.batch": ["POST", "/v1/batch-order"],
};

type Members = Readonly<Record<string, unknown>>;

/** JSON text in which `#…#` within a string becomes a bare token: numbers that no double can hold. */
const json = (value: unknown): string => JSON.stringify(value).replaceAll(/"#([^"]*)#"/g, "$1");

function overRest(by: Trader, type: string, members: Members): Promise<Answer> {
  const [method = "", path = ""] = ENDPOINTS[type] ?? [];
  if (method !== "DELETE") return by.send(method, path, json(members));
  const query = Object.entries(members).map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`);
  return by.delete(query.length === 0 ? path : `${path}?${query.join("&")}`);
}

async function overStream(over: OutsideStream, type: string, members: Members): Promise<Frame> {
  const id = crypto.randomUUID();
  over.send(json({ id, event: "request", params: { type, ...members } }));
  return over.next((frame) => frame.id === id);
}

/** An answer without what differs between two requests: time, and the ids of orders. */
function said(answer: Answer["json"] | Frame): unknown {
  const {
    id: _id,
    event: _event,
    ts: _ts,
    timestamp: _timestamp,
    errorMsg: _errorMsg,
    replayed: _replayed,
    ...rest
  }: Members = { ...answer };
  return JSON.parse(JSON.stringify(rest, (name, value) => (name === "order_id" ? undefined : value)));
}

const WEIRD: readonly unknown[] = [
  undefined, null, "", " ", "abc", "LIMIT", "BUY", "__proto__", "constructor", "\u0000", "ÄÖ", "a".repeat(300),
  0, -1, 1, 4, 5, 0.5, 1e21, 1e-9, "1", "-1", "0x10", "1e3", "50000", "Infinity", "#-0#", "#1e400#",
  "#50000.1000000000000000001#", "#9007199254740993#", "#0.01000000000000000000000001#", "9007199254740993",
  true, false, [], [1], {}, { a: 1 }, [[]],
]; // biome-ignore format: one table

/** Requests with each of the members in turn in every wrong form, or added where it does not belong. */
function changed(right: Members, names: readonly string[]): Members[] {
  return names.flatMap((name) => WEIRD.map((value) => ({ ...right, [name]: value })));
}

describe("the same input gets the same answer as over REST", () => {
  /** Sends each input both ways, and cancels what was placed, so that both begin with the same account. */
  async function compare(type: string, inputs: readonly Members[]): Promise<void> {
    const { trader, client } = await newStreamTrader(venue);
    for (const members of inputs) {
      const rest = await overRest(trader, type, members);
      await takeBack(client, rest.data);
      const stream = await overStream(client, type, members);
      await takeBack(client, stream.data);
      expect({ members, said: said(stream) }).toEqual({ members, said: said(rest.json) });
      if (stream.success === false) expect(stream.errorMsg).toBe(stream.message!);
    }
  }

  async function takeBack(client: OutsideStream, data: Members = {}): Promise<void> {
    for (const [, order_id] of JSON.stringify(data).matchAll(/"order_id":([0-9]+)/g)) {
      await client.request("order.cancel", { symbol: BTC, order_id: Number(order_id) });
    }
  }

  test("of a placement, whatever is wrong with it", async () => {
    const names = [
      "symbol", "side", "order_type", "order_price", "order_quantity", "order_amount", "visible_quantity", "order_tag",
      "margin_mode", "slippage", "level", "post_only_adjust", "reduce_only", "client_order_id", "stranger",
    ]; // biome-ignore format: one list
    await compare("order.place", changed(ORDER, names));
  });

  test("of a placement that only the market or the account can refuse", async () => {
    await compare("order.place", [
      { ...ORDER, order_price: 50_000.05 },
      { ...ORDER, order_price: 1 },
      { ...ORDER, order_quantity: 0.000001 },
      { ...ORDER, order_quantity: 0.00019 },
      { ...ORDER, order_quantity: 99 },
      { ...ORDER, order_type: "MARKET", order_price: undefined },
      { ...ORDER, order_type: "FOK" },
      { ...ORDER, order_type: "IOC" },
      { ...ORDER, reduce_only: true },
      { symbol: BTC },
      {},
    ]);
  });

  test("of an amendment", async () => {
    // Two accounts with one order each, because amending an order changes it for the second way.
    const [one, two] = [await newStreamTrader(venue), await newStreamTrader(venue)];
    const [first, second] = [await one.trader.order(), await two.trader.order()];
    const right = { symbol: BTC, side: "BUY", order_type: "LIMIT", order_price: 49_000 };
    const names = ["symbol", "side", "order_type", "order_price", "order_quantity", "stranger", "reduce_only"];
    for (const members of [...changed(right, names), ...changed(right, ["order_id"]), {}]) {
      const rest = await overRest(one.trader, "order.amend", { order_id: first.data.order_id, ...members });
      const stream = await overStream(two.client, "order.amend", { order_id: second.data.order_id, ...members });
      expect({ members, said: said(stream) }).toEqual({ members, said: said(rest.json) });
    }
    const shown = ({ price, quantity }: Members) => ({ price, quantity });
    expect((await openOrders(one.trader)).map(shown)).toEqual((await openOrders(two.trader)).map(shown));
  });

  test("of cancellations, with the parameters of a query", async () => {
    const texts = WEIRD.filter((value): value is string => typeof value === "string" && !value.startsWith("#"));
    await compare("order.cancel", [
      {},
      { symbol: BTC },
      { order_id: "5" },
      ...texts.map((value) => ({ symbol: BTC, order_id: value })),
      ...texts.map((value) => ({ symbol: value, order_id: "5" })),
    ]);
    await compare("order.cancel_all", [{ symbol: "X" }, { symbol: "" }, { symbol: BTC }, {}]);
  });

  test("of a batch", async () => {
    const items = changed(ORDER, ["symbol", "side", "order_price", "order_quantity", "client_order_id", "reduce_only"]);
    await compare("order.batch", [
      ...WEIRD.map((orders) => ({ orders })),
      {},
      { orders: Array<Members>(11).fill(ORDER) },
      { orders: [ORDER, null] },
      ...Array.from({ length: 20 }, (_, n) => ({ orders: items.slice(n * 10, n * 10 + 10) })),
    ]);
  });
});
