// The content of the streams, from outside: every bad frame, and what each topic sends. The checklist of streams 13,
// with the related parts of sections 3, 4, 9 and 10.

import { beforeAll, expect, test } from "bun:test";
import { call, type Row } from "./outside/outside-caller.ts";
import { advance, setPrice } from "./outside/outside-controls.ts";
import { OutsideStream } from "./outside/outside-stream.ts";
import { accepted, newTrader, type Trader } from "./outside/trader.ts";
import { venueOfFile } from "./outside/venue-of-file.ts";

const venue = venueOfFile();
let trader: Trader;
let maker: Trader;
beforeAll(async () => {
  [trader, maker] = await Promise.all([newTrader(venue.url, { claims: 10 }), newTrader(venue.url, { claims: 10 })]);
});

const ETH = "PERP_ETH_USDC";

const bad: readonly (readonly [string, object])[] = [
  ["not json", { errorMsg: "invalid message" }],
  ["", { errorMsg: "invalid message" }],
  ["null", { errorMsg: "invalid message" }],
  ["[]", { errorMsg: "invalid message" }],
  ["1", { errorMsg: "invalid message" }],
  [`"subscribe"`, { errorMsg: "invalid message" }],
  [`{"event":"subscribe"`, { errorMsg: "invalid message" }],
  [`{"event":"subscribe"} {}`, { errorMsg: "invalid message" }],
  [`{"id":1,"event":"fly"}`, { id: 1, errorMsg: "invalid event fly" }],
  [`{"id":1,"event":"Subscribe","topic":"bbos"}`, { id: 1, errorMsg: "invalid event Subscribe" }],
  [`{"id":1,"event":"__proto__"}`, { id: 1, errorMsg: "invalid event __proto__" }],
  [`{"id":1,"event":"subscribe"}`, { id: 1, errorMsg: "missing required parameter topic" }],
  [`{"id":1,"event":"subscribe","topic":""}`, { id: 1, errorMsg: "missing required parameter topic" }],
  [`{"id":1,"event":"unsubscribe"}`, { id: 1, event: "unsubscribe", errorMsg: "missing required parameter topic" }],
  [`{"id":"x","event":"subscribe","topic":"nonsense"}`, { id: "x", errorMsg: "invalid topic nonsense" }],
  [`{"id":1,"event":"subscribe","topic":"${ETH}@orderbooks"}`, { errorMsg: `invalid topic ${ETH}@orderbooks` }],
  [`{"id":1,"event":"subscribe","topic":"${ETH}@kline_2m"}`, { errorMsg: `invalid topic ${ETH}@kline_2m` }],
  [`{"id":1,"event":"subscribe","topic":"${ETH}@Ticker"}`, { errorMsg: `invalid topic ${ETH}@Ticker` }],
  [`{"id":1,"event":"subscribe","topic":"executionreport"}`, { errorMsg: "invalid topic executionreport" }],
  [`{"id":1,"event":"subscribe","topic":"PERP_FOO_USDC@ticker"}`, { errorMsg: "invalid symbol PERP_FOO_USDC" }],
  [`{"id":1,"event":"subscribe","topic":"nobody$tickers"}`, { errorMsg: "invalid topic nobody$tickers" }],
  [`{"id":1,"event":"subscribe","topic":["bbos"]}`, { success: false }],
  [`{"id":1,"event":"subscribe","topic":5}`, { success: false }],
  [`{"id":1,"event":"subscribe","topic":{}}`, { success: false }],
  [`{"id":1,"event":"subscribe","topic":"${"a".repeat(10_000)}"}`, { success: false }],
  [`{"id":1,"event":"request"}`, { event: "request", errorMsg: "missing required parameter type" }],
  [`{"id":1,"event":"request","params":{"symbol":"${ETH}"}}`, { errorMsg: "missing required parameter type" }],
  [
    `{"id":1,"event":"request","params":{"type":"trades","symbol":"${ETH}"}}`,
    { errorMsg: "invalid request type trades" },
  ],
  [`{"id":1,"event":"request","params":{"type":"orderbook"}}`, { errorMsg: "missing required parameter symbol" }],
  [`{"id":1,"event":"request","params":{"type":"orderbook","symbol":"X"}}`, { errorMsg: "invalid symbol X" }],
  [`{"id":1,"event":"request","params":"orderbook"}`, { success: false }],
  [`{"id":1,"event":"request","params":{"type":{},"symbol":[]}}`, { success: false }],
];

