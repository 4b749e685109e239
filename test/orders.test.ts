// What becomes of orders, through REST alone: every type and status, lists and paging, repeated placements, amendments,
// batches, cancels and the dead-man switch. Rules 2, interface 4.4.

import { afterAll, afterEach, beforeAll, expect, test } from "bun:test";
import type { Answer, Row } from "./outside/caller.ts";
import { advance, setPrice } from "./outside/controls.ts";
import { expectRefusal, expectSuccess } from "./outside/refusal.ts";
import { accepted, newTrader, type Trader } from "./outside/trader.ts";
import { type OutsideVenue, startVenue } from "./outside/venue.ts";

let venue: OutsideVenue;
let maker: Trader;
let taker: Trader;
beforeAll(async () => {
  venue = await startVenue();
  [maker, taker] = await Promise.all([newTrader(venue.url, { claims: 20 }), newTrader(venue.url, { claims: 20 })]);
});
afterEach(async () => {
  for (const trader of [maker, taker]) {
    for (const row of rowsOf(await trader.get("/v1/orders?status=INCOMPLETE&size=500"))) {
      accepted(await trader.delete(`/v1/order?symbol=${row.symbol}&order_id=${row.order_id}`));
    }
  }
  expect(venue.errors).toEqual([]);
  venue.audit();
});
afterAll(() => venue.stop());

type Order = Readonly<Record<string, unknown>>;
const ETH = { symbol: "PERP_ETH_USDC", order_type: "LIMIT", order_quantity: 1 } as const;
const sell = (price: number, changes: Order = {}): Order => ({ ...ETH, side: "SELL", order_price: price, ...changes });
const buy = (price: number, changes: Order = {}): Order => ({ ...ETH, side: "BUY", order_price: price, ...changes });
const market = (side: string, changes: Order = {}): Order => ({
  ...ETH,
  side,
  order_type: "MARKET",
  order_price: undefined,
  ...changes,
});

const idOf = (answer: Answer): number => Number(accepted(answer).data.order_id);
const rowsOf = (answer: Answer): readonly Row[] => accepted(answer).data.rows!;
const idsOf = (answer: Answer): unknown[] => rowsOf(answer).map((row) => row.order_id);
const stored = async (trader: Trader, id: number): Promise<Row> => accepted(await trader.get(`/v1/order/${id}`)).data;

/** The status that the placement answered, and what is then read back at once. */
async function placed(trader: Trader, order: Order): Promise<{ readonly status: unknown; readonly row: Row }> {
  const answer = accepted(await trader.order(order));
  return { status: answer.data.status, row: await stored(trader, Number(answer.data.order_id)) };
}

test("what can't rest is cancelled where the book is empty", async () => {
  for (const order of [market("BUY"), buy(3_000, { order_type: "IOC" }), buy(3_000, { order_type: "FOK" })]) {
    const { status, row } = await placed(taker, order);
    expect({ status, row }).toMatchObject({
      status: "CANCELLED",
      row: { status: "CANCELLED", executed_quantity: 0, total_fee: 0 },
    });
  }
});

test("a limit order matches at its price or better, and its rest stays", async () => {
  const resting = idOf(await maker.order(sell(3_000, { order_quantity: 2 })));
  const filled = await placed(taker, buy(3_010));
  expect(filled.status).toBe("FILLED");
  expect(filled.row).toMatchObject({
    status: "FILLED",
    price: 3_010,
    average_executed_price: 3_000,
    executed_quantity: 1,
    total_executed_quantity: 1,
    executed: 1,
    total_fee: 1.8,
    visible: 0,
  });
  expect(await stored(maker, resting)).toMatchObject({
    status: "PARTIAL_FILLED",
    executed_quantity: 1,
    total_fee: 0.9,
  });

  const partly = await placed(taker, buy(3_000, { order_quantity: 3 }));
  expect(partly).toMatchObject({
    status: "PARTIAL_FILLED",
    row: { status: "PARTIAL_FILLED", executed_quantity: 1, visible: 2 },
  });
  expect(await stored(maker, resting)).toMatchObject({ status: "FILLED", executed_quantity: 2, total_fee: 1.8 });
});

