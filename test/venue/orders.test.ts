// The life of orders, through REST alone: every type and status, the book, lists and paging, and reads right after a
// write. Rules 2, interface 4.4.

import { expect, test } from "bun:test";
import { buy, idOf, idsOf, market, orderSetup, placed, rowsOf, sell, stored } from "./outside/eth-orders.ts";
import { expectRefusal } from "./outside/expected-refusal.ts";
import { setPrice } from "./outside/outside-controls.ts";
import { accepted, newTrader } from "./outside/trader.ts";

const setup = orderSetup();

test("orders that can't rest are cancelled when the book is empty", async () => {
  for (const order of [market("BUY"), buy(3_000, { order_type: "IOC" }), buy(3_000, { order_type: "FOK" })]) {
    const { status, row } = await placed(setup.taker, order);
    expect({ status, row }).toMatchObject({
      status: "CANCELLED",
      row: { status: "CANCELLED", executed_quantity: 0, total_fee: 0 },
    });
  }
});

test("a limit order matches at its price or better, and its rest stays", async () => {
  const resting = idOf(await setup.maker.order(sell(3_000, { order_quantity: 2 })));
  const filled = await placed(setup.taker, buy(3_010));
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
  expect(await stored(setup.maker, resting)).toMatchObject({
    status: "PARTIAL_FILLED",
    executed_quantity: 1,
    total_fee: 0.9,
  });

  const partly = await placed(setup.taker, buy(3_000, { order_quantity: 3 }));
  expect(partly).toMatchObject({
    status: "PARTIAL_FILLED",
    row: { status: "PARTIAL_FILLED", executed_quantity: 1, visible: 2 },
  });
  expect(await stored(setup.maker, resting)).toMatchObject({ status: "FILLED", executed_quantity: 2, total_fee: 1.8 });
});

test("IOC, FOK, POST_ONLY and MARKET end as their names say", async () => {
  const offer = async (): Promise<number> => idOf(await setup.maker.order(sell(3_000)));
  await offer();
  const ioc = await placed(setup.taker, buy(3_000, { order_type: "IOC", order_quantity: 3 }));
  expect(ioc).toMatchObject({ status: "CANCELLED", row: { status: "CANCELLED", executed_quantity: 1 } });

  await offer();
  const unfillable = await placed(setup.taker, buy(3_000, { order_type: "FOK", order_quantity: 1.5 }));
  expect(unfillable).toMatchObject({ status: "CANCELLED", row: { executed_quantity: 0 } });
  expect(await placed(setup.taker, buy(3_000, { order_type: "FOK" }))).toMatchObject({
    status: "FILLED",
    row: { executed_quantity: 1 },
  });

  await offer();
  const crossing = await placed(setup.taker, buy(3_000, { order_type: "POST_ONLY" }));
  expect(crossing).toMatchObject({ status: "CANCELLED", row: { executed_quantity: 0 } });
  expect(await placed(setup.taker, buy(2_999.99, { order_type: "POST_ONLY" }))).toMatchObject({ status: "NEW" });
  const adjusted = await placed(setup.taker, buy(3_005, { order_type: "POST_ONLY", post_only_adjust: true }));
  expect(adjusted).toMatchObject({ status: "NEW", row: { price: 2_999.99 } });

  const all = await placed(setup.taker, market("BUY", { order_quantity: 5 }));
  expect(all).toMatchObject({ status: "CANCELLED", row: { status: "CANCELLED", executed_quantity: 1, price: null } });
});

test("a market order stops where the price would leave its range, and sooner with slippage", async () => {
  for (const price of [3_000, 3_030, 3_089, 3_095]) accepted(await setup.maker.order(sell(price)));
  const slipping = await placed(setup.taker, market("BUY", { order_quantity: 4, slippage: 0.01 }));
  expect(slipping.row).toMatchObject({ status: "CANCELLED", executed_quantity: 2, average_executed_price: 3_015 });
  const bounded = await placed(setup.taker, market("BUY", { order_quantity: 4 }));
  expect(bounded.row).toMatchObject({ status: "CANCELLED", executed_quantity: 1, average_executed_price: 3_089 });
});

test("an amount buys as many lots as it pays for", async () => {
  accepted(await setup.maker.order(sell(3_000, { order_quantity: 2 })));
  const byAmount = await placed(setup.taker, market("BUY", { order_quantity: undefined, order_amount: 1_000 }));
  expect(byAmount).toMatchObject({ status: "FILLED", row: { executed_quantity: 0.3333, amount: 1_000 } });
});