const named = bad.map(([text, expected]) => [text.slice(0, 60), text, expected] as const);
test.each(named)("the frame %s is refused and the stream stays open", async (_, text, expected) => {
  const client = await OutsideStream.openPublic(venue, trader.accountId);
  client.send(text);
  const refused = await client.next(() => true);
  expect(refused).toMatchObject({ success: false, ts: expect.any(Number), errorMsg: expect.any(String), ...expected });
  expect("topic" in refused).toBe(false);
  if (!text.includes(`"event"`)) expect("event" in refused).toBe(false);
  await client.subscribe(`${ETH}@ticker`);
  client.close();
});

test("a binary frame is refused; a frame over 64 KiB ends the connection, one below does not", async () => {
  const client = await OutsideStream.openPublic(venue, trader.accountId);
  client.sendBytes(Buffer.from(`{"id":1,"event":"ping"}`));
  expect(await client.next(() => true)).toMatchObject({ success: false, errorMsg: "invalid message" });
  const ping = (size: number): string => `{"id":2,"event":"ping","x":"${"x".repeat(size - 31)}"}`;
  client.send(ping(65_000));
  await client.next((frame) => frame.event === "pong");
  client.send(ping(66_000));
  expect((await client.closed()).code).toBe(1009);
});

test("ids are returned unchanged and with the same type, or not at all", async () => {
  const client = await OutsideStream.openPublic(venue, trader.accountId);
  for (const id of ["s1", 1, 0, -5, "", "1"]) client.send({ id, event: "unsubscribe", topic: "bbos" });
  client.send({ event: "unsubscribe", topic: "bbos" });
  await client.until(() => client.frames.length >= 7);
  expect(client.frames.map((frame) => frame.id)).toEqual(["s1", 1, 0, -5, "", "1", undefined]);
  expect(client.frames.map((frame) => frame.success)).toEqual(Array<boolean>(7).fill(true));
  client.close();
});