test("IOC, FOK, POST_ONLY and MARKET end as their names say", async () => {
  const offer = async (): Promise<number> => idOf(await maker.order(sell(3_000)));
  await offer();
  const ioc = await placed(taker, buy(3_000, { order_type: "IOC", order_quantity: 3 }));
  expect(ioc).toMatchObject({ status: "CANCELLED", row: { status: "CANCELLED", executed_quantity: 1 } });

  await offer();
  const unfillable = await placed(taker, buy(3_000, { order_type: "FOK", order_quantity: 1.5 }));
  expect(unfillable).toMatchObject({ status: "CANCELLED", row: { executed_quantity: 0 } });
  expect(await placed(taker, buy(3_000, { order_type: "FOK" }))).toMatchObject({
    status: "FILLED",
    row: { executed_quantity: 1 },
  });

  await offer();
  const crossing = await placed(taker, buy(3_000, { order_type: "POST_ONLY" }));
  expect(crossing).toMatchObject({ status: "CANCELLED", row: { executed_quantity: 0 } });
  expect(await placed(taker, buy(2_999.99, { order_type: "POST_ONLY" }))).toMatchObject({ status: "NEW" });
  const adjusted = await placed(taker, buy(3_005, { order_type: "POST_ONLY", post_only_adjust: true }));
  expect(adjusted).toMatchObject({ status: "NEW", row: { price: 2_999.99 } });

  const all = await placed(taker, market("BUY", { order_quantity: 5 }));
  expect(all).toMatchObject({ status: "CANCELLED", row: { status: "CANCELLED", executed_quantity: 1, price: null } });
});

test("a market order stops where the price would leave its range, and sooner with slippage", async () => {
  for (const price of [3_000, 3_030, 3_089, 3_095]) accepted(await maker.order(sell(price)));
  const slipping = await placed(taker, market("BUY", { order_quantity: 4, slippage: 0.01 }));
  expect(slipping.row).toMatchObject({ status: "CANCELLED", executed_quantity: 2, average_executed_price: 3_015 });
  const bounded = await placed(taker, market("BUY", { order_quantity: 4 }));
  expect(bounded.row).toMatchObject({ status: "CANCELLED", executed_quantity: 1, average_executed_price: 3_089 });
});

test("an amount buys as many lots as it pays for", async () => {
  accepted(await maker.order(sell(3_000, { order_quantity: 2 })));
  const byAmount = await placed(taker, market("BUY", { order_quantity: undefined, order_amount: 1_000 }));
  expect(byAmount).toMatchObject({ status: "FILLED", row: { executed_quantity: 0.3333, amount: 1_000 } });
});

test("ASK and BID take the price of a level, and need the level", async () => {
  for (const price of [3_001, 3_002]) accepted(await maker.order(sell(price)));
  const joined = await placed(taker, sell(0, { order_type: "ASK", order_price: undefined, level: 1 }));
  expect(joined).toMatchObject({ status: "NEW", row: { price: 3_002, type: "ASK" } });
  const taken = await placed(taker, buy(0, { order_type: "ASK", order_price: undefined }));
  expect(taken).toMatchObject({ status: "FILLED", row: { average_executed_price: 3_001 } });
  expectRefusal(await taker.order(buy(0, { order_type: "BID", order_price: undefined })), [400, -1005]);
});

test("the book shows what is visible, best first, and only that", async () => {
  accepted(await maker.order(sell(3_001, { visible_quantity: 0.25 })));
  accepted(await maker.order(sell(3_002, { visible_quantity: 0 })));
  accepted(await maker.order(sell(3_003, { order_quantity: 2 })));
  accepted(await taker.order(sell(3_003)));
  for (const price of [2_999, 2_998]) accepted(await maker.order(buy(price)));
  const book = accepted(await taker.get("/v1/orderbook/PERP_ETH_USDC")).data;
  expect(book).toMatchObject({
    asks: [
      { price: 3_001, quantity: 0.25 },
      { price: 3_003, quantity: 3 },
    ],
    bids: [
      { price: 2_999, quantity: 1 },
      { price: 2_998, quantity: 1 },
    ],
  });
  const best = accepted(await taker.get("/v1/orderbook/PERP_ETH_USDC?max_level=1")).data;
  expect(best).toMatchObject({ asks: [{ price: 3_001 }], bids: [{ price: 2_999 }] });
});

