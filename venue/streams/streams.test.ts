import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { VENUE_ACCOUNT_ID } from "@evermark/interface/chain/account-id.ts";
import { type TopicRow, topics } from "@evermark/interface/streams/topics.ts";
import { sampleTopic } from "@evermark/interface/testing/sample-topic.ts";
import { Compile } from "typebox/compile";
import { type Frame, privateUrl, publicUrl, signedQuery, TestStreamClient } from "./testing/stream-client.ts";
import { BTC, ETH, type StreamVenue, startStreamVenue, type Trader } from "./testing/stream-venue.ts";

let house: StreamVenue;
let maker: Trader;
let taker: Trader;

beforeEach(async () => {
  house = startStreamVenue();
  maker = await house.trader();
  taker = await house.trader({ brokerId: "other" });
});
afterEach(() => house.stop());

const openPublic = () => TestStreamClient.open(publicUrl(house.base, maker.accountId));
const openPrivate = async (trader: Trader) =>
  TestStreamClient.open(privateUrl(house.base, trader.accountId, await signedQuery(trader, house.clock.now())));

function expectContiguous(frames: readonly Frame[]): void {
  const seqs = frames.map((frame) => Number(frame.seq));
  expect(seqs).toEqual(seqs.map((_, i) => seqs[0]! + i));
}