test("one taker against three makers: reports, positions and trades in order", async () => {
  const symbol = "PERP_AVAX_USDC";
  const avax = { symbol, order_type: "LIMIT", order_quantity: 10 };
  const makers = await Promise.all([1, 2, 3].map(() => newTrader(venue.url)));
  const [own, tape, ...others] = await Promise.all([
    OutsideStream.openPrivate(venue, trader),
    OutsideStream.openPublic(venue, trader.accountId),
    ...makers.map((each) => OutsideStream.openPrivate(venue, each)),
  ]);
  for (const client of [own!, ...others]) {
    for (const topic of ["executionreport", "position", "balance"]) await client.subscribe(topic);
  }
  await tape!.subscribe(`${symbol}@trade`);
  for (const [i, each] of makers.entries())
    accepted(await each.order({ ...avax, side: "SELL", order_price: 28 + i / 10 }));
  const placed = accepted(
    await trader.order({ ...avax, side: "BUY", order_price: 28.5, order_quantity: 30, client_order_id: "t-1" }),
  );
  expect(placed.data.status).toBe("FILLED");

  const reports = (await own!.take("executionreport", 4)).map((frame) => frame.data);
  expect(
    reports.map((report) => [
      report.status,
      report.executedQuantity,
      report.executedPrice,
      report.totalExecutedQuantity,
    ]),
  ).toEqual([
    ["NEW", 0, 0, 0],
    ["PARTIAL_FILLED", 10, 28, 10],
    ["PARTIAL_FILLED", 10, 28.1, 20],
    ["FILLED", 10, 28.2, 30],
  ]);
  expect(reports[0]).toMatchObject({
    tradeId: 0,
    match_id: "",
    maker: false,
    fee: 0,
    reason: "",
    clientOrderId: "t-1",
  });
  expect(reports[3]).toEqual({
    symbol,
    clientOrderId: "t-1",
    orderId: placed.data.order_id,
    type: "LIMIT",
    side: "BUY",
    quantity: 30,
    price: 28.5,
    tradeId: expect.any(Number),
    executedPrice: 28.2,
    executedQuantity: 10,
    fee: 0.1692,
    feeAsset: "USDC",
    totalExecutedQuantity: 30,
    avgExecutedPrice: 28.1,
    averageExecutedPrice: 28.1,
    avgPrice: 28.1,
    status: "FILLED",
    reason: "",
    totalFee: 0.5058,
    visibleQuantity: 0,
    visible: 0,
    timestamp: expect.any(Number),
    createdTime: expect.any(Number),
    orderTag: "",
    reduceOnly: false,
    maker: false,
    marginMode: "CROSS",
    match_id: expect.stringMatching(/^[0-9]+$/),
    seq: expect.any(Number),
  });
  const seqs = reports.map((report) => Number(report.seq));
  expect(seqs).toEqual([...new Set(seqs)].toSorted((a, b) => a - b));

  for (const client of others) {
    const [, filled] = await client.take("executionreport", 2);
    expect(filled!.data).toMatchObject({ status: "FILLED", maker: true, fee: expect.any(Number), side: "SELL" });
    expect(client.framesOf("executionreport")).toHaveLength(2);
  }
  const trades = await tape!.take(`${symbol}@trade`, 3);
  expect(trades.map((frame) => frame.data)).toEqual(
    [28, 28.1, 28.2].map((price) => ({ symbol, price, size: 10, side: "BUY" })),
  );

  // The position in the last frame is the position that REST shows.
  const { rows } = accepted(await trader.get("/v1/positions")).data;
  const row = rows!.find((each) => each.symbol === symbol)!;
  await own!.until(() => positionsIn(own!, symbol).at(-1)?.positionQty === 30);
  expect(positionsIn(own!, symbol).at(-1)).toMatchObject({
    costPosition: row.cost_position,
    averageOpenPrice: row.average_open_price,
    unsettledPnl: row.unsettled_pnl,
    leverage: row.leverage,
    marginMode: "CROSS",
    imr: row.imr,
    mmr: row.mmr,
    estLiqPrice: row.est_liq_price ?? 0,
  });
  // For each event: reports, then positions.
  const topics = own!.frames.map((frame) => frame.topic).filter((topic) => topic !== undefined);
  expect(topics.lastIndexOf("executionreport")).toBeLessThan(topics.lastIndexOf("position"));
  for (const client of [own!, tape!, ...others]) client.close();
});

function positionsIn(client: OutsideStream, symbol: string): Row[] {
  return client
    .framesOf("position")
    .flatMap((frame) => frame.data.positions as Row[])
    .filter((row) => row.symbol === symbol);
}