test("lists show what their filters ask for, newest first, page by page", async () => {
  const trader = await newTrader(venue.url, { claims: 10 });
  const eth = idOf(await trader.order(buy(2_900)));
  const btc = idOf(await trader.order({ order_tag: "mine" }));
  const gone = idOf(await trader.order(buy(2_901, { order_type: "POST_ONLY" })));
  accepted(await trader.delete(`/v1/order?symbol=PERP_ETH_USDC&order_id=${gone}`));
  accepted(await maker.order(sell(2_950)));
  const full = idOf(await trader.order(buy(2_950)));
  const refused = await trader.order({ order_quantity: 99 });
  expectRefusal(refused, [400, -1101]);
  accepted(await maker.order(sell(2_950, { order_quantity: 0.5 })));
  const part = idOf(await trader.order(buy(2_950)));

  const list = async (query: string): Promise<unknown[]> => idsOf(await trader.get(`/v1/orders${query}`));
  const rejected = await list("?status=REJECTED");
  expect(rejected).toHaveLength(1);
  const all = [part, ...rejected, full, gone, btc, eth];
  expect(await list("")).toEqual(all);
  expect(await list("?status=NEW")).toEqual([btc, eth]);
  expect(await list("?status=PARTIAL_FILLED")).toEqual([part]);
  expect(await list("?status=FILLED")).toEqual([full]);
  expect(await list("?status=CANCELLED")).toEqual([gone]);
  expect(await list("?status=INCOMPLETE")).toEqual([part, btc, eth]);
  expect(await list("?status=COMPLETED")).toEqual([full, gone]);
  expect(await list("?symbol=PERP_BTC_USDC")).toEqual([...rejected, btc]);
  expect(await list("?side=SELL")).toEqual([]);
  expect(await list("?order_type=POST_ONLY")).toEqual([gone]);
  expect(await list("?order_tag=mine")).toEqual([btc]);
  expect(await list("?sort_by=CREATED_TIME_ASC")).toEqual(all.toReversed());
  expect((await list("?sort_by=UPDATED_TIME_ASC"))[0]).toBe(eth);
  expect(await list("?end_t=1000")).toEqual([]);
  const { created_time } = await stored(trader, eth);
  expect(await list(`?start_t=${created_time}&end_t=${created_time}`)).toContain(eth);

  const pages = [];
  for (const page of [1, 2, 3, 4]) pages.push((await trader.get(`/v1/orders?size=2&page=${page}`)).data);
  expect(pages.flatMap((page) => page.rows!.map((row) => row.order_id))).toEqual(all);
  expect(pages.map((page) => page.meta)).toEqual(
    [1, 2, 3, 4].map((page) => ({ total: 6, records_per_page: 2, current_page: page })),
  );
  expect((await trader.get("/v1/orders")).data.meta).toEqual({ total: 6, records_per_page: 25, current_page: 1 });
  expect(await list("?page=1000000&size=500")).toEqual([]);

  const fills = rowsOf(await trader.get("/v1/trades"));
  expect(fills).toMatchObject([
    { order_id: part, executed_quantity: 0.5, executed_price: 2_950, is_maker: 0, side: "BUY", fee: 0.885 },
    {
      order_id: full,
      executed_quantity: 1,
      executed_price: 2_950,
      is_maker: 0,
      side: "BUY",
      fee: 1.77,
      fee_asset: "USDC",
    },
  ]);
  expect(rowsOf(await trader.get(`/v1/order/${full}/trades`))).toEqual([fills[1]!]);
  expect((await trader.get(`/v1/trade/${fills[0]!.id}`)).data).toEqual(fills[0]!);
  expect(rowsOf(await trader.get("/v1/trades?symbol=PERP_BTC_USDC"))).toEqual([]);
  expect(rowsOf(await trader.get("/v1/trades?size=1&page=2"))).toEqual([fills[1]!]);
  accepted(await trader.delete("/v1/orders"));
});

test("what a write answered, the next read shows, a hundred times in a row", async () => {
  for (let i = 0; i < 100; i++) {
    const id = idOf(await taker.order(buy(2_800 + i / 100)));
    const [byId, open, all] = await Promise.all(
      [`/v1/order/${id}`, "/v1/orders?status=NEW&size=1", "/v1/orders?size=1"].map((path) => taker.get(path)),
    );
    expect(byId!.data.status).toBe("NEW");
    expect([idsOf(open!), idsOf(all!)]).toEqual([[id], [id]]);
    accepted(await taker.delete(`/v1/order?symbol=PERP_ETH_USDC&order_id=${id}`));
    const [after, cancelled] = await Promise.all([
      taker.get(`/v1/order/${id}`),
      taker.get("/v1/orders?status=CANCELLED&size=1"),
    ]);
    expect([after.data.status, idsOf(cancelled)]).toEqual(["CANCELLED", [id]]);
  }
}, 30_000);

