// Every kind of wrong order, in tables: errors 7, 8.3 and 8.4. A refusal changes nothing: no order, no margin, and the
// client's id stays free.

import { afterEach, beforeAll, expect, test } from "bun:test";
import { blank, expectRefusal, expectSuccess, INVALID, type Refusal } from "./outside/expected-refusal.ts";
import type { Answer } from "./outside/outside-caller.ts";
import { setPrice } from "./outside/outside-controls.ts";
import { accepted, newTrader, ORDER, type Trader } from "./outside/trader.ts";
import { venueOfFile } from "./outside/venue-of-file.ts";

const venue = venueOfFile();
let trader: Trader;
/** The trader's one open order, which no test here may change. */
let standing: Answer;
beforeAll(async () => {
  trader = await newTrader(venue.url, { claims: 10 });
  standing = accepted(await trader.order({ client_order_id: "standing", order_price: 55_000, order_quantity: 0.5 }));
});
afterEach(async () => {
  expect(venue.errors).toEqual([]);
  expect((await trader.get("/v1/orders?status=INCOMPLETE")).data.rows).toMatchObject([
    { order_id: standing.data.order_id, status: "NEW", price: 55_000, quantity: 0.5, client_order_id: "standing" },
  ]);
  expect((await trader.get("/v1/client/holding")).data.holding).toMatchObject([{ holding: 100_000 }]);
});

const price = (value: unknown) => ({ order_price: value });
const quantity = (value: unknown) => ({ order_quantity: value });
const market = { order_type: "MARKET", order_price: undefined };
const POSITIVE_PRICE: Refusal = [400, -1005, "order_price must be a positive number"];

