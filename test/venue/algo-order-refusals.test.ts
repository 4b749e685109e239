// Algo orders that are refused: for their form, their owner, their time of arrival, or how many there are already.
// Rules 3, errors 8.4.

import { expect, test } from "bun:test";
import {
  algoSetup,
  BRACKET,
  CLOSE,
  ETH,
  POSITIONAL,
  SOL,
  STOP,
  stopLoss,
  TP_SL,
  TRAILING,
  takeProfit,
} from "./outside/algo-setup.ts";
import { blank, expectRefusal, expectSuccess, INVALID, type Refusal } from "./outside/expected-refusal.ts";
import { post } from "./outside/outside-caller.ts";
import type { Order } from "./outside/outside-trading.ts";
import { accepted, newTrader } from "./outside/trader.ts";

const setup = algoSetup();

const legs = (...child_orders: Order[]): Order => ({ ...TP_SL, child_orders });

/** What is wrong, the order, the refusal, and the field that its message names. */
const refused: readonly (readonly [string, Order, Refusal, string?])[] = [
  ["no symbol", { ...STOP, symbol: undefined }, blank("symbol")],
  ["an unknown symbol", { ...STOP, symbol: "X" }, [400, -1005, "invalid symbol X"]],
  ["no algo_type", { ...STOP, algo_type: undefined }, blank("algo_type")],
  ["an algo_type of a leg", { ...STOP, algo_type: "TAKE_PROFIT" }, INVALID, "algo_type"],
  ["an algo_type in lower case", { ...STOP, algo_type: "stop" }, INVALID, "algo_type"],
  ["no side", { ...STOP, side: undefined }, blank("side")],
  ["an unknown side", { ...STOP, side: "LONG" }, INVALID, "side"],
  ["no type", { ...STOP, type: undefined }, INVALID, "type"],
  ["a type that can't be placed", { ...STOP, type: "IOC" }, INVALID, "type"],
  ["no quantity", { ...STOP, quantity: undefined }, INVALID, "quantity"],
  ["a quantity of 0", { ...STOP, quantity: 0 }, INVALID, "quantity"],
  ["a quantity of 9 decimals", { ...STOP, quantity: "1.000000001" }, INVALID, "quantity"],
  ["a quantity off step", { ...STOP, quantity: 1.00001 }, [400, -1104, "quantity not aligned"]],
  ["a quantity above base_max", { ...STOP, quantity: 2_000.1 }, [400, -1104], "quantity"],
  ["no trigger_price", { ...STOP, trigger_price: undefined }, INVALID, "trigger_price"],
  ["a trigger_price of 0", { ...STOP, trigger_price: 0 }, INVALID, "trigger_price"],
  ["a trigger_price at the mark", { ...STOP, trigger_price: 3_000 }, INVALID, "trigger_price"],
  ["a trigger_price off tick", { ...STOP, trigger_price: 2_900.005 }, [400, -1103], "trigger_price"],
  ["another trigger_price_type", { ...STOP, trigger_price_type: "LAST_PRICE" }, INVALID, "trigger_price_type"],
  ["LIMIT without a price", { ...STOP, type: "LIMIT" }, INVALID, "price"],
  ["LIMIT with a price off tick", { ...STOP, type: "LIMIT", price: 2_890.001 }, [400, -1103], "price"],
  ["MARKET with a price", { ...STOP, price: 2_890 }, INVALID, "price"],
  ["a client_order_id with a dot", { ...STOP, client_order_id: "a.b" }, INVALID, "client_order_id"],
  ["a client_order_id of 37 characters", { ...STOP, client_order_id: "a".repeat(37) }, INVALID, "client_order_id"],
  ["an unknown margin_mode", { ...STOP, margin_mode: "PORTFOLIO" }, INVALID, "margin_mode"],
  ["an order_tag of 129 characters", { ...STOP, order_tag: "t".repeat(129) }, INVALID, "order_tag"],
  ["a fee tag that does not exist", { ...STOP, order_tag: "enum:demo:X" }, [400, -1005, "order_tag is invalid"]],
  ["STOP with legs", { ...STOP, child_orders: [takeProfit(3_100)] }, INVALID, "child_orders"],
  ["TP_SL without legs", { ...TP_SL, child_orders: undefined }, INVALID, "child_orders"],
  ["TP_SL with no leg", legs(), INVALID, "child_orders"],
  ["TP_SL without a quantity", { ...TP_SL, quantity: undefined }, INVALID, "quantity"],
  ["TP_SL with three legs", legs(takeProfit(3_100), stopLoss(2_900), stopLoss(2_800)), INVALID, "child_orders"],
  ["TP_SL with two profits", legs(takeProfit(3_100), takeProfit(3_200)), INVALID, "child_orders"],
  ["a leg that may open", legs(takeProfit(3_100, { reduce_only: false })), INVALID, "reduce_only"],
  ["a leg of the other side", legs(takeProfit(3_100, { side: "BUY" })), INVALID, "side"],
  ["a leg of another symbol", legs(takeProfit(3_100, { symbol: SOL })), INVALID, "symbol"],
  ["a leg that is a STOP", legs({ ...takeProfit(3_100), algo_type: "STOP" }), INVALID, "algo_type"],
  ["a leg without a trigger", legs(takeProfit(3_100, { trigger_price: undefined })), INVALID, "trigger_price"],
  ["a profit that is reached", legs(takeProfit(3_000)), INVALID, "trigger_price"],
  ["a loss that is reached", legs(stopLoss(3_000)), INVALID, "trigger_price"],
  ["a leg that closes the position", legs(takeProfit(3_100, CLOSE)), INVALID, "type"],
  ["a LIMIT leg without a price", legs(takeProfit(3_100, { type: "LIMIT" })), INVALID, "price"],
  ["POSITIONAL_TP_SL with a quantity", { ...POSITIONAL, quantity: 1 }, INVALID, "quantity"],
  ["POSITIONAL_TP_SL without legs", { ...POSITIONAL, side: "SELL", child_orders: [] }, INVALID, "child_orders"],
  ["BRACKET without legs", { ...BRACKET, child_orders: undefined }, INVALID, "child_orders"],
  ["BRACKET with a single leg", { ...BRACKET, child_orders: [takeProfit(3_050)] }, INVALID, "algo_type"],
  [
    "BRACKET with two groups",
    { ...BRACKET, child_orders: [...BRACKET.child_orders, ...BRACKET.child_orders] },
    INVALID,
  ],
  ["BRACKET with a trigger", { ...BRACKET, trigger_price: 2_990 }, INVALID, "trigger_price"],
  ["BRACKET without a price", { ...BRACKET, price: undefined }, INVALID, "price"],
  [
    "BRACKET whose profit lies below its entry",
    { ...BRACKET, child_orders: [{ algo_type: "TP_SL", child_orders: [takeProfit(2_970)] }] },
    INVALID,
    "trigger_price",
  ],
  [
    "BRACKET far above the mark",
    { ...BRACKET, price: 3_090.01, child_orders: [{ algo_type: "TP_SL", child_orders: [takeProfit(3_200)] }] },
    [400, -1105],
  ],
  ["BRACKET of next to nothing", { ...BRACKET, quantity: 0.001 }, [400, -1102]],
  ["TRAILING_STOP with a trigger", { ...TRAILING, trigger_price: 2_900 }, INVALID, "trigger_price"],
  ["TRAILING_STOP without a distance", { ...TRAILING, callback_rate: undefined }, INVALID, "callback"],
  ["TRAILING_STOP with two distances", { ...TRAILING, callback_value: 10 }, INVALID, "callback"],
  ["a callback_rate below 0.001", { ...TRAILING, callback_rate: 0.0009 }, INVALID, "callback_rate"],
  ["a callback_rate between two steps", { ...TRAILING, callback_rate: 0.0015 }, INVALID, "callback_rate"],
  ["a callback_rate above 0.05", { ...TRAILING, callback_rate: 0.051 }, INVALID, "callback_rate"],
  ["a callback_value of the mark", { ...TRAILING, callback_rate: undefined, callback_value: 3_000 }, INVALID],
  ["a callback_value off tick", { ...TRAILING, callback_rate: undefined, callback_value: 1.005 }, [400, -1103]],
  ["an activation off tick", { ...TRAILING, activated_price: 3_100.001 }, [400, -1103]],
  ["an activation too far up", { ...TRAILING, activated_price: 4_200.01 }, [400, -1105]],
  ["TRAILING_STOP with LIMIT", { ...TRAILING, type: "LIMIT", price: 2_900 }, INVALID, "type"],
];