test("a filter hides other symbols, a second subscription sends no second copy, and unsubscribing ends the frames", async () => {
  const client = await OutsideStream.openPrivate(venue, trader);
  await client.subscribe("executionreport", { symbol: "PERP_BTC_USDC" });
  const symbols = (): unknown[] => client.framesOf("executionreport").map((frame) => frame.data.symbol);
  const place = async (symbol: string): Promise<void> => {
    accepted(await trader.order(symbol === ETH ? { symbol, order_price: 2_900, order_quantity: 0.1 } : {}));
    // Two answers on the same connection after the order: its frames have arrived by then.
    await client.ask({ event: "ping" });
    await client.ask({ event: "ping" });
  };
  await place(ETH);
  await place("PERP_BTC_USDC");
  await client.take("executionreport", 1);
  expect(symbols()).toEqual(["PERP_BTC_USDC"]);

  // The newest filter replaces the old one.
  await client.subscribe("executionreport", { symbol: `${ETH},PERP_SOL_USDC` });
  await place("PERP_BTC_USDC");
  await place(ETH);
  await client.take("executionreport", 2);
  expect(symbols()).toEqual(["PERP_BTC_USDC", ETH]);
  const unknown = await client.ask({ event: "subscribe", topic: "executionreport", params: { symbol: `${ETH},X` } });
  expect(unknown).toMatchObject({ success: false, errorMsg: "invalid symbol X" });

  for (let i = 0; i < 3; i++) await client.subscribe("executionreport");
  await place("PERP_BTC_USDC");
  await client.take("executionreport", 3);
  expect(symbols()).toEqual(["PERP_BTC_USDC", ETH, "PERP_BTC_USDC"]);

  expect(await client.ask({ event: "unsubscribe", topic: "executionreport" })).toMatchObject({ success: true });
  await place("PERP_BTC_USDC");
  await client.subscribe("executionreport");
  await place(ETH);
  await client.take("executionreport", 4);
  expect(symbols()).toEqual(["PERP_BTC_USDC", ETH, "PERP_BTC_USDC", ETH]);
  client.close();
  accepted(await trader.delete("/v1/orders"));
});

test("no client receives frames of another account", async () => {
  const [own, other] = [await OutsideStream.openPrivate(venue, trader), await OutsideStream.openPrivate(venue, maker)];
  for (const client of [own, other]) {
    for (const topic of ["executionreport", "position", "balance"]) await client.subscribe(topic);
  }
  accepted(await trader.order());
  accepted(await trader.delete("/v1/orders"));
  const reports = await own.take("executionreport", 2);
  expect(reports.map((frame) => [frame.data.status, frame.data.reason])).toEqual([
    ["NEW", ""],
    ["CANCELLED", "CANCEL_ALL"],
  ]);
  await other.ask({ event: "ping" });
  expect(other.frames.filter((frame) => frame.topic !== undefined)).toEqual([]);
  for (const client of [own, other]) client.close();
});

test("a refusal for lack of margin is reported with its reason, and a change of leverage as a position", async () => {
  const client = await OutsideStream.openPrivate(venue, trader);
  for (const topic of ["executionreport", "position"]) await client.subscribe(topic);
  expect((await trader.order({ order_quantity: 80 })).json.code).toBe(-1101);
  const [refused] = await client.take("executionreport", 1);
  expect(refused!.data).toMatchObject({ status: "REJECTED", reason: "insufficient margin", quantity: 80, tradeId: 0 });

  // An earlier test left a position of 30.
  accepted(await trader.post("/v1/client/leverages", { symbol: "PERP_AVAX_USDC", leverage: 7 }));
  await client.until(() => positionsIn(client, "PERP_AVAX_USDC").some((row) => row.leverage === 7));
  client.close();
});