describe("public topics", () => {
  test("a connection for an account that does not exist is closed before any data", async () => {
    const client = await TestStreamClient.open(publicUrl(house.base, `0x${"9".repeat(64)}`));
    expect(await client.close()).toEqual({ code: 1008, reason: "invalid account_id" });
    expect(client.frames).toEqual([]);
  });

  test("a client without an account follows them under the venue's own account id", async () => {
    const client = await TestStreamClient.open(publicUrl(house.base, VENUE_ACCOUNT_ID));
    expect(await client.subscribe("tickers")).toMatchObject({ success: true });
  });

  test("the account id is accepted in any hex case", async () => {
    const client = await TestStreamClient.open(
      publicUrl(house.base, maker.accountId.toUpperCase().replace("0X", "0x")),
    );
    expect(await client.subscribe("tickers")).toMatchObject({ success: true });
  });

  test("a ticker comes right after its acknowledgement and then every second, numbered without a gap", async () => {
    house.place(maker, { side: "SELL", price: 3_001, quantity: 2 });
    house.place(taker, { side: "BUY", price: 3_001, quantity: 0.5 });
    const client = await openPublic();
    const acknowledged = await client.subscribe(`${ETH}@ticker`);
    expect(acknowledged).toEqual({ id: `${ETH}@ticker`, event: "subscribe", success: true, ts: expect.any(Number) });
    const frames = await client.count(`${ETH}@ticker`, 3);
    expect(client.frames.indexOf(frames[0]!)).toBe(1);
    expect(frames[0]!.data).toEqual({
      symbol: ETH,
      open: 3_001,
      close: 3_001,
      high: 3_001,
      low: 3_001,
      volume: 0.5,
      amount: 1_500.5,
      count: 1,
    });
    expectContiguous(frames);
  });

  test("the frame after a subscription repeats the topic's newest frame", async () => {
    const [first, second] = [await openPublic(), await openPublic()];
    await first.subscribe("markprices");
    const newest = (await first.count("markprices", 2))[1]!;
    await second.subscribe("markprices");
    expect((await second.count("markprices", 1))[0]).toEqual(newest);
  });

  test("numbers advance without a listener", async () => {
    const client = await openPublic();
    for (let i = 0; i < 3; i += 1) {
      house.place(maker, { side: "SELL", price: 3_001, quantity: 0.1 });
      house.place(taker, { side: "BUY", price: 3_001, quantity: 0.1 });
    }
    await client.subscribe(`${ETH}@trade`);
    house.place(maker, { side: "SELL", price: 3_001, quantity: 0.1 });
    house.place(taker, { side: "BUY", price: 3_001, quantity: 0.1 });
    expect((await client.count(`${ETH}@trade`, 1))[0]!.seq).toBe(4);
  });

  test("a builder's ticker counts both sides of trades by its own accounts", async () => {
    house.place(maker, { side: "SELL", price: 3_001, quantity: 2 });
    house.place(taker, { side: "BUY", price: 3_001, quantity: 0.5 });
    house.place(await house.trader({ brokerId: "other" }), { side: "BUY", price: 3_001, quantity: 0.25 });
    const client = await openPublic();
    await client.subscribe(`other$${ETH}@ticker`);
    await client.subscribe("demo$tickers");
    expect((await client.count(`other$${ETH}@ticker`, 1))[0]!.data).toMatchObject({
      close: 3_001,
      volume: 0.75,
      count: 2,
    });
    const tickers = (await client.count("demo$tickers", 1))[0]!.data as unknown as { symbol: string }[];
    expect(tickers.map(({ symbol }) => symbol)).toEqual([BTC, ETH]);
  });

  test("best prices are sent when they change, null for an empty side", async () => {
    const client = await openPublic();
    await client.subscribe(`${ETH}@bbo`);
    house.place(maker, { side: "SELL", price: 3_001, quantity: 2 });
    await client.count(`${ETH}@bbo`, 2);
    house.place(maker, { side: "BUY", price: 2_999, quantity: 1 });
    const [empty, ask, both] = await client.count(`${ETH}@bbo`, 3);
    expect(empty!.data).toEqual({ symbol: ETH, ask: null, askSize: null, bid: null, bidSize: null });
    expect(ask!.data).toEqual({ symbol: ETH, ask: 3_001, askSize: 2, bid: null, bidSize: null });
    expect(both!.data).toEqual({ symbol: ETH, ask: 3_001, askSize: 2, bid: 2_999, bidSize: 1 });
    expectContiguous([empty!, ask!, both!]);
  });

  test("a change behind the best prices sends nothing to those who follow them", async () => {
    const client = await openPublic();
    house.place(maker, { side: "SELL", price: 3_001, quantity: 2 });
    await Bun.sleep(30);
    await client.subscribe(`${ETH}@bbo`);
    house.place(maker, { side: "SELL", price: 3_002, quantity: 2 });
    await Bun.sleep(60);
    expect(client.of(`${ETH}@bbo`)).toHaveLength(1);
  });

  test("each match is a trade frame with the taker's side and the time of the match", async () => {
    const client = await openPublic();
    await client.subscribe(`${ETH}@trade`);
    house.place(maker, { side: "BUY", price: 3_000, quantity: 1 });
    house.place(maker, { side: "BUY", price: 2_999, quantity: 1 });
    house.place(taker, { side: "SELL", price: 2_999, quantity: 1.5 });
    const trades = await client.count(`${ETH}@trade`, 2);
    expect(trades.map(({ data }) => data)).toEqual([
      { symbol: ETH, price: 3_000, size: 1, side: "SELL" },
      { symbol: ETH, price: 2_999, size: 0.5, side: "SELL" },
    ]);
    expect(trades[0]!.ts).toBe(trades[1]!.ts!);
    expectContiguous(trades);
  });

  test("index prices are named after the spot market, or after the perpetual if that was asked for", async () => {
    const client = await openPublic();
    await client.subscribe("SPOT_ETH_USDC@indexprice");
    await client.subscribe(`${ETH}@indexprice`);
    await client.subscribe("indexprices");
    expect((await client.count("SPOT_ETH_USDC@indexprice", 1))[0]!.data).toEqual({
      symbol: "SPOT_ETH_USDC",
      price: 3_000,
    });
    expect((await client.count(`${ETH}@indexprice`, 1))[0]!.data).toEqual({ symbol: ETH, price: 3_000 });
    expect<unknown>((await client.count("indexprices", 1))[0]!.data).toEqual([
      { symbol: "SPOT_BTC_USDC", price: 60_000 },
      { symbol: "SPOT_ETH_USDC", price: 3_000 },
    ]);
  });

  test("the final state of a candle is sent once more before the next one opens", async () => {
    const client = await openPublic();
    house.place(maker, { side: "SELL", price: 3_001, quantity: 2 });
    house.place(taker, { side: "BUY", price: 3_001, quantity: 0.5 });
    await client.subscribe(`${ETH}@kline_1m`);
    house.place(taker, { side: "BUY", price: 3_001, quantity: 0.5 });
    house.advance(60_000);
    await client.until(() => new Set(client.of(`${ETH}@kline_1m`).map(({ data }) => data!.startTime)).size > 1);
    const frames = client.of(`${ETH}@kline_1m`);
    const [final, next] = frames.slice(-2).map(({ data }) => data!);
    expect(final).toMatchObject({ type: "1m", open: 3_001, close: 3_001, volume: 1, amount: 3_001 });
    expect(next).toMatchObject({ open: 3_001, volume: 0 });
    // Another minute may have ended in the meantime, without a trade.
    const later = Number(next!.startTime) - Number(final!.startTime);
    expect([later > 0, later % 60_000]).toEqual([true, 0]);
    expectContiguous(frames);
  });

  test("the month has two names, and each is repeated as it was asked for", async () => {
    const client = await openPublic();
    for (const interval of ["1M", "1mon"]) {
      await client.subscribe(`${ETH}@kline_${interval}`);
      expect((await client.count(`${ETH}@kline_${interval}`, 1))[0]!.data).toMatchObject({ type: interval });
    }
  });

  test("the frames of every topic have the shape declared for it", async () => {
    const client = await openPublic();
    const reader = await openPrivate(taker);
    const { trade, orderbookupdate, executionreport, account, wallet } = topics;
    const events: TopicRow[] = [trade, orderbookupdate, executionreport, account, wallet];
    const rows = Object.values<TopicRow>(topics).filter((row) => row.startsWithCurrent || events.includes(row));
    const named = rows.map((row) => ({ topic: sampleTopic(row.name), row }));
    for (const { topic, row } of named) {
      const listener = row.stream === "public" ? client : reader;
      expect(await listener.subscribe(topic)).toMatchObject({ success: true });
    }
    house.place(maker, { symbol: BTC, side: "SELL", price: 60_001, quantity: 0.2 });
    house.place(taker, { symbol: BTC, side: "BUY", price: 60_001, quantity: 0.05 });
    house.apply({ type: "settle_pnl", account: taker.account, nonce: 0 });
    house.apply({ type: "set_leverage", account: taker.account, market: 0, leverage: 5, marginMode: "CROSS" });
    house.deposit(taker.account, 0.000001);
    for (const { topic, row } of named) {
      const [frame] = await (row.stream === "public" ? client : reader).count(topic, 1);
      const errors = [...Compile(row.data).Errors(frame!.data)];
      expect({ topic, errors }).toEqual({ topic, errors: [] });
    }
  });
});

