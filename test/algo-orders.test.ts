// Algo orders from outside: every type from its placement to its end, what REST and the two topics say of it on the way,
// and everything that is refused. Mark prices are set by hand. Rules 3, errors 8.4, streams 9.2.

import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "bun:test";
import type { Answer, Row } from "./outside/caller.ts";
import { advance, setPrice } from "./outside/controls.ts";
import { expectRefusal, expectSuccess, type Refusal } from "./outside/refusal.ts";
import { StreamClient } from "./outside/stream-client.ts";
import { accepted, newTrader, type Trader } from "./outside/trader.ts";
import { beginMinute, fillOf, leaveBook, limitOrder, type Order, positionOf } from "./outside/trading.ts";
import { type OutsideVenue, startVenue } from "./outside/venue.ts";

const ETH = "PERP_ETH_USDC";
const SOL = "PERP_SOL_USDC";

let venue: OutsideVenue;
let maker: Trader;
let trader: Trader;
beforeAll(async () => {
  venue = await startVenue();
  maker = await newTrader(venue.url, { claims: 100 });
  await beginMinute(venue.url, [maker]);
});
beforeEach(async () => {
  await mark(3_000);
  trader = await newTrader(venue.url);
});
afterEach(async () => {
  for (const each of [trader, maker]) {
    accepted(await each.delete("/v1/algo/orders"));
    await leaveBook(each);
  }
  expect(venue.errors).toEqual([]);
});
afterAll(async () => {
  venue.audit();
  await venue.stop();
});

const mark = (price: number) => setPrice(venue.url, ETH, price);
const bid = async (price: number, quantity: number) =>
  accepted(await maker.order(limitOrder(ETH, "BUY", quantity, price)));
const ask = async (price: number, quantity: number) =>
  accepted(await maker.order(limitOrder(ETH, "SELL", quantity, price)));

const place = (order: Order): Promise<Answer> => trader.post("/v1/algo/order", { symbol: ETH, ...order });
const placed = async (order: Order): Promise<number> => Number(accepted(await place(order)).data.order_id);
const amend = (id: number, changes: Order) => trader.put("/v1/algo/order", { order_id: id, ...changes });
const cancel = (id: unknown, symbol = ETH) => trader.delete(`/v1/algo/order?symbol=${symbol}&order_id=${id}`);
const algoOf = async (id: number): Promise<Row> => accepted(await trader.get(`/v1/algo/order/${id}`)).data;
const listOf = async (query = ""): Promise<Row[]> => [
  ...accepted(await trader.get(`/v1/algo/orders?${query}`)).data.rows!,
];
const tradesOf = async (id: number): Promise<Row[]> => [
  ...accepted(await trader.get(`/v1/algo/order/${id}/trades`)).data.rows!,
];
const legsOf = (row: Row): Row[] => row.child_orders as Row[];
const statusesOf = async (id: number): Promise<unknown[]> => {
  const root = await algoOf(id);
  return [root.algo_status, ...legsOf(root).map((leg) => leg.algo_status)];
};

const STOP = { algo_type: "STOP", type: "MARKET", side: "SELL", quantity: 1, trigger_price: 2_900 };
const TRAILING = { algo_type: "TRAILING_STOP", type: "MARKET", side: "SELL", quantity: 1, callback_rate: 0.01 };
const takeProfit = (trigger_price: number, changes: Order = {}): Order => ({
  algo_type: "TAKE_PROFIT",
  side: "SELL",
  type: "MARKET",
  trigger_price,
  reduce_only: true,
  ...changes,
});
const stopLoss = (trigger_price: number, changes: Order = {}): Order =>
  takeProfit(trigger_price, { algo_type: "STOP_LOSS", ...changes });
const TP_SL = { algo_type: "TP_SL", side: "SELL", quantity: 1, child_orders: [takeProfit(3_100), stopLoss(2_900)] };
const CLOSE = { type: "CLOSE_POSITION" };
const POSITIONAL = {
  algo_type: "POSITIONAL_TP_SL",
  child_orders: [takeProfit(3_100, CLOSE), stopLoss(2_900, CLOSE)],
};
const legs = (...child_orders: Order[]): Order => ({ ...TP_SL, child_orders });
const BRACKET = {
  algo_type: "BRACKET",
  type: "LIMIT",
  side: "BUY",
  price: 2_980,
  quantity: 2,
  child_orders: [{ algo_type: "TP_SL", child_orders: [takeProfit(3_050), stopLoss(2_900)] }],
};