test("every cancel reports its reason, and an amendment shows the order as it is now", async () => {
  const symbol = "PERP_NEAR_USDC";
  await setPrice(venue.url, symbol, 5);
  const near = (side: string, price: number | undefined, changes: Row = {}): Row => {
    return { symbol, side, order_type: "LIMIT", order_price: price, order_quantity: 10, ...changes };
  };
  const client = await OutsideStream.openPrivate(venue, trader);
  await client.subscribe("executionreport");
  /** The reports of an order, once there are `count` of them. */
  const reportsOf = async (id: unknown, count: number): Promise<unknown[]> => {
    const own = () => client.framesOf("executionreport").filter((frame) => frame.data.orderId === id);
    await client.until(() => own().length >= count);
    return own().map(({ data }) => [data.status, data.reason, data.totalExecutedQuantity]);
  };
  const place = async (order: Row): Promise<unknown> => accepted(await trader.order(order)).data.order_id;

  const byUser = await place(near("BUY", 4.9));
  const identity = { order_id: byUser, symbol, side: "BUY", order_type: "LIMIT" };
  accepted(await trader.put("/v1/order", { ...identity, order_price: 4.91, order_quantity: 12 }));
  accepted(await trader.delete(`/v1/order?symbol=${symbol}&order_id=${byUser}`));
  expect(await reportsOf(byUser, 3)).toEqual([
    ["NEW", "", 0],
    ["NEW", "", 0],
    ["CANCELLED", "USER", 0],
  ]);
  const amended = client.framesOf("executionreport").filter((frame) => frame.data.orderId === byUser)[1]!;
  expect(amended.data).toMatchObject({ price: 4.91, quantity: 12, tradeId: 0, visibleQuantity: 12 });

  accepted(await maker.order(near("SELL", 5)));
  const rest = await place(near("BUY", 5, { order_type: "IOC", order_quantity: 25 }));
  expect(await reportsOf(rest, 3)).toEqual([
    ["NEW", "", 0],
    ["PARTIAL_FILLED", "", 10],
    ["CANCELLED", "IOC_REMAINDER", 10],
  ]);
  // The resulting position of 10 is closed, which also cancels the reduce-only order.
  const reducing = await place(near("SELL", 5.5, { reduce_only: true }));
  accepted(await maker.order(near("BUY", 5)));
  await place(near("SELL", undefined, { order_type: "MARKET", reduce_only: true }));
  expect(await reportsOf(reducing, 2)).toEqual([
    ["NEW", "", 0],
    ["CANCELLED", "REDUCE_ONLY_CLOSED", 0],
  ]);
  const outside = await place(near("BUY", 5.1));
  await setPrice(venue.url, symbol, 4.9);
  expect((await reportsOf(outside, 2))[1]).toEqual(["CANCELLED", "PRICE_RANGE", 0]);
  const late = await place(near("BUY", 4));
  accepted(await trader.post("/v1/order/cancel_all_after", { trigger_after: 5_000 }));
  await advance(venue.url, 6_000);
  expect((await reportsOf(late, 2))[1]).toEqual(["CANCELLED", "CANCEL_ALL_AFTER", 0]);
  client.close();
  for (const each of [trader, maker]) await each.synchronise();
});

test("every public topic is accepted, and those with a current value send it at once", async () => {
  const client = await OutsideStream.openPublic(venue, trader.accountId);
  const intervals = ["1m", "5m", "15m", "30m", "1h", "4h", "12h", "1d", "1w", "1M", "1mon"];
  const periodic = [
    ...[`${ETH}@orderbook`, `${ETH}@bbo`, "bbos", `${ETH}@ticker`, "tickers", `demo$${ETH}@ticker`, "demo$tickers"],
    ...intervals.map((interval) => `${ETH}@kline_${interval}`),
    ...[`${ETH}@markprice`, "markprices", "SPOT_ETH_USDC@indexprice", `${ETH}@indexprice`, "indexprices"],
  ];
  const onEvent = [`${ETH}@orderbookupdate`, `${ETH}@trade`];
  const missing: string[] = [];
  for (const topic of [...periodic, ...onEvent]) {
    const answer = await client.ask({ event: "subscribe", topic });
    if (answer.success !== true) missing.push(`${topic}: ${answer.errorMsg}`);
  }
  expect(missing).toEqual([]);
  await client.ask({ event: "ping" });
  for (const topic of periodic)
    expect({ topic, frames: client.framesOf(topic).length > 0 }).toEqual({ topic, frames: true });
  const first = (topic: string): unknown => client.framesOf(topic)[0]!.data;
  expect(first("SPOT_ETH_USDC@indexprice")).toEqual({ symbol: "SPOT_ETH_USDC", price: 3_000 });
  expect(first(`${ETH}@indexprice`)).toEqual({ symbol: ETH, price: 3_000 });
  expect(first(`${ETH}@markprice`)).toEqual({ symbol: ETH, price: 3_000 });
  expect(first("markprices")).toContainEqual({ symbol: ETH, price: 3_000 });
  expect(first("indexprices")).toContainEqual({ symbol: "SPOT_ETH_USDC", price: 3_000 });
  expect(first(`${ETH}@kline_1mon`)).toMatchObject({ symbol: ETH, type: "1mon" });
  for (const topic of onEvent) expect(client.framesOf(topic)).toEqual([]);

  // Prices are set by hand, and the next frames show them.
  await setPrice(venue.url, ETH, 3_030);
  await client.next((frame) => frame.topic === `${ETH}@markprice` && frame.data.price === 3_030);
  await client.next((frame) => frame.topic === "SPOT_ETH_USDC@indexprice" && frame.data.price === 3_030);
  await setPrice(venue.url, ETH, 3_000);
  for (const topic of periodic) {
    const times = client.framesOf(topic).map((frame) => frame.ts!);
    expect({ topic, times }).toEqual({ topic, times: times.toSorted((a, b) => a - b) });
  }
  client.close();
});