test("a placement that is sent again gets its first answer and places nothing", async () => {
  const order = buy(2_850, { client_order_id: "again-1" });
  const first = await taker.order(order);
  expectSuccess(first);
  expect(first.headers.get("svc-replayed")).toBeNull();
  const id = idOf(first);

  const spellings = [
    JSON.stringify(order),
    JSON.stringify(Object.fromEntries(Object.entries(order).reverse())),
    JSON.stringify(order).replace("2850", "2.85e3"),
    JSON.stringify({ ...order, order_price: "2850.00", order_quantity: "1.0" }),
    JSON.stringify({ ...order, unknown_member: 1 }),
  ];
  for (const body of spellings) {
    const again = await taker.send("POST", "/v1/order", body);
    expectSuccess(again);
    expect(again.headers.get("svc-replayed")).toBe("true");
    expect(again.data).toMatchObject({ order_id: id, status: "NEW", client_order_id: "again-1" });
  }
  for (const change of [
    { order_price: 2_851 },
    { side: "SELL", order_price: 3_100 },
    { order_quantity: 2 },
    { order_type: "POST_ONLY" },
  ]) {
    expectRefusal(await taker.order({ ...order, ...change }), [409, -1007]);
  }
  expectRefusal(await taker.order({ ...order, order_price: 2_850.001 }), [409, -1007]);

  // The answer stays the first one, whatever becomes of the order.
  accepted(await taker.delete("/v1/client/order?symbol=PERP_ETH_USDC&client_order_id=again-1"));
  expect((await taker.order(order)).data).toMatchObject({ order_id: id, status: "NEW" });
  expect((await taker.get("/v1/client/order/again-1")).data.status).toBe("CANCELLED");
  expect(idsOf(await taker.get("/v1/orders?status=INCOMPLETE"))).toEqual([]);

  // Ids belong to an account: another may use the same one.
  const stranger = await maker.order(order);
  expect(stranger.headers.get("svc-replayed")).toBeNull();
  expect(idOf(stranger)).not.toBe(id);
});

test("one placement that arrives fifty times at once is placed once", async () => {
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => taker.order(buy(2_860, { client_order_id: "again-50" }))),
  );
  expect(new Set(answers.map(idOf)).size).toBe(1);
  expect(answers.filter(({ headers }) => headers.get("svc-replayed") === null)).toHaveLength(1);
  expect(rowsOf(await taker.get("/v1/orders?status=INCOMPLETE"))).toHaveLength(1);
});

test("a refusal by the margin is remembered with its order, one before the engine is not", async () => {
  const poor = await newTrader(venue.url);
  const order = buy(3_000, { order_quantity: 100, client_order_id: "too-much" });
  const first = await poor.order(order);
  expectRefusal(first, [400, -1101, "insufficient margin"]);
  expect((await poor.get("/v1/client/order/too-much")).data).toMatchObject({
    status: "REJECTED",
    executed_quantity: 0,
    quantity: 100,
  });
  accepted(await poor.order(buy(2_900)));
  const again = await poor.order(order);
  expectRefusal(again, [400, -1101, "insufficient margin"]);
  expect(again.headers.get("svc-replayed")).toBe("true");
  expectRefusal(await poor.order({ ...order, order_quantity: 1 }), [409, -1007]);

  expectRefusal(await poor.order(buy(3_000.001, { client_order_id: "free" })), [400, -1103]);
  accepted(await poor.order(buy(2_901, { client_order_id: "free" })));
  accepted(await poor.delete("/v1/orders"));
});