describe("private topics", () => {
  test("one taker against three makers: NEW and three fills for the taker, one report for each maker", async () => {
    const makers = [maker, await house.trader(), await house.trader()];
    for (const [i, one] of makers.entries()) house.place(one, { side: "SELL", price: 3_001 + i, quantity: 1 });
    const clients = await Promise.all(makers.map(openPrivate));
    const buyer = await openPrivate(taker);
    const tape = await openPublic();
    for (const client of [...clients, buyer]) {
      await client.subscribe("executionreport");
      await client.subscribe("position");
    }
    await tape.subscribe(`${ETH}@trade`);

    house.place(taker, { side: "BUY", price: 3_003, quantity: 2.5 });
    const reports = (await buyer.count("executionreport", 4)).map(({ data }) => data!);
    expect(reports.map(({ status }) => status)).toEqual(["NEW", "PARTIAL_FILLED", "PARTIAL_FILLED", "FILLED"]);
    expect(reports.map(({ executedQuantity }) => executedQuantity)).toEqual([0, 1, 1, 0.5]);
    expect(reports[0]).toMatchObject({
      tradeId: 0,
      match_id: "",
      executedPrice: 0,
      avgPrice: 0,
      totalExecutedQuantity: 0,
    });
    expect(reports[3]).toMatchObject({
      averageExecutedPrice: 3_001.8,
      avgExecutedPrice: 3_001.8,
      avgPrice: 3_001.8,
      totalExecutedQuantity: 2.5,
      maker: false,
      feeAsset: "USDC",
    });
    const seqs = reports.map(({ seq }) => Number(seq));
    expect(seqs.every((seq, i) => i === 0 || seq > seqs[i - 1]!)).toBe(true);

    const trades = await tape.count(`${ETH}@trade`, 3);
    for (const [i, client] of clients.entries()) {
      const [report] = await client.count("executionreport", 1);
      expect(report!.data).toMatchObject({ maker: true, match_id: reports[i + 1]!.match_id, side: "SELL" });
      expect(trades[i]!.data).toMatchObject({ price: 3_001 + i, side: "BUY" });
    }
    // Reports come before the position that results from them.
    await buyer.count("position", 1);
    expect(buyer.frames.filter(({ topic }) => topic !== undefined).map(({ topic }) => topic)).toEqual([
      ...Array(4).fill("executionreport"),
      "position",
    ]);
    expectContiguous(buyer.of("executionreport"));
  });

  test("position frames are numbered by command, also without a listener", async () => {
    const trade = () => {
      house.place(maker, { side: "SELL", price: 3_000, quantity: 2 });
      house.place(taker, { side: "BUY", price: 3_000, quantity: 2 });
    };
    trade();
    trade();
    const client = await openPrivate(taker);
    await client.subscribe("position");
    trade();
    trade();
    expect((await client.count("position", 2)).map(({ seq }) => seq)).toEqual([3, 4]);
  });

  test("a position frame shows the changed rows, with the fees of the last 24 hours", async () => {
    const client = await openPrivate(taker);
    await client.subscribe("position");
    house.place(maker, { side: "SELL", price: 3_000, quantity: 2 });
    house.place(taker, { side: "BUY", price: 3_000, quantity: 2 });
    const [frame] = await client.count("position", 1);
    const [row] = frame!.data!.positions as Record<string, unknown>[];
    expect(row).toMatchObject({
      symbol: ETH,
      marginMode: "CROSS",
      positionQty: 2,
      averageOpenPrice: 3_000,
      markPrice: 3_000,
      pnl24H: -3.6,
      fee24H: 3.6,
      costPosition: 6_003.6,
      unsettledPnl: -3.6,
    });
  });

  test("pnl24H is marked to market and includes fees; a settlement does not change it", async () => {
    const client = await openPrivate(taker);
    for (const topic of ["position", "balance"]) await client.subscribe(topic);
    house.price(2_500);
    house.place(maker, { side: "SELL", price: 2_500, quantity: 2 });
    house.place(taker, { side: "BUY", price: 2_500, quantity: 2 });
    house.price(2_510);
    // A position frame is sent with the row's next change.
    house.place(taker, { side: "BUY", price: 2_400, quantity: 1 });
    const [, marked] = await client.count("position", 2);
    const row = { positionQty: 2, costPosition: 5_003, markPrice: 2_510, pnl24H: 17, fee24H: 3 };
    expect(marked!.data!.positions).toMatchObject([{ ...row, unsettledPnl: 17 }]);

    house.apply({ type: "settle_pnl", account: taker.account, nonce: 0 });
    const [, , settled] = await client.count("position", 3);
    expect(settled!.data!.positions).toMatchObject([{ ...row, costPosition: 5_020, unsettledPnl: 0 }]);
    const balances = await client.count("balance", 1);
    expect(balances.at(-1)!.data!.balances).toMatchObject({ USDC: { holding: 100_017, pnl24H: 17, fee24H: 3 } });
  });

  test("a deposit moves the balance", async () => {
    const client = await openPrivate(taker);
    await client.subscribe("balance");
    house.deposit(taker.account, 5);
    const [frame] = await client.count("balance", 1);
    expect(frame!.data!.balances).toMatchObject({ USDC: { holding: 100_005, frozen: 0, markPrice: 1 } });
  });

  test("a client of another account sees none of it", async () => {
    const stranger = await openPrivate(maker);
    for (const topic of ["executionreport", "position", "balance"]) await stranger.subscribe(topic);
    house.place(taker, { side: "BUY", price: 2_999, quantity: 1 });
    await Bun.sleep(30);
    expect(stranger.of("executionreport")).toEqual([]);
  });

  test("params.symbol hides other markets, the newest filter counts, and each report comes once", async () => {
    const client = await openPrivate(taker);
    await client.subscribe("executionreport", { symbol: `${BTC},${ETH}` });
    await client.subscribe("executionreport", { symbol: BTC });
    house.place(taker, { side: "BUY", price: 2_999, quantity: 1 });
    house.place(taker, { side: "BUY", price: 59_000, quantity: 0.01, symbol: BTC });
    await client.count("executionreport", 1);
    await Bun.sleep(30);
    expect(client.of("executionreport").map(({ data }) => data!.symbol)).toEqual([BTC]);
    await client.subscribe("executionreport");
    house.place(taker, { side: "BUY", price: 2_999, quantity: 1 });
    await client.count("executionreport", 2);
    await client.ask({ event: "unsubscribe", topic: "executionreport" });
    house.place(taker, { side: "BUY", price: 2_999, quantity: 1 });
    await Bun.sleep(30);
    expect(client.of("executionreport")).toHaveLength(2);
  });
});