const INVALID: Refusal = [400, -1005];
const blank = (name: string): Refusal => [400, -1005, `${name} must not be blank`];
/** What is wrong, the order, the refusal, and the field that its message names. */
const refused: readonly (readonly [string, Order, Refusal, string?])[] = [
  ["no symbol", { ...STOP, symbol: undefined }, blank("symbol")],
  ["an unknown symbol", { ...STOP, symbol: "X" }, [400, -1005, "invalid symbol X"]],
  ["no algo_type", { ...STOP, algo_type: undefined }, blank("algo_type")],
  ["an algo_type of a leg", { ...STOP, algo_type: "TAKE_PROFIT" }, INVALID, "algo_type"],
  ["an algo_type in lower case", { ...STOP, algo_type: "stop" }, INVALID, "algo_type"],
  ["no side", { ...STOP, side: undefined }, blank("side")],
  ["a side that is none", { ...STOP, side: "LONG" }, INVALID, "side"],
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
  ["a margin_mode that is none", { ...STOP, margin_mode: "PORTFOLIO" }, INVALID, "margin_mode"],
  ["an order_tag of 129 characters", { ...STOP, order_tag: "t".repeat(129) }, INVALID, "order_tag"],
  ["a fee tag that nobody made", { ...STOP, order_tag: "enum:demo:X" }, [400, -1005, "order_tag is invalid"]],
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
  ["BRACKET with a leg alone", { ...BRACKET, child_orders: [takeProfit(3_050)] }, INVALID, "algo_type"],
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
test.each(table)("an algo order with %s is refused and leaves nothing", async (_, order, refusal, field) => {
  const answer = await place(order);
  expectRefusal(answer, refusal);
  expect(answer.json.message).toContain(field);
  expect(await listOf()).toEqual([]);
});

/** Every member of a report, with the name that REST has for it; none where REST has no such member. */
const REPORT_FIELDS: Readonly<Record<string, string>> = {
  symbol: "symbol",
  rootAlgoOrderId: "root_algo_order_id",
  parentAlgoOrderId: "parent_algo_order_id",
  algoOrderId: "algo_order_id",
  clientOrderId: "client_order_id",
  orderTag: "order_tag",
  algoType: "algo_type",
  side: "side",
  quantity: "quantity",
  price: "price",
  type: "type",
  status: "algo_status",
  algoStatus: "algo_status",
  rootAlgoStatus: "root_algo_order_status",
  triggerPrice: "trigger_price",
  triggerPriceType: "trigger_price_type",
  triggerStatus: "trigger_status",
  triggerTradePrice: "trigger_trade_price",
  triggerTime: "trigger_time",
  isTriggered: "",
  triggered: "",
  isActivated: "is_activated",
  activated: "is_activated",
  tradeId: "",
  executedPrice: "",
  executedQuantity: "",
  fee: "",
  feeAsset: "fee_asset",
  totalExecutedQuantity: "total_executed_quantity",
  averageExecutedPrice: "average_executed_price",
  totalFee: "total_fee",
  visibleQuantity: "",
  reduceOnly: "reduce_only",
  callbackRate: "callback_rate",
  callbackValue: "callback_value",
  extremePrice: "extreme_price",
  activatedPrice: "activated_price",
  maker: "",
  isMaker: "",
  createdTime: "created_time",
  timestamp: "updated_time",
  marginMode: "margin_mode",
};
/** Members that are 0 or "" in reports and null in REST while there is no value. */
const NEVER_NULL = /^(price|trigger(Trade)?Price|triggerTime|clientOrderId|orderTag)$/;

function expectSameOrder(report: Row, row: Row): void {
  const { childOrders: _, ...own } = report;
  expect(Object.keys(own).sort()).toEqual(Object.keys(REPORT_FIELDS).sort());
  for (const [field, name] of Object.entries(REPORT_FIELDS)) {
    if (name === "") continue;
    const none = field === "clientOrderId" || field === "orderTag" ? "" : 0;
    const expected = NEVER_NULL.test(field) ? (row[name] ?? none) : row[name];
    expect({ [field]: report[field] }).toEqual({ [field]: expected });
  }
  expect([report.isTriggered, report.triggered]).toEqual(Array(2).fill(row.is_triggered === "true") as never);
}

/** The reports of an account, one tree at a time. */
class Reports {
  #seen = 0;
  constructor(readonly stream: StreamClient) {}

  static async of(who: Trader): Promise<Reports> {
    const stream = await StreamClient.openPrivate(venue, who);
    await stream.subscribe("algoexecutionreport");
    await stream.subscribe("algoexecutionreportv2");
    return new Reports(stream);
  }

  /** The next tree, which both topics tell alike. */
  async next(): Promise<Row> {
    const at = this.#seen++;
    const flat = (await this.stream.take("algoexecutionreport", at + 1))[at]!;
    const tree = (await this.stream.take("algoexecutionreportv2", at + 1))[at]!;
    const rows = flat.data as unknown as Row[];
    const nodes = nodesOf(tree.data);
    expect(nodes.map(({ childOrders: _, ...own }) => own)).toEqual(rows);
    return tree.data;
  }

  /** Everything that was told, once this many trees were. */
  async all(count: number): Promise<Row[]> {
    const trees: Row[] = [];
    while (trees.length < count) trees.push(await this.next());
    expect(this.stream.framesOf("algoexecutionreportv2")).toHaveLength(this.#seen);
    return trees;
  }
}

function nodesOf(tree: Row): Row[] {
  return [tree, ...(tree.childOrders as Row[]).flatMap(nodesOf)];
}

test("a STOP fires at its price and closes what it is told to, fill by fill", async () => {
  await fillOf(maker, trader, limitOrder(ETH, "BUY", 2, 3_000));
  const reports = await Reports.of(trader);
  await reports.stream.subscribe("executionreport");
  const answer = await place({
    ...STOP,
    quantity: "2",
    trigger_price: 2_950,
    reduce_only: true,
    client_order_id: "stop-1",
    order_tag: "tag",
  });
  expectSuccess(answer);
  expect(answer.data).toEqual({
    order_id: expect.any(Number),
    client_order_id: "stop-1",
    algo_type: "STOP",
    quantity: 2,
  });
  const id = Number(answer.data.order_id);
  const waiting = await algoOf(id);
  expect(waiting).toEqual({
    algo_order_id: id,
    parent_algo_order_id: 0,
    root_algo_order_id: id,
    root_algo_order_status: "NEW",
    algo_status: "NEW",
    algo_type: "STOP",
    symbol: ETH,
    side: "SELL",
    type: "MARKET",
    quantity: 2,
    price: null,
    trigger_price: 2_950,
    trigger_price_type: "MARK_PRICE",
    trigger_status: null,
    trigger_trade_price: null,
    trigger_time: null,
    is_triggered: "false",
    is_activated: true,
    activated_price: null,
    callback_rate: null,
    callback_value: null,
    extreme_price: null,
    order_id: null,
    executed_quantity: 0,
    total_executed_quantity: 0,
    average_executed_price: 0,
    visible_quantity: 2,
    total_fee: 0,
    fee_asset: "USDC",
    client_order_id: "stop-1",
    order_tag: "tag",
    reduce_only: true,
    margin_mode: "CROSS",
    realized_pnl: 0,
    created_time: expect.any(Number),
    updated_time: expect.any(Number),
    child_orders: [],
  });
  const told = await reports.next();
  expectSameOrder(told, waiting);
  expect(told).toMatchObject({ tradeId: 0, fee: 0, visibleQuantity: 2, maker: false, isMaker: false });
  // It costs nothing while it waits, and is no order of the book.
  expect(await positionOf(trader, ETH, "CROSS")).toMatchObject({ pending_short_qty: 0 });

  await bid(2_945, 1.5);
  await bid(2_940, 1);
  await mark(2_950.01);
  expect(await algoOf(id)).toEqual(waiting);
  await mark(2_950);
  const fired = await algoOf(id);
  expect(fired).toMatchObject({
    algo_status: "FILLED",
    root_algo_order_status: "FILLED",
    is_triggered: "true",
    trigger_status: "SUCCESS",
    trigger_trade_price: 2_950,
    trigger_time: fired.updated_time!,
    executed_quantity: 2,
    average_executed_price: 2_943.75,
    total_fee: 3.5325,
    realized_pnl: -112.5,
  });
  expect(accepted(await trader.get(`/v1/order/${fired.order_id}`)).data).toMatchObject({
    type: "MARKET",
    status: "FILLED",
    client_order_id: null,
    order_tag: "tag",
    reduce_only: true,
  });
  expect(await tradesOf(id)).toMatchObject([
    { executed_price: 2_940, executed_quantity: 0.5, fee: 0.882, match_id: expect.any(String) },
    { executed_price: 2_945, executed_quantity: 1.5, fee: 2.6505, order_id: fired.order_id! },
  ]);
  const [part, whole] = await reports.all(2);
  expect(part).toMatchObject({
    status: "PARTIAL_FILLED",
    executedPrice: 2_945,
    executedQuantity: 1.5,
    fee: 2.6505,
    visibleQuantity: 0.5,
  });
  expectSameOrder(whole!, fired);
  expect(whole).toMatchObject({ executedPrice: 2_940, executedQuantity: 0.5, fee: 0.882, visibleQuantity: 0 });
  const own = (await reports.stream.take("executionreport", 3)).map(({ data }) => [data.status, data.tradeId]);
  expect(own).toEqual([
    ["NEW", 0],
    ["PARTIAL_FILLED", part!.tradeId!],
    ["FILLED", whole!.tradeId!],
  ]);
  expectRefusal(await cancel(id), [400, -1006]);
  expectRefusal(await amend(id, { trigger_price: 2_800 }), [400, -1006]);
  reports.stream.close();
});

test("a STOP above the mark fires upwards; as LIMIT it may rest, and is cancelled like any order", async () => {
  const id = await placed({ ...STOP, type: "LIMIT", price: 3_040, side: "BUY", trigger_price: 3_050 });
  await mark(3_049.99);
  expect(await algoOf(id)).toMatchObject({ algo_status: "NEW", is_triggered: "false" });
  await mark(3_060);
  const fired = await algoOf(id);
  expect(fired).toMatchObject({ algo_status: "NEW", is_triggered: "true", trigger_trade_price: 3_060, price: 3_040 });
  expect(await positionOf(trader, ETH, "CROSS")).toMatchObject({ pending_long_qty: 1 });
  expectRefusal(await cancel(id), [400, -1006]);
  accepted(await trader.delete(`/v1/order?symbol=${ETH}&order_id=${fired.order_id}`));
  expect(await algoOf(id)).toMatchObject({ algo_status: "CANCELLED", trigger_status: "SUCCESS" });
});

test("an order that is refused when its STOP fires leaves both REJECTED", async () => {
  const reports = await Reports.of(trader);
  const id = await placed({ ...STOP, quantity: 100, trigger_price: 2_950 });
  await mark(2_950);
  const fired = await algoOf(id);
  expect(fired).toMatchObject({ algo_status: "REJECTED", trigger_status: "FAIL", is_triggered: "true" });
  expect(accepted(await trader.get(`/v1/order/${fired.order_id}`)).data).toMatchObject({
    status: "REJECTED",
    executed_quantity: 0,
  });
  const [, last] = await reports.all(2);
  expectSameOrder(last!, fired);
  expect(last).toMatchObject({ visibleQuantity: 0 });
  reports.stream.close();
});

test("TP_SL: one leg fires, the other is cancelled; both are changed through their root", async () => {
  await fillOf(maker, trader, limitOrder(ETH, "BUY", 2, 3_000));
  const reports = await Reports.of(trader);
  const limited = stopLoss(2_900, { type: "LIMIT", price: 2_890 });
  const id = await placed({ ...TP_SL, child_orders: [takeProfit(3_100), limited] });
  const waiting = await algoOf(id);
  const [profit, loss] = legsOf(waiting) as [Row, Row];
  expect(waiting).toMatchObject({ algo_type: "TP_SL", type: "MARKET", quantity: 1, trigger_price: null });
  expect(profit).toMatchObject({ parent_algo_order_id: id, root_algo_order_id: id, trigger_price: 3_100, quantity: 1 });
  expect(loss).toMatchObject({ algo_type: "STOP_LOSS", type: "LIMIT", price: 2_890, reduce_only: true, side: "SELL" });
  const [told] = await reports.all(1);
  expectSameOrder(told!, waiting);
  for (const [i, leg] of [profit, loss].entries()) expectSameOrder((told!.childOrders as Row[])[i]!, leg);

  const both = (first: Order, second: Order): Order => ({
    child_orders: [
      { order_id: String(profit.algo_order_id), ...first },
      { order_id: loss.algo_order_id, ...second },
    ],
  });
  for (const [changes, refusal, field] of [
    [{}, INVALID],
    [both({}, {}), INVALID],
    [{ child_orders: [{ order_id: profit.algo_order_id, quantity: 2 }] }, INVALID, "quantity"],
    [both({ quantity: 2 }, { quantity: 1.5 }), INVALID, "quantity"],
    [both({ trigger_price: 3_000 }, {}), INVALID, "trigger_price"],
    [both({}, { trigger_price: 3_000.01 }), INVALID, "trigger_price"],
    [both({ trigger_price: 3_100.001 }, {}), [400, -1103], "trigger_price"],
    [both({ price: 3_100 }, {}), INVALID, "price"],
    [both({ quantity: 2.00001 }, { quantity: 2.00001 }), [400, -1104], "quantity"],
    [{ child_orders: [{ order_id: 999_999, quantity: 2 }] }, [400, -1006]],
    [{ trigger_price_type: "LAST_PRICE" }, INVALID, "trigger_price_type"],
  ] as const) {
    const answer = await amend(id, changes as Order);
    expectRefusal(answer, refusal as Refusal);
    if (field !== undefined) expect(answer.json.message).toContain(field);
  }
  expectRefusal(await trader.put("/v1/algo/order", { quantity: 2 }), blank("order_id"));
  expectRefusal(await trader.put("/v1/algo/order", { order_id: "first", quantity: 2 }), INVALID);
  expectRefusal(await trader.put("/v1/algo/order", { order_id: 999_999, quantity: 2 }), [400, -1006]);
  expect(await algoOf(id)).toEqual(waiting);
  const edited = accepted(await amend(id, both({ quantity: 2, trigger_price: 3_090 }, { quantity: 2 })));
  expect(edited.data).toEqual({ status: "EDIT_SENT" });
  const amended = await algoOf(id);
  expect(legsOf(amended)).toMatchObject([
    { quantity: 2, trigger_price: 3_090 },
    { quantity: 2, trigger_price: 2_900, price: 2_890 },
  ]);
  expectSameOrder((await reports.all(1))[0]!, amended);

  await mark(2_899);
  expect(await statusesOf(id)).toEqual(["NEW", "CANCELLED", "NEW"]);
  await bid(2_890, 2);
  const done = await algoOf(id);
  expect(await statusesOf(id)).toEqual(["FILLED", "CANCELLED", "FILLED"]);
  expect(done).toMatchObject({ is_triggered: "true", executed_quantity: 2, trigger_trade_price: 2_899 });
  // The limit order rested, and made the trade.
  expect(await tradesOf(id)).toMatchObject([{ executed_price: 2_890, is_maker: 1, fee: 1.734, realized_pnl: -220 }]);
  const [fired, filled] = await reports.all(2);
  expect(nodesOf(fired!).map((each) => [each.algoStatus, each.isTriggered])).toEqual([
    ["NEW", true],
    ["CANCELLED", false],
    ["NEW", true],
  ]);
  expect(nodesOf(filled!).map((each) => [each.algoStatus, each.tradeId !== 0, each.executedQuantity])).toEqual([
    ["FILLED", false, 0],
    ["CANCELLED", false, 0],
    ["FILLED", true, 2],
  ]);
  expectSameOrder(filled!, done);
  reports.stream.close();
});

test("legs of a short: profit below, loss above", async () => {
  await fillOf(maker, trader, limitOrder(ETH, "SELL", 1, 3_000));
  const short = (leg: Order): Order => ({ ...leg, side: "BUY" });
  const id = await placed({
    ...TP_SL,
    side: "BUY",
    child_orders: [short(takeProfit(2_950)), short(stopLoss(3_100))],
  });
  // A group that would only add to the position protects nothing.
  expectRefusal(await place(TP_SL), INVALID);
  await ask(2_951, 1);
  await mark(2_950);
  expect(await statusesOf(id)).toEqual(["FILLED", "FILLED", "CANCELLED"]);
  expect(await tradesOf(id)).toMatchObject([{ executed_price: 2_951, realized_pnl: 49 }]);
});

test("a position that is closed by hand takes its protection with it", async () => {
  await fillOf(maker, trader, limitOrder(ETH, "BUY", 1, 3_000));
  const [group, positional] = [await placed(TP_SL), await placed(POSITIONAL)];
  await fillOf(maker, trader, limitOrder(ETH, "SELL", 1, 3_000));
  for (const id of [group, positional]) {
    expect(await statusesOf(id)).toEqual(["CANCELLED", "CANCELLED", "CANCELLED"]);
  }
});

test("POSITIONAL_TP_SL closes all there is at that moment, and there is one of a kind", async () => {
  await fillOf(maker, trader, limitOrder(ETH, "BUY", 1, 3_000));
  const id = await placed(POSITIONAL);
  expect(await algoOf(id)).toMatchObject({ type: "CLOSE_POSITION", quantity: 0, side: "SELL", reduce_only: true });
  const again = await place(POSITIONAL);
  expectRefusal(again, INVALID);
  expect(again.json.message).toContain("POSITIONAL_TP_SL");
  await fillOf(maker, trader, limitOrder(ETH, "BUY", 0.5005, 3_000));
  await mark(3_050);
  await bid(3_095, 5);
  await mark(3_100);
  expect(await statusesOf(id)).toEqual(["FILLED", "FILLED", "CANCELLED"]);
  expect(await algoOf(id)).toMatchObject({
    quantity: 1.5005,
    executed_quantity: 1.5005,
    average_executed_price: 3_095,
  });
  expect(accepted(await trader.get("/v1/positions")).data.rows).toEqual([]);
});

test("BRACKET: the entry rests, its fills wake the legs and set their size", async () => {
  const reports = await Reports.of(trader);
  const id = await placed({ ...BRACKET, client_order_id: "b-1" });
  const waiting = await algoOf(id);
  const entry = Number(waiting.order_id);
  expect(waiting).toMatchObject({ algo_type: "BRACKET", type: "LIMIT", price: 2_980, algo_status: "NEW" });
  const [group] = legsOf(waiting) as [Row];
  expect(group).toMatchObject({ algo_type: "TP_SL", is_activated: false, parent_algo_order_id: id, side: "SELL" });
  expect(legsOf(group)).toMatchObject([
    { algo_type: "TAKE_PROFIT", is_activated: false, parent_algo_order_id: group.algo_order_id! },
    { algo_type: "STOP_LOSS", is_activated: false, root_algo_order_id: id },
  ]);
  expect(accepted(await trader.get(`/v1/order/${entry}`)).data).toMatchObject({ status: "NEW", price: 2_980 });
  // The legs sleep: nothing fires.
  await mark(3_050);
  await mark(3_000);
  const groupNow = async (): Promise<Row> => legsOf(await algoOf(id))[0]!;

  await ask(2_980, 0.5);
  expect(await algoOf(id)).toMatchObject({ algo_status: "PARTIAL_FILLED", executed_quantity: 0.5 });
  expect(await groupNow()).toMatchObject({
    is_activated: true,
    quantity: 0.5,
    root_algo_order_status: "PARTIAL_FILLED",
  });
  await ask(2_980, 1.5);
  expect(await algoOf(id)).toMatchObject({ algo_status: "FILLED", executed_quantity: 2, total_fee: 1.788 });
  expect(await groupNow()).toMatchObject({ algo_status: "NEW", quantity: 2, is_triggered: "false" });
  await bid(3_040, 3);
  await mark(3_050);
  const done = await groupNow();
  expect(done).toMatchObject({ algo_status: "FILLED", executed_quantity: 2, trigger_trade_price: 3_050 });
  expect(legsOf(done).map((leg) => leg.algo_status)).toEqual(["FILLED", "CANCELLED"]);
  expect(await tradesOf(id)).toMatchObject([
    { side: "SELL", executed_price: 3_040, executed_quantity: 2, fee: 3.648, is_maker: 0 },
    { side: "BUY", executed_price: 2_980, executed_quantity: 1.5, fee: 1.341, is_maker: 1, order_id: entry },
    { side: "BUY", executed_price: 2_980, executed_quantity: 0.5, fee: 0.447, order_id: entry },
  ]);
  // Placed; then for each fill of the entry one of it, and one of the legs that it woke or grew; then the last fill.
  const told = (await reports.all(6)).map(nodesOf);
  expect(
    told.map(([root, legs]) => [root!.algoStatus, root!.executedQuantity, legs!.isActivated, legs!.quantity]),
  ).toEqual([
    ["NEW", 0, false, 2],
    ["PARTIAL_FILLED", 0.5, false, 2],
    ["PARTIAL_FILLED", 0, true, 0.5],
    ["FILLED", 1.5, true, 0.5],
    ["FILLED", 0, true, 2],
    ["FILLED", 0, true, 2],
  ]);
  expect(told.at(-1)!.map((each) => [each.algoStatus, each.executedQuantity])).toEqual([
    ["FILLED", 0],
    ["FILLED", 0],
    ["FILLED", 2],
    ["CANCELLED", 0],
  ]);
  reports.stream.close();
});

test("BRACKET: an entry without a fill takes its legs with it; a refused one leaves a REJECTED tree", async () => {
  const id = await placed(BRACKET);
  const { order_id } = await algoOf(id);
  accepted(await trader.delete(`/v1/order?symbol=${ETH}&order_id=${order_id}`));
  const ended = await algoOf(id);
  expect([ended.algo_status, legsOf(ended)[0]!.algo_status]).toEqual(["CANCELLED", "CANCELLED"]);

  const cancelled = await placed(BRACKET);
  accepted(await cancel(cancelled));
  expect(await algoOf(cancelled)).toMatchObject({ algo_status: "CANCELLED" });
  expect(accepted(await trader.get("/v1/orders?status=INCOMPLETE")).data.rows).toEqual([]);

  const large = { ...BRACKET, quantity: 100, client_order_id: "large" };
  const refusal: Refusal = [400, -1101, "insufficient margin"];
  expectRefusal(await place(large), refusal);
  const rejected = accepted(await trader.get("/v1/algo/client/order/large")).data;
  expect([rejected.algo_status, legsOf(rejected)[0]!.root_algo_order_status]).toEqual(["REJECTED", "REJECTED"]);
  const replayed = await place(large);
  expectRefusal(replayed, refusal);
  expect(replayed.headers.get("svc-replayed")).toBe("true");
});

test("BRACKET: the entry is amended through the bracket, its sleeping legs in the same breath", async () => {
  const id = await placed(BRACKET);
  const group = legsOf(await algoOf(id))[0]!;
  const [profit] = legsOf(group) as [Row];
  const leg = { order_id: profit.algo_order_id, trigger_price: 3_095 };
  const changes = { price: 3_060, child_orders: [{ order_id: group.algo_order_id, child_orders: [leg] }] };
  expect(accepted(await amend(id, changes)).data).toEqual({ status: "EDIT_SENT" });
  const amended = await algoOf(id);
  expect(amended).toMatchObject({ price: 3_060, quantity: 2 });
  expect(legsOf(legsOf(amended)[0]!)).toMatchObject([{ trigger_price: 3_095 }, { trigger_price: 2_900 }]);
  expect(accepted(await trader.get(`/v1/order/${amended.order_id}`)).data).toMatchObject({ price: 3_060 });
});

test("BRACKET with POSITIONAL_TP_SL: at the first fill the legs stand alone, in place of those that stood", async () => {
  await fillOf(maker, trader, limitOrder(ETH, "BUY", 1, 3_000));
  const before = await placed(POSITIONAL);
  const id = await placed({ ...BRACKET, child_orders: [{ ...POSITIONAL }] });
  const sleeping = legsOf(await algoOf(id))[0]!;
  expect(sleeping).toMatchObject({ algo_type: "POSITIONAL_TP_SL", is_activated: false, algo_status: "NEW" });
  expect(await statusesOf(before)).toEqual(["NEW", "NEW", "NEW"]);
  await ask(2_980, 0.5);
  expect(await statusesOf(before)).toEqual(["CANCELLED", "CANCELLED", "CANCELLED"]);
  expect(await algoOf(id)).toMatchObject({ algo_status: "PARTIAL_FILLED", child_orders: [] });
  const alone = Number(sleeping.algo_order_id);
  expect(await algoOf(alone)).toMatchObject({ parent_algo_order_id: 0, root_algo_order_id: alone, is_activated: true });
  accepted(await cancel(id));
  await bid(2_895, 5);
  await mark(2_900);
  expect(await statusesOf(alone)).toEqual(["FILLED", "CANCELLED", "FILLED"]);
  expect(await algoOf(alone)).toMatchObject({ quantity: 1.5, executed_quantity: 1.5 });
});

test("TRAILING_STOP: wakes, follows the best mark, fires at its distance", async () => {
  const reports = await Reports.of(trader);
  // Numbers as text and the camel-case names are taken, too.
  const id = await placed({ ...TRAILING, callback_rate: undefined, callbackRate: "0.01", activatedPrice: "3050" });
  expect(await algoOf(id)).toMatchObject({ is_activated: false, activated_price: 3_050, extreme_price: null });
  await mark(2_800);
  expect(await algoOf(id)).toMatchObject({ is_activated: false, is_triggered: "false" });
  await mark(3_050);
  expect(await algoOf(id)).toMatchObject({ is_activated: true, extreme_price: 3_050, callback_rate: 0.01 });
  await mark(3_099.99);
  expect(await listOf("algo_type=TRAILING_STOP")).toMatchObject([{ algo_order_id: id, extreme_price: 3_099.99 }]);
  // 1 % of 3,099.99 is 31 when rounded up to a cent.
  await mark(3_069);
  expect(await algoOf(id)).toMatchObject({ is_triggered: "false", extreme_price: 3_099.99 });
  await bid(3_060, 1);
  await mark(3_068.99);
  const fired = await algoOf(id);
  expect(fired).toMatchObject({ algo_status: "FILLED", trigger_trade_price: 3_068.99, average_executed_price: 3_060 });
  const [placing, waking, filling] = await reports.all(3);
  expect(placing).toMatchObject({ isActivated: false, activated: false, extremePrice: null, callbackRate: 0.01 });
  expect(waking).toMatchObject({ isActivated: true, activated: true, extremePrice: 3_050, activatedPrice: 3_050 });
  expectSameOrder(filling!, fired);
  reports.stream.close();
});

test("TRAILING_STOP that buys, by a fixed distance, which can be changed", async () => {
  const id = await placed({ ...TRAILING, side: "BUY", callback_rate: undefined, callback_value: 30 });
  expect(await algoOf(id)).toMatchObject({ is_activated: true, extreme_price: 3_000, callback_value: 30 });
  await mark(2_970);
  await mark(2_999.99);
  expect(await algoOf(id)).toMatchObject({ is_triggered: "false", extreme_price: 2_970 });
  for (const [changes, refusal, field] of [
    [{ callback_rate: 0.0505 }, INVALID, "callback_rate"],
    [{ callback_value: 30.001 }, [400, -1103], "callback_value"],
    [{ trigger_price: 2_999 }, INVALID, "trigger_price"],
    [{ price: 2_999 }, INVALID, "price"],
  ] as const) {
    const answer = await amend(id, changes);
    expectRefusal(answer, refusal as Refusal);
    expect(answer.json.message).toContain(field);
  }
  accepted(await amend(id, { callback_value: 40, quantity: 2 }));
  await mark(3_009.99);
  expect(await algoOf(id)).toMatchObject({ is_triggered: "false", quantity: 2, callback_value: 40 });
  await ask(3_011, 2);
  await mark(3_010);
  expect(await algoOf(id)).toMatchObject({ algo_status: "FILLED", executed_quantity: 2, trigger_trade_price: 3_010 });
});

test("the same placement twice is answered twice and placed once; its id stays taken", async () => {
  const body = { ...STOP, client_order_id: "same" };
  const first = accepted(await place(body));
  expect(first.headers.has("svc-replayed")).toBe(false);
  const again = accepted(await place({ ...body, quantity: "1.0", trigger_price_type: "MARK_PRICE" }));
  expect(again.headers.get("svc-replayed")).toBe("true");
  expect(again.data).toEqual(first.data);
  const other = await place({ ...body, quantity: 2 });
  expectRefusal(other, [409, -1007]);
  expect(other.json.message).toContain("client_order_id");
  expect(await listOf()).toHaveLength(1);
  // Ordinary orders have ids of their own.
  accepted(await trader.order({ client_order_id: "same" }));

  const byClientId = await trader.get("/v1/algo/client/order/same");
  expect(accepted(byClientId).data).toEqual(await algoOf(Number(first.data.order_id)));
  const path = `/v1/algo/client/order?symbol=${ETH}&client_order_id=same`;
  expect(accepted(await trader.delete(path)).data).toEqual({ status: "CANCEL_SENT" });
  expectRefusal(await trader.delete(path), [400, -1006]);
  expect(accepted(await trader.get("/v1/algo/client/order/same")).data).toMatchObject({ algo_status: "CANCELLED" });
  expect(accepted(await place(body)).headers.get("svc-replayed")).toBe("true");
  expectRefusal(await place({ ...body, quantity: 2 }), [409, -1007]);
});

test("cancelling one leg, one order, all of a type, all of a market", async () => {
  const group = await placed(TP_SL);
  const [profit, loss] = legsOf(await algoOf(group)) as [Row, Row];
  expect(accepted(await cancel(profit.algo_order_id)).data).toEqual({ status: "CANCEL_SENT" });
  expect(await statusesOf(group)).toEqual(["NEW", "CANCELLED", "NEW"]);
  expectRefusal(await cancel(profit.algo_order_id), [400, -1006]);
  accepted(await amend(group, { child_orders: [{ order_id: loss.algo_order_id, is_activated: "false" }] }));
  expect(await statusesOf(group)).toEqual(["CANCELLED", "CANCELLED", "CANCELLED"]);

  const stop = await placed(STOP);
  expectRefusal(await cancel(stop, SOL), [400, -1006]);
  expectRefusal(await cancel(""), blank("order_id"));
  expectRefusal(await cancel("one"), INVALID);
  expectRefusal(await trader.delete("/v1/algo/order?order_id=1"), blank("symbol"));
  expectRefusal(await trader.delete(`/v1/algo/client/order?symbol=${ETH}`), blank("client_order_id"));
  expectRefusal(await trader.delete("/v1/algo/orders?algo_type=LIMIT"), INVALID);
  expectRefusal(await trader.delete("/v1/algo/orders?symbol=X"), [400, -1005, "invalid symbol X"]);

  const sol = await placed({ ...STOP, symbol: SOL, trigger_price: 140 });
  const trailing = await placed(TRAILING);
  const second = await placed(TP_SL);
  const cancelAll = async (query: string) =>
    expect(accepted(await trader.delete(`/v1/algo/orders${query}`)).data).toEqual({ status: "CANCEL_ALL_SENT" });
  const open = async () => (await listOf("status=INCOMPLETE")).map((row) => row.algo_order_id);
  expect(await open()).toEqual([second, trailing, sol, stop]);
  await cancelAll(`?symbol=${ETH}&algo_type=TRAILING_STOP`);
  expect(await open()).toEqual([second, sol, stop]);
  // STOP takes the legs of groups with it.
  await cancelAll(`?symbol=${ETH}&algo_type=STOP`);
  expect(await open()).toEqual([sol]);
  await cancelAll("");
  await cancelAll("");
  expect(await open()).toEqual([]);
  // Neither kind of cancelling all touches the other kind.
  accepted(await trader.order());
  await placed(STOP);
  await cancelAll("");
  expect(accepted(await trader.get("/v1/orders?status=NEW")).data.rows).toHaveLength(1);
  await placed(STOP);
  accepted(await trader.delete("/v1/orders"));
  expect(await open()).toHaveLength(1);
});

test("the timer that cancels all cancels algo orders, too", async () => {
  const own = await newTrader(venue.url);
  accepted(await own.post("/v1/algo/order", { symbol: ETH, ...STOP }));
  accepted(await own.post("/v1/order/cancel_all_after", { trigger_after: 5_000 }));
  await advance(venue.url, 6_000);
  for (const each of [own, trader, maker]) await each.synchronise();
  expect(accepted(await own.get("/v1/algo/orders")).data.rows).toMatchObject([{ algo_status: "CANCELLED" }]);
});

test("lists: newest first, by every filter, page by page, legs where they are asked for", async () => {
  await fillOf(maker, trader, limitOrder(ETH, "BUY", 1, 3_000));
  const stop = await placed({ ...STOP, order_tag: "mine" });
  const limit = await placed({ ...STOP, type: "LIMIT", price: 3_100, side: "BUY", trigger_price: 3_090 });
  const sol = await placed({ ...STOP, symbol: SOL, trigger_price: 140 });
  // Time stands still while a tick is late.
  await advance(venue.url, 5);
  const group = await placed(TP_SL);
  const gone = await placed(TRAILING);
  accepted(await cancel(gone));
  const { created_time } = await algoOf(sol);
  for (const [query, ids] of [
    ["", [gone, group, sol, limit, stop]],
    [`symbol=${SOL}`, [sol]],
    ["side=BUY", [limit]],
    ["order_type=LIMIT", [limit]],
    ["algo_type=STOP", [sol, limit, stop]],
    ["algo_type=TAKE_PROFIT", [group + 1]],
    ["status=NEW", [group, sol, limit, stop]],
    ["status=INCOMPLETE", [group, sol, limit, stop]],
    ["status=CANCELLED", [gone]],
    ["status=COMPLETED", [gone]],
    ["status=FILLED", []],
    ["is_triggered=false", [gone, group, sol, limit, stop]],
    ["is_triggered=true", []],
    ["order_tag=mine", [stop]],
    ["order_tag=other", []],
    [`end_t=${created_time}`, [sol, limit, stop]],
    [`start_t=${created_time}&symbol=${SOL}`, [sol]],
    ["page=2&size=2", [sol, limit]],
  ] as const) {
    expect({ query, ids: (await listOf(query)).map((row) => row.algo_order_id) }).toEqual({
      query,
      ids: [...ids] as never,
    });
  }
  const answer = accepted(await trader.get("/v1/algo/orders?size=2&page=3")).data;
  expect(answer.meta).toEqual({ total: 5, records_per_page: 2, current_page: 3 });
  const [listed] = await listOf(`algo_type=TP_SL`);
  expect(listed).toEqual(await algoOf(group));
  for (const query of [
    "side=LONG",
    "status=OPEN",
    "algo_type=X",
    "order_type=IOC",
    "is_triggered=maybe",
    "page=0",
    "size=501",
  ]) {
    const wrong = await trader.get(`/v1/algo/orders?${query}`);
    expectRefusal(wrong, INVALID);
    expect(wrong.json.message).toContain(query.split("=")[0]!);
  }
  expectRefusal(await trader.get("/v1/algo/orders?symbol=X"), [400, -1005, "invalid symbol X"]);
  expectRefusal(await trader.get("/v1/algo/orders?start_t=2&end_t=1"), INVALID);
});

test("algo orders are their owner's, and of the scope that trades", async () => {
  const id = await placed({ ...STOP, client_order_id: "own" });
  for (const path of [`/v1/algo/order/${id}`, `/v1/algo/order/${id}/trades`, "/v1/algo/client/order/own"]) {
    expectRefusal(await maker.get(path), [400, -1006]);
  }
  expectRefusal(await maker.delete(`/v1/algo/order?symbol=${ETH}&order_id=${id}`), [400, -1006]);
  expectRefusal(await maker.put("/v1/algo/order", { order_id: id, quantity: 2 }), [400, -1006]);
  expectRefusal(await trader.get("/v1/algo/order/0"), INVALID);
  expectRefusal(await trader.get("/v1/algo/order/999999"), [400, -1006]);
  const reader = await newTrader(venue.url, { scope: "read" });
  const scope: Refusal = [401, -1002, "scope trading is required"];
  expectRefusal(await reader.post("/v1/algo/order", { symbol: ETH, ...STOP }), scope);
  expectRefusal(await reader.put("/v1/algo/order", { order_id: id, quantity: 2 }), scope);
  expectRefusal(await reader.delete("/v1/algo/orders"), scope);
  expectSuccess(await reader.get("/v1/algo/orders"));
});

test("protection is of the position of its own margin mode", async () => {
  const isolated = { margin_mode: "ISOLATED" };
  await fillOf(maker, trader, limitOrder(ETH, "BUY", 1, 3_000, isolated));
  await fillOf(maker, trader, limitOrder(ETH, "SELL", 1, 3_000));
  const id = await placed({ ...POSITIONAL, ...isolated });
  expect(legsOf(await algoOf(id))).toMatchObject([isolated, isolated]);
  // The cross position is short: nothing of it could be sold.
  expectRefusal(await place(POSITIONAL), INVALID);
  await bid(2_920, 2);
  await mark(2_900);
  expect(await statusesOf(id)).toEqual(["FILLED", "CANCELLED", "FILLED"]);
  expect(await tradesOf(id)).toMatchObject([{ ...isolated, executed_price: 2_920, realized_pnl: -80 }]);
  expect(accepted(await trader.get("/v1/positions")).data.rows).toMatchObject([
    { margin_mode: "CROSS", position_qty: -1 },
  ]);
});

test("a placement that arrives after its window is refused", async () => {
  const path = "/v1/algo/order";
  const body = JSON.stringify({ symbol: ETH, ...STOP });
  const late = { ...trader.headers("POST", path, body, trader.now() - 2_000), "x-recv-window": "1000" };
  expectRefusal(await trader.send("POST", path, body, late), [400, -1012, "order request timed out"]);
  expectSuccess(await trader.post(path, { symbol: ETH, ...STOP }, { "x-recv-window": "100000" }));
});

test("ten waiting TP_SL of an account are the most, and fifty of the others", async () => {
  for (let i = 0; i < 10; i++) await placed(TP_SL);
  const eleventh = await place(TP_SL);
  expectRefusal(eleventh, INVALID);
  expect(eleventh.json.message).toContain("TP_SL");
  for (let i = 0; i < 50; i++) await placed(i % 2 === 0 ? STOP : TRAILING);
  expectRefusal(await place(STOP), INVALID);
  expectRefusal(await place(TRAILING), INVALID);
  expectRefusal(await place(BRACKET), INVALID);
  const [newest] = await listOf("algo_type=TRAILING_STOP&size=1");
  accepted(await cancel(newest!.algo_order_id));
  await placed(BRACKET);
});