test("an amendment changes price and quantity, keeps the rest, and matches where it crosses", async () => {
  const id = idOf(await taker.order(buy(2_900, { client_order_id: "amended", order_quantity: 2 })));
  const { price: _, ...identity } = {
    order_id: id,
    symbol: "PERP_ETH_USDC",
    side: "BUY",
    order_type: "LIMIT",
    price: 0,
  };
  const amend = (changes: Order): Promise<Answer> => taker.put("/v1/order", { ...identity, ...changes });
  expect(accepted(await amend({ order_quantity: 1.5 })).data).toEqual({ status: "NEW" });
  accepted(await amend({ order_price: 2_910, order_id: String(id) }));
  expect(await stored(taker, id)).toMatchObject({
    price: 2_910,
    quantity: 1.5,
    client_order_id: "amended",
    status: "NEW",
  });

  accepted(await maker.order(sell(2_950)));
  expect(accepted(await amend({ order_price: 2_950 })).data.status).toBe("PARTIAL_FILLED");
  expectRefusal(await amend({ order_quantity: 1 }), [400, -1005]);
  expectRefusal(await amend({ order_quantity: 0.5 }), [400, -1005]);
  accepted(await amend({ order_quantity: 1.25 }));
  accepted(await maker.order(sell(2_950, { order_quantity: 0.25 })));
  expect(await stored(taker, id)).toMatchObject({ status: "FILLED", quantity: 1.25, executed_quantity: 1.25 });
  expectRefusal(await amend({ order_price: 2_900 }), [400, -1006]);

  accepted(await maker.order(sell(2_960)));
  const post = idOf(await taker.order(buy(2_900, { order_type: "POST_ONLY" })));
  const crossed = await taker.put("/v1/order", {
    ...identity,
    order_id: post,
    order_type: "POST_ONLY",
    order_price: 2_970,
  });
  expect(crossed.data.status).toBe("CANCELLED");
});

test("a lower quantity keeps an order's place in the queue, a higher one does not", async () => {
  const third = await newTrader(venue.url, { claims: 2 });
  const [first, second] = [idOf(await maker.order(sell(2_980))), idOf(await third.order(sell(2_980)))];
  const amend = (quantity: number): Promise<Answer> =>
    maker.put("/v1/order", {
      order_id: first,
      symbol: "PERP_ETH_USDC",
      side: "SELL",
      order_type: "LIMIT",
      order_quantity: quantity,
    });
  accepted(await amend(0.5));
  accepted(await taker.order(buy(2_980, { order_quantity: 0.1 })));
  expect([await stored(maker, first), await stored(third, second)]).toMatchObject([{ executed: 0.1 }, { executed: 0 }]);
  accepted(await amend(0.6));
  accepted(await taker.order(buy(2_980, { order_quantity: 0.1 })));
  expect([await stored(maker, first), await stored(third, second)]).toMatchObject([
    { executed: 0.1 },
    { executed: 0.1 },
  ]);
  accepted(await third.delete("/v1/orders"));
});

test("an owner never trades with himself", async () => {
  const own = idOf(await taker.order(sell(2_990)));
  const other = idOf(await maker.order(sell(2_990)));
  const through = await placed(taker, buy(2_990));
  expect(through.status).toBe("FILLED");
  expect(await stored(taker, own)).toMatchObject({ status: "CANCELLED", executed: 0 });
  expect(await stored(maker, other)).toMatchObject({ status: "FILLED" });
});

test("a batch places each item by itself, in its order", async () => {
  const answer = accepted(
    await taker.post("/v1/batch-order", {
      orders: [
        buy(2_700, { client_order_id: "b-1" }),
        { symbol: "X" },
        buy(2_701, { reduce_only: true }),
        buy(2_702, { order_quantity: 1_000 }),
        {},
        buy(2_703, { client_order_id: "b-1" }),
        buy(2_704),
      ],
    }),
  );
  const rows = answer.data.rows!;
  expect(rows.map((row) => "error_message" in row)).toEqual([false, true, true, true, true, true, false]);
  expect(rows.map((row) => "order_id" in row)).toEqual([true, false, false, false, false, false, true]);
  expect(rows[0]).toMatchObject({ client_order_id: "b-1", order_type: "LIMIT", order_price: 2_700, order_quantity: 1 });
  expect(idsOf(await taker.get("/v1/orders?status=NEW"))).toEqual([rows[6]!.order_id, rows[0]!.order_id]);

  // Sent again, it finds what it placed.
  const again = accepted(await taker.post("/v1/batch-order", { orders: [buy(2_700, { client_order_id: "b-1" })] }));
  expect(again.data.rows).toMatchObject([{ order_id: rows[0]!.order_id }]);

  expect((await taker.delete(`/v1/batch-order?order_ids=${rows[6]!.order_id},999999`)).data).toEqual({
    status: "CANCEL_ALL_SENT",
  });
  expect((await taker.delete("/v1/client/batch-order?client_order_ids=b-1,b-9")).data).toEqual({
    status: "CANCEL_ALL_SENT",
  });
  expect(idsOf(await taker.get("/v1/orders?status=INCOMPLETE"))).toEqual([]);
});