const placements: readonly (readonly [string, Readonly<Record<string, unknown>>, Refusal])[] = [
  ["no symbol", { symbol: undefined }, blank("symbol")],
  ["an empty symbol", { symbol: "" }, blank("symbol")],
  ["a null symbol", { symbol: null }, blank("symbol")],
  ["an unknown symbol", { symbol: "PERP_FOO_USDC" }, [400, -1005, "invalid symbol PERP_FOO_USDC"]],
  ["a symbol in lower case", { symbol: "perp_btc_usdc" }, [400, -1005, "invalid symbol perp_btc_usdc"]],
  ["a symbol of the index", { symbol: "SPOT_BTC_USDC" }, INVALID],
  ["a symbol from a prototype", { symbol: "__proto__" }, INVALID],
  ["no side", { side: undefined }, blank("side")],
  ["a side in lower case", { side: "buy" }, INVALID],
  ["no type", { order_type: undefined }, blank("order_type")],
  ["a type that is no enum value", { order_type: "STOP" }, INVALID],
  ["a liquidation", { order_type: "LIQUIDATE" }, INVALID],
  ["an unknown margin mode", { margin_mode: "PORTFOLIO" }, INVALID],
  ["a client_order_id of 37 characters", { client_order_id: "a".repeat(37) }, INVALID],
  ["a client_order_id that begins with a hyphen", { client_order_id: "-a" }, INVALID],
  ["a client_order_id with a dot", { client_order_id: "a.b" }, INVALID],
  ["a client_order_id with a space", { client_order_id: "a b" }, INVALID],
  ["an empty client_order_id", { client_order_id: "" }, INVALID],
  ["an order_tag of 129 characters", { order_tag: "t".repeat(129) }, INVALID],
  ["a fee tag without parts", { order_tag: "enum:" }, INVALID],
  ["a fee tag of a configuration that does not exist", { order_tag: "enum:demo:X" }, INVALID],
  ["a fee tag with lower case", { order_tag: "enum:demo:x" }, INVALID],
  ["no price", price(undefined), POSITIVE_PRICE],
  ["a price of 0", price(0), POSITIVE_PRICE],
  ["a price of -0", price(-0), POSITIVE_PRICE],
  ["a negative price", price(-1), POSITIVE_PRICE],
  ...["IOC", "FOK", "POST_ONLY"].map(
    (type) => [`${type} without a price`, { order_type: type, order_price: undefined }, POSITIVE_PRICE] as const,
  ),
  ...["MARKET", "ASK", "BID"].map((type) => [`${type} with a price`, { order_type: type }, INVALID] as const),
  ["no quantity", quantity(undefined), INVALID],
  ["a quantity of 0", quantity(0), INVALID],
  ["a negative quantity", quantity(-1), INVALID],
  ["a quantity and an amount", { ...market, order_amount: 100 }, INVALID],
  ["an amount on a LIMIT order", { order_amount: 600, order_quantity: undefined }, INVALID],
  ["an amount of 0", { ...market, order_amount: 0, order_quantity: undefined }, INVALID],
  ["an amount of 7 decimals", { ...market, order_amount: 100.0000001, order_quantity: undefined }, INVALID],
  ["a visible quantity below 0", { visible_quantity: -0.01 }, INVALID],
  ["a visible quantity above the quantity", { visible_quantity: 0.02 }, INVALID],
  ["a visible quantity on POST_ONLY", { order_type: "POST_ONLY", visible_quantity: 0.005 }, INVALID],
  ["a visible quantity off step", { visible_quantity: 0.000001 }, [400, -1104]],
  ["a level on a LIMIT order", { level: 1 }, INVALID],
  ["a level of 5", { order_type: "BID", order_price: undefined, level: 5 }, INVALID],
  ["a level of -1", { order_type: "BID", order_price: undefined, level: -1 }, INVALID],
  ["a level of 0.5", { order_type: "BID", order_price: undefined, level: 0.5 }, INVALID],
  ["a level that the book lacks", { order_type: "ASK", order_price: undefined }, INVALID],
  ["post_only_adjust on a LIMIT order", { post_only_adjust: true }, INVALID],
  ["slippage on a LIMIT order", { slippage: 0.01 }, INVALID],
  ["slippage of 0", { ...market, slippage: 0 }, INVALID],
  ["slippage above 1", { ...market, slippage: 1.01 }, INVALID],
  ["a price of 9 decimals", price(50_000.000000001), INVALID],
  ["a quantity of 9 decimals", quantity("0.010000001"), INVALID],
  ["a price above quote_max", price(10_000_000.1), [400, -1103]],
  ["a price off tick", price(50_000.05), [400, -1103]],
  ["a price of a hair", price(0.00000001), [400, -1103]],
  ["a buy more than 3 % above the mark", price(61_800.1), [400, -1105]],
  ["a buy more than 40 % below the mark", price(35_999.9), [400, -1105]],
  ["a sell more than 3 % below the mark", { side: "SELL", order_price: 58_199.9 }, [400, -1105]],
  ["a sell more than 40 % above the mark", { side: "SELL", order_price: 84_000.1 }, [400, -1105]],
  ["a quantity below base_min", quantity(0.000001), [400, -1104]],
  ["a quantity above base_max", quantity(100.00001), [400, -1104]],
  ["a quantity off step", quantity(0.010001), [400, -1104, "quantity not aligned"]],
  ["a notional below 10", quantity(0.00019), [400, -1102]],
  ["a market order with a notional below 10 at the mark", { ...market, ...quantity(0.00016) }, [400, -1102]],
  ["reduce_only without a position", { reduce_only: true }, INVALID],
  // Rules 1.3: the first check that fails is the answer.
  ["an unknown symbol and a bad side", { symbol: "X", side: "X" }, [400, -1005, "invalid symbol X"]],
  ["a bad side and a bad price", { side: "X", order_price: 50_000.05 }, INVALID],
  ["a price off tick and far from the mark", price(1.05), [400, -1103]],
  ["a price far from the mark and a bad quantity", { ...price(1), ...quantity(0.000001) }, [400, -1105]],
  ["a quantity off step, notional too small", quantity(0.000101), [400, -1104]],
  ["a notional too small, reduce_only in vain", { ...quantity(0.00001), reduce_only: true }, [400, -1102]],
];

test.each(placements)("an order with %s is refused and leaves nothing behind", async (_, changes, refusal) => {
  const named = { client_order_id: "refused", ...changes };
  expectRefusal(await trader.order(named), refusal);
  expectRefusal(await trader.get("/v1/client/order/refused"), [400, -1006]);
});

/** Values that a member either refuses or takes for what they spell. */
const STRANGE: readonly string[] = [
  "null",
  "true",
  "false",
  "[]",
  "{}",
  "[1]",
  `["BUY"]`,
  `{"a":1}`,
  "-1",
  "1.5",
  "1e400",
  "-1e400",
  "1e-400",
  "9007199254740993",
  "123456789012345678901234567890",
  "0.1e1",
  `""`,
  `" "`,
  `"NaN"`,
  `"Infinity"`,
  `"-Infinity"`,
  `"1e400"`,
  `"1e5"`,
  `"0x10"`,
  `"1_000"`,
  `"1,000"`,
  `"+1"`,
  `".5"`,
  `"5."`,
  `"١"`,
  `"\\u0000"`,
  `"\\ud800"`,
  `"${"9".repeat(7_000)}"`,
  "9".repeat(7_000),
  `[${"0,".repeat(3_500)}0]`,
];
const MEMBERS = [
  ...["symbol", "side", "order_type", "order_price", "order_quantity", "order_amount", "client_order_id"],
  ...["visible_quantity", "reduce_only", "slippage", "order_tag", "level", "post_only_adjust", "margin_mode"],
] as const;