const table = refused.map(([wrong, order, refusal, field = ""]) => [wrong, order, refusal, field] as const);
test.each(table)("an algo order with %s is refused and leaves nothing behind", async (_, order, refusal, field) => {
  const answer = await setup.place(order);
  expectRefusal(answer, refusal);
  expect(answer.json.message).toContain(field);
  expect(await setup.listOf()).toEqual([]);
});

test("algo orders belong to their owner, and need the trading scope", async () => {
  const id = await setup.placed({ ...STOP, client_order_id: "own" });
  for (const path of [`/v1/algo/order/${id}`, `/v1/algo/order/${id}/trades`, "/v1/algo/client/order/own"]) {
    expectRefusal(await setup.maker.get(path), [400, -1006]);
  }
  expectRefusal(await setup.maker.delete(`/v1/algo/order?symbol=${ETH}&order_id=${id}`), [400, -1006]);
  expectRefusal(await setup.maker.put("/v1/algo/order", { order_id: id, quantity: 2 }), [400, -1006]);
  expectRefusal(await setup.trader.get("/v1/algo/order/0"), INVALID);
  expectRefusal(await setup.trader.get("/v1/algo/order/999999"), [400, -1006]);
  const reader = await newTrader(setup.venue.url, { scope: "read" });
  const scope: Refusal = [401, -1002, "scope trading is required"];
  expectRefusal(await reader.post("/v1/algo/order", { symbol: ETH, ...STOP }), scope);
  expectRefusal(await reader.put("/v1/algo/order", { order_id: id, quantity: 2 }), scope);
  expectRefusal(await reader.delete("/v1/algo/orders"), scope);
  expectSuccess(await reader.get("/v1/algo/orders"));
});