test("every private topic can be subscribed, and none sends anything at first", async () => {
  const client = await OutsideStream.openPrivate(venue, trader);
  for (const topic of ["executionreport", "position", "balance"]) await client.subscribe(topic);
  await client.ask({ event: "ping" });
  expect(client.frames.filter((frame) => frame.topic !== undefined)).toEqual([]);
  client.close();
});

test("best prices, ticker, candle, tape and REST agree on a trade", async () => {
  const symbol = "PERP_HYPE_USDC";
  const hype = { symbol, order_type: "LIMIT", order_quantity: 4 };
  const client = await OutsideStream.openPublic(venue, trader.accountId);
  for (const topic of ["bbo", "ticker", "kline_1m", "trade"]) await client.subscribe(`${symbol}@${topic}`);
  expect((await client.take(`${symbol}@bbo`, 1))[0]!.data).toEqual({
    symbol,
    ask: null,
    askSize: null,
    bid: null,
    bidSize: null,
  });
  accepted(await maker.order({ ...hype, side: "SELL", order_price: 25.1 }));
  accepted(await maker.order({ ...hype, side: "BUY", order_price: 24.9, order_quantity: 1 }));
  const best = { symbol, ask: 25.1, askSize: 4, bid: 24.9, bidSize: 1 };
  await client.next((frame) => frame.topic === `${symbol}@bbo` && Bun.deepEquals(frame.data, best));
  accepted(await trader.order({ ...hype, side: "BUY", order_price: 25.1, order_quantity: 3 }));

  const [trade] = await client.take(`${symbol}@trade`, 1);
  expect(trade!.data).toEqual({ symbol, price: 25.1, size: 3, side: "BUY" });
  const ticker = await client.next((frame) => frame.topic === `${symbol}@ticker` && frame.data.count === 1);
  expect(ticker.data).toEqual({
    symbol,
    open: 25.1,
    close: 25.1,
    high: 25.1,
    low: 25.1,
    volume: 3,
    amount: 75.3,
    count: 1,
  });
  const candle = await client.next((frame) => frame.topic === `${symbol}@kline_1m` && frame.data.volume === 3);
  expect(candle.data).toMatchObject({ symbol, type: "1m", close: 25.1, amount: 75.3 });
  expect(Number(candle.data.endTime) - Number(candle.data.startTime)).toBe(60_000);

  const tape = accepted(await call(`${venue.url}/v1/public/market_trades?symbol=${symbol}&limit=10`)).data.rows;
  expect(tape).toEqual([
    { symbol, side: "BUY", executed_price: 25.1, executed_quantity: 3, executed_timestamp: trade!.ts! },
  ]);
  const snapshot = accepted(await call(`${venue.url}/v1/public/futures/${symbol}`)).data;
  expect(snapshot).toMatchObject({ symbol, open_interest: 3, "24h_volume": 3, "24h_amount": 75.3, "24h_close": 25.1 });
  const candles = accepted(await call(`${venue.url}/v1/kline?symbol=${symbol}&type=1m&limit=2`)).data.rows!;
  expect(candles.reduce((volume, row) => volume + Number(row.volume), 0)).toBe(3);
  client.close();
});