test("ASK and BID take the price of a level, and need the level", async () => {
  for (const price of [3_001, 3_002]) accepted(await setup.maker.order(sell(price)));
  const joined = await placed(setup.taker, sell(0, { order_type: "ASK", order_price: undefined, level: 1 }));
  expect(joined).toMatchObject({ status: "NEW", row: { price: 3_002, type: "ASK" } });
  const taken = await placed(setup.taker, buy(0, { order_type: "ASK", order_price: undefined }));
  expect(taken).toMatchObject({ status: "FILLED", row: { average_executed_price: 3_001 } });
  expectRefusal(await setup.taker.order(buy(0, { order_type: "BID", order_price: undefined })), [400, -1005]);
});

test("the book shows only visible quantity, best price first", async () => {
  accepted(await setup.maker.order(sell(3_001, { visible_quantity: 0.25 })));
  accepted(await setup.maker.order(sell(3_002, { visible_quantity: 0 })));
  accepted(await setup.maker.order(sell(3_003, { order_quantity: 2 })));
  accepted(await setup.taker.order(sell(3_003)));
  for (const price of [2_999, 2_998]) accepted(await setup.maker.order(buy(price)));
  const book = accepted(await setup.taker.get("/v1/orderbook/PERP_ETH_USDC")).data;
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
  const best = accepted(await setup.taker.get("/v1/orderbook/PERP_ETH_USDC?max_level=1")).data;
  expect(best).toMatchObject({ asks: [{ price: 3_001 }], bids: [{ price: 2_999 }] });
});

test("lists show what their filters ask for, newest first, page by page", async () => {
  const trader = await newTrader(setup.venue.url, { claims: 10 });
  const eth = idOf(await trader.order(buy(2_900)));
  const btc = idOf(await trader.order({ order_tag: "mine" }));
  const gone = idOf(await trader.order(buy(2_901, { order_type: "POST_ONLY" })));
  accepted(await trader.delete(`/v1/order?symbol=PERP_ETH_USDC&order_id=${gone}`));
  accepted(await setup.maker.order(sell(2_950)));
  const full = idOf(await trader.order(buy(2_950)));
  const refused = await trader.order({ order_quantity: 99 });
  expectRefusal(refused, [400, -1101]);
  accepted(await setup.maker.order(sell(2_950, { order_quantity: 0.5 })));
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

test("a read right after a write shows what the write answered, a hundred times in a row", async () => {
  for (let i = 0; i < 100; i++) {
    const id = idOf(await setup.taker.order(buy(2_800 + i / 100)));
    const [byId, open, all] = await Promise.all(
      [`/v1/order/${id}`, "/v1/orders?status=NEW&size=1", "/v1/orders?size=1"].map((path) => setup.taker.get(path)),
    );
    expect(byId!.data.status).toBe("NEW");
    expect([idsOf(open!), idsOf(all!)]).toEqual([[id], [id]]);
    accepted(await setup.taker.delete(`/v1/order?symbol=PERP_ETH_USDC&order_id=${id}`));
    const [after, cancelled] = await Promise.all([
      setup.taker.get(`/v1/order/${id}`),
      setup.taker.get("/v1/orders?status=CANCELLED&size=1"),
    ]);
    expect([after.data.status, idsOf(cancelled)]).toEqual(["CANCELLED", [id]]);
  }
});

test("an owner never trades with himself", async () => {
  const own = idOf(await setup.taker.order(sell(2_990)));
  const other = idOf(await setup.maker.order(sell(2_990)));
  const through = await placed(setup.taker, buy(2_990));
  expect(through.status).toBe("FILLED");
  expect(await stored(setup.taker, own)).toMatchObject({ status: "CANCELLED", executed: 0 });
  expect(await stored(setup.maker, other)).toMatchObject({ status: "FILLED" });
});

test("an index move that puts an order out of range cancels it, on the dangerous side only", async () => {
  const symbol = "PERP_LINK_USDC";
  await setPrice(setup.venue.url, symbol, 14);
  const link = { symbol, order_type: "LIMIT", order_quantity: 10 };
  const near = idOf(await setup.taker.order({ ...link, side: "BUY", order_price: 14.4 }));
  const far = idOf(await setup.taker.order({ ...link, side: "BUY", order_price: 9 }));
  await setPrice(setup.venue.url, symbol, 13.9);
  expect([(await stored(setup.taker, near)).status, (await stored(setup.taker, far)).status]).toEqual([
    "CANCELLED",
    "NEW",
  ]);
  await setPrice(setup.venue.url, symbol, 20);
  expect((await stored(setup.taker, far)).status).toBe("NEW");
});