test.each(MEMBERS)("for any value of %s the answer is a documented one", async (member) => {
  // An IOC order in an empty book ends at once, so that an accepted one leaves nothing behind either.
  const base = { symbol: "PERP_ETH_USDC", side: "BUY", order_type: "IOC", order_price: 3_000, order_quantity: 0.1 };
  const { [member as keyof typeof base]: _, ...rest } = base;
  for (const value of STRANGE) {
    const body = `${JSON.stringify(rest).slice(0, -1)},"${member}":${value}}`;
    const answer = await trader.send("POST", "/v1/order", body);
    if (answer.status === 200) expect({ body, status: answer.data.status }).toEqual({ body, status: "CANCELLED" });
    else
      expect({ body, status: answer.status, code: answer.json.code! < 0 }).toEqual({ body, status: 400, code: true });
  }
});

const identity = () => ({
  order_id: standing.data.order_id,
  symbol: "PERP_BTC_USDC",
  side: "BUY",
  order_type: "LIMIT",
});
const OTHER_INFO: Refusal = [400, -1005, "You can not change other order info."];

const amendments: readonly (readonly [string, Readonly<Record<string, unknown>>, Refusal])[] = [
  ["no order_id", { order_id: undefined, ...price(54_000) }, blank("order_id")],
  ["no symbol", { symbol: undefined, ...price(54_000) }, blank("symbol")],
  ["no side", { side: undefined, ...price(54_000) }, blank("side")],
  ["no order_type", { order_type: undefined, ...price(54_000) }, blank("order_type")],
  ["nothing to change", {}, INVALID],
  ...["status", "executed_quantity", "client_order_id", "order_tag", "reduce_only", "visible_quantity", "nonsense"].map(
    (name) => [`a member ${name}`, { ...price(54_000), [name]: "x" }, OTHER_INFO] as const,
  ),
  ["another side", { ...price(54_000), side: "SELL" }, OTHER_INFO],
  ["another type", { ...price(54_000), order_type: "POST_ONLY" }, OTHER_INFO],
  ["another symbol", { ...price(54_000), symbol: "PERP_ETH_USDC" }, OTHER_INFO],
  ["an unknown symbol", { ...price(54_000), symbol: "X" }, INVALID],
  ["an unknown order", { ...price(54_000), order_id: 999_999 }, [400, -1006]],
  ["an order_id of text", { ...price(54_000), order_id: "first" }, INVALID],
  ["an order_id of 0", { ...price(54_000), order_id: 0 }, INVALID],
  ["an order_id with a fraction", { ...price(54_000), order_id: 1.5 }, INVALID],
  ["the price it has", price(55_000), INVALID],
  ["the price and quantity it has", { ...price(55_000), ...quantity(0.5) }, INVALID],
  ["a price of 0", price(0), INVALID],
  ["a negative quantity", quantity(-1), INVALID],
  ["a price off tick", price(54_000.05), [400, -1103]],
  ["a price far from the mark", price(70_000), [400, -1105]],
  ["a quantity off step", quantity(0.123456), [400, -1104]],
  ["a notional too small", quantity(0.0001), [400, -1102]],
  ["more than there is margin for", quantity(80), [400, -1101, "insufficient margin"]],
];

test.each(amendments)("an amendment with %s is refused and changes nothing", async (_, changes, refusal) => {
  expectRefusal(await trader.put("/v1/order", { ...identity(), ...changes }), refusal);
});

test("no other account can amend, cancel or read an order", async () => {
  const stranger = await newTrader(venue.url);
  const id = standing.data.order_id;
  expectRefusal(await stranger.put("/v1/order", { ...identity(), order_price: 54_000 }), [400, -1006]);
  expectRefusal(await stranger.delete(`/v1/order?symbol=PERP_BTC_USDC&order_id=${id}`), [400, -1006]);
  expectRefusal(await stranger.delete("/v1/client/order?symbol=PERP_BTC_USDC&client_order_id=standing"), [400, -1006]);
  expectRefusal(await stranger.delete(`/v1/batch-order?order_ids=${id}`), [400, -1005, "invalid order_id"]);
  expectRefusal(await stranger.get(`/v1/order/${id}`), [400, -1006]);
  expectRefusal(await stranger.get(`/v1/order/${id}/trades`), [400, -1006]);
  expectRefusal(await stranger.get("/v1/client/order/standing"), [400, -1006]);
  expectSuccess(await stranger.delete("/v1/orders"));
});