test("cancelling says what happened, once", async () => {
  const id = idOf(await taker.order(buy(2_600, { client_order_id: "cancelled-1" })));
  const path = `/v1/order?symbol=PERP_ETH_USDC&order_id=${id}`;
  expect((await taker.delete(path)).data).toEqual({ order_id: id, status: "CANCELLED" });
  expectRefusal(await taker.delete(path), [400, -1006]);
  expectRefusal(await taker.delete("/v1/client/order?symbol=PERP_ETH_USDC&client_order_id=cancelled-1"), [400, -1006]);
  idOf(await taker.order(buy(2_600, { client_order_id: "cancelled-2" })));
  const byName = await taker.delete("/v1/client/order?symbol=PERP_ETH_USDC&client_order_id=cancelled-2");
  expect(byName.data).toEqual({ status: "CANCEL_SENT" });

  const [btc, eth] = [idOf(await taker.order()), idOf(await taker.order(buy(2_600)))];
  expect((await taker.delete("/v1/orders?symbol=PERP_ETH_USDC")).data).toEqual({ status: "CANCEL_ALL_SENT" });
  expect([(await stored(taker, btc)).status, (await stored(taker, eth)).status]).toEqual(["NEW", "CANCELLED"]);
  expect((await taker.delete("/v1/orders")).data).toEqual({ status: "CANCEL_ALL_SENT" });
  expect((await stored(taker, btc)).status).toBe("CANCELLED");
  expect((await taker.delete("/v1/orders")).data).toEqual({ status: "CANCEL_ALL_SENT" });
});

test("an order that many cancel and fill at once ends once", async () => {
  for (let i = 0; i < 10; i++) {
    const id = idOf(await maker.order(sell(2_995)));
    const cancels = Array.from({ length: 10 }, () => maker.delete(`/v1/order?symbol=PERP_ETH_USDC&order_id=${id}`));
    const [taken, ...cancelled] = await Promise.all([taker.order(buy(2_995, { order_type: "IOC" })), ...cancels]);
    const { status } = await stored(maker, id);
    expect(cancelled.filter((answer) => answer.status === 200)).toHaveLength(status === "CANCELLED" ? 1 : 0);
    expect(taken.data.status).toBe(status === "FILLED" ? "FILLED" : "CANCELLED");
  }
});

test("the dead-man switch cancels everything when its time comes, unless it is set again or off", async () => {
  const trader = await newTrader(venue.url, { claims: 2 });
  const arm = (ms: number): Promise<Answer> => trader.post("/v1/order/cancel_all_after", { trigger_after: ms });
  const open = async (): Promise<number> => rowsOf(await trader.get("/v1/orders?status=INCOMPLETE")).length;
  const step = async (ms: number): Promise<void> => {
    await advance(venue.url, ms);
    for (const each of [trader, maker, taker]) await each.synchronise();
  };
  for (const order of [buy(2_500), {}]) accepted(await trader.order(order));

  const armed = accepted(await arm(60_000));
  const expected = Number(armed.data.expected_trigger_time);
  expect(Math.abs(expected - (armed.json.timestamp! + 60_000))).toBeLessThan(5_000);
  await step(30_000);
  expect(await open()).toBe(2);
  // Set again, the time counts from now.
  accepted(await arm(60_000));
  await step(40_000);
  expect(await open()).toBe(2);
  expect(accepted(await arm(0)).json.success).toBe(true);
  await step(60_000);
  expect(await open()).toBe(2);
  accepted(await arm(5_000));
  await step(6_000);
  expect(await open()).toBe(0);
  expect(rowsOf(await trader.get("/v1/orders?status=CANCELLED"))).toHaveLength(2);
  // It fired once: what is placed now stays.
  accepted(await trader.order(buy(2_500)));
  await step(10_000);
  expect(await open()).toBe(1);
});

test("a price that leaves an order outside the range takes the order with it, on the dangerous side alone", async () => {
  const symbol = "PERP_LINK_USDC";
  await setPrice(venue.url, symbol, 14);
  const link = { symbol, order_type: "LIMIT", order_quantity: 10 };
  const near = idOf(await taker.order({ ...link, side: "BUY", order_price: 14.4 }));
  const far = idOf(await taker.order({ ...link, side: "BUY", order_price: 9 }));
  await setPrice(venue.url, symbol, 13.9);
  expect([(await stored(taker, near)).status, (await stored(taker, far)).status]).toEqual(["CANCELLED", "NEW"]);
  await setPrice(venue.url, symbol, 20);
  expect((await stored(taker, far)).status).toBe("NEW");
});