test("a placement that arrives after its window is refused", async () => {
  const path = "/v1/algo/order";
  const body = JSON.stringify({ symbol: ETH, ...STOP });
  const late = { ...setup.trader.headers("POST", path, body, setup.trader.now() - 2_000), "x-recv-window": "1000" };
  expectRefusal(await setup.trader.send("POST", path, body, late), [400, -1012, "order request timed out"]);
  expectSuccess(await setup.trader.post(path, { symbol: ETH, ...STOP }, { "x-recv-window": "100000" }));
});

test("amending the entry of a BRACKET is checked like amending the order that it is", async () => {
  const id = await setup.placed(BRACKET);
  expectRefusal(await setup.amend(id, { price: 1_000 }), [400, -1105]);
  expectRefusal(await setup.amend(id, { quantity: 0.001 }), [400, -1102]);
  expectRefusal(await setup.amend(id, { quantity: 900 }), [400, -1101]);
});

test("in a post-only market no amendment makes an order cross", async () => {
  const become = async (state: string) => {
    accepted(await post(`${setup.venue.url}/sandbox/market`, { symbol: ETH, state, reason: "a look" }));
  };
  await become("HALTED");
  await become("POST_ONLY");
  await setup.ask(3_005, 1);
  const id = await setup.placed(BRACKET);
  const { order_id } = await setup.algoOf(id);
  const order = { order_id, symbol: ETH, side: "BUY", order_type: "LIMIT" };
  expectRefusal(await setup.trader.put("/v1/order", { ...order, order_price: 3_010 }), [400, -1012]);
  expectRefusal(await setup.amend(id, { price: 3_010 }), [400, -1012]);
  await become("ACTIVE");
});

test("an account may have ten waiting TP_SL, and fifty other algo orders", async () => {
  for (let i = 0; i < 10; i++) await setup.placed(TP_SL);
  const eleventh = await setup.place(TP_SL);
  expectRefusal(eleventh, INVALID);
  expect(eleventh.json.message).toContain("TP_SL");
  for (let i = 0; i < 50; i++) await setup.placed(i % 2 === 0 ? STOP : TRAILING);
  expectRefusal(await setup.place(STOP), INVALID);
  expectRefusal(await setup.place(TRAILING), INVALID);
  expectRefusal(await setup.place(BRACKET), INVALID);
  const [newest] = await setup.listOf("algo_type=TRAILING_STOP&size=1");
  accepted(await setup.cancel(newest!.algo_order_id));
  await setup.placed(BRACKET);
});