const NOTHING_VALID: Refusal = [400, -1005, "invalid order_id"];
const eleven = Array.from({ length: 11 }, (_, i) => i + 1).join(",");
const others: readonly (readonly [string, string, unknown, Refusal])[] = [
  ["DELETE", "/v1/order?order_id=1", null, blank("symbol")],
  ["DELETE", "/v1/order?symbol=&order_id=1", null, blank("symbol")],
  ["DELETE", "/v1/order?symbol=PERP_BTC_USDC", null, blank("order_id")],
  ["DELETE", "/v1/order?symbol=PERP_BTC_USDC&order_id=", null, blank("order_id")],
  ["DELETE", "/v1/order?symbol=PERP_BTC_USDC&order_id=one", null, INVALID],
  ["DELETE", "/v1/order?symbol=PERP_BTC_USDC&order_id=1.0", null, INVALID],
  ["DELETE", "/v1/order?symbol=PERP_BTC_USDC&order_id=-1", null, INVALID],
  ["DELETE", "/v1/order?symbol=PERP_BTC_USDC&order_id=99999999999999999999", null, INVALID],
  ["DELETE", "/v1/order?symbol=X&order_id=1", null, [400, -1005, "invalid symbol X"]],
  ["DELETE", "/v1/order?symbol=PERP_ETH_USDC&order_id=1", null, [400, -1006]],
  ["DELETE", "/v1/order?symbol=PERP_BTC_USDC&order_id=999999", null, [400, -1006]],
  ["DELETE", "/v1/client/order?symbol=PERP_BTC_USDC", null, blank("client_order_id")],
  ["DELETE", "/v1/client/order?symbol=PERP_BTC_USDC&client_order_id=nobody", null, [400, -1006]],
  ["DELETE", "/v1/client/order?symbol=PERP_ETH_USDC&client_order_id=standing", null, [400, -1006]],
  ["DELETE", "/v1/client/order?client_order_id=standing", null, blank("symbol")],
  ["DELETE", "/v1/orders?symbol=X", null, [400, -1005, "invalid symbol X"]],
  ["DELETE", "/v1/batch-order", null, blank("order_ids")],
  ["DELETE", "/v1/batch-order?order_ids=", null, NOTHING_VALID],
  ["DELETE", `/v1/batch-order?order_ids=${eleven}`, null, NOTHING_VALID],
  ["DELETE", "/v1/batch-order?order_ids=888888,999999", null, NOTHING_VALID],
  ["DELETE", "/v1/batch-order?order_ids=a,b", null, NOTHING_VALID],
  ["DELETE", "/v1/batch-order?order_ids=,,,", null, NOTHING_VALID],
  ["DELETE", "/v1/client/batch-order", null, blank("client_order_ids")],
  ["DELETE", "/v1/client/batch-order?client_order_ids=", null, NOTHING_VALID],
  ["DELETE", "/v1/client/batch-order?client_order_ids=x,y", null, NOTHING_VALID],
  ["POST", "/v1/batch-order", {}, blank("orders")],
  ["POST", "/v1/batch-order", { orders: [] }, INVALID],
  ["POST", "/v1/batch-order", { orders: null }, INVALID],
  ["POST", "/v1/batch-order", { orders: "x" }, INVALID],
  ["POST", "/v1/batch-order", { orders: {} }, INVALID],
  ["POST", "/v1/batch-order", { orders: [1, null] }, INVALID],
  ["POST", "/v1/batch-order", { orders: Array.from({ length: 11 }, () => ORDER) }, INVALID],
  ["POST", "/v1/order/cancel_all_after", {}, blank("trigger_after")],
  ...[1, 4_999, 900_001, -1, 5_000.5, "soon", true, [5_000], Number.MAX_VALUE].map(
    (after) => ["POST", "/v1/order/cancel_all_after", { trigger_after: after }, INVALID] as const,
  ),
  ["GET", "/v1/order/one", null, INVALID],
  ["GET", "/v1/order/1.5", null, INVALID],
  ["GET", "/v1/order/0", null, INVALID],
  ["GET", "/v1/order/999999", null, [400, -1006]],
  ["GET", "/v1/trade/one", null, INVALID],
  ["GET", "/v1/trade/999999", null, [400, -1006]],
  ["GET", "/v1/order/999999/trades", null, [400, -1006]],
  ["GET", "/v1/client/order/nobody", null, [400, -1006]],
  ["GET", "/v1/orders?status=OPEN", null, INVALID],
  ["GET", "/v1/orders?status=new", null, INVALID],
  ["GET", "/v1/orders?side=LONG", null, INVALID],
  ["GET", "/v1/orders?order_type=STOP", null, INVALID],
  ["GET", "/v1/orders?symbol=X", null, INVALID],
  ["GET", "/v1/orders?sort_by=price", null, INVALID],
  ...["/v1/orders", "/v1/trades"].flatMap((path) =>
    ["page=0", "page=-1", "page=x", "page=1.5", "size=0", "size=501", "size=x", "start_t=2&end_t=1", "start_t=x"].map(
      (query) => ["GET", `${path}?${query}`, null, INVALID] as const,
    ),
  ),
  ["GET", "/v1/trades?symbol=X", null, INVALID],
  ["POST", "/v1/client/leverages", {}, blank("leverage")],
  ...[0, -1, 101, 1.5, "ten", null, [10], {}, Number.MAX_VALUE].map(
    (leverage) => ["POST", "/v1/client/leverages", { symbol: "PERP_BTC_USDC", leverage }, INVALID] as const,
  ),
  ["POST", "/v1/client/leverages", { symbol: "PERP_ARB_USDC", leverage: 11 }, INVALID],
  ["POST", "/v1/client/leverages", { symbol: "X", leverage: 1 }, [400, -1005, "invalid symbol X"]],
  ["POST", "/v1/client/leverages", { symbol: "PERP_BTC_USDC", leverage: 1, margin_mode: "X" }, INVALID],
  ["GET", "/v1/client/leverage", null, blank("symbol")],
  ["GET", "/v1/position/X", null, INVALID],
  ["GET", "/v1/orderbook/X", null, INVALID],
  ["GET", "/v1/orderbook/PERP_BTC_USDC?max_level=0", null, INVALID],
  ["GET", "/v1/client/holding?all=maybe", null, INVALID],
];

test.each(others)("%s %s %j is refused", async (method, path, body, refusal) => {
  const answer =
    method === "GET" ? trader.get(path) : method === "DELETE" ? trader.delete(path) : trader.post(path, body);
  expectRefusal(await answer, refusal);
});

test("prices and time by hand are checked like everything else", async () => {
  const url = venue.url;
  for (const prices of [
    {},
    { X: 1 },
    { PERP_BTC_USDC: 0 },
    { PERP_BTC_USDC: -1 },
    { PERP_BTC_USDC: "x" },
    [],
    5,
    null,
  ]) {
    const response = await fetch(`${url}/sandbox/prices`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ prices }),
    });
    expect({ prices, status: response.status }).toEqual({ prices, status: 400 });
  }
  for (const advance_ms of [-1, 0.5, "x", null, Number.MAX_VALUE, 1e15]) {
    const response = await fetch(`${url}/sandbox/clock`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ advance_ms }),
    });
    expect({ advance_ms, status: response.status }).toEqual({ advance_ms, status: 400 });
  }
  // One bad price refuses all of them.
  const both = await fetch(`${url}/sandbox/prices`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ prices: { PERP_BTC_USDC: 61_000, X: 1 } }),
  });
  expect(both.status).toBe(400);
  expect((await trader.get("/v1/public/futures/PERP_BTC_USDC")).data.index_price).toBe(60_000);
});

test("an account may have two hundred open orders of one symbol", async () => {
  const crowd = await newTrader(venue.url, { claims: 10 });
  await setPrice(venue.url, "PERP_SOL_USDC", 150);
  const small = { symbol: "PERP_SOL_USDC", side: "BUY", order_type: "LIMIT", order_quantity: 1 };
  const place = (i: number): Promise<Answer> => crowd.post("/v1/order", { ...small, order_price: 100 + i / 10 });
  const placed = await Promise.all(Array.from({ length: 200 }, (_, i) => place(i)));
  for (const answer of placed) expectSuccess(answer);
  expectRefusal(await place(300), [400, -1012]);
  // There is room in another symbol, and in this one once an order is cancelled.
  expectSuccess(await crowd.order());
  expectSuccess(await crowd.delete(`/v1/order?symbol=PERP_SOL_USDC&order_id=${placed[0]!.data.order_id}`));
  expectSuccess(await place(300));
  const list = await crowd.get("/v1/orders?symbol=PERP_SOL_USDC&status=INCOMPLETE&size=500");
  expect(list.data.rows).toHaveLength(200);
});
