// Repeated, amended and cancelled orders, batches and the dead-man switch, through REST alone. Rules 2, interface 4.4.

import { expect, test } from "bun:test";
import { buy, idOf, idsOf, orderSetup, rowsOf, sell, stored } from "./outside/eth-orders.ts";
import { expectRefusal, expectSuccess } from "./outside/expected-refusal.ts";
import type { Answer } from "./outside/outside-caller.ts";
import { advance } from "./outside/outside-controls.ts";
import type { Order } from "./outside/outside-trading.ts";
import { accepted, newTrader } from "./outside/trader.ts";

const setup = orderSetup();

test("a placement that is sent again gets its first answer and places nothing", async () => {
  const order = buy(2_850, { client_order_id: "again-1" });
  const first = await setup.taker.order(order);
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
    const repeated = await setup.taker.send("POST", "/v1/order", body);
    expectSuccess(repeated);
    expect(repeated.headers.get("svc-replayed")).toBe("true");
    expect(repeated.data).toMatchObject({ order_id: id, status: "NEW", client_order_id: "again-1" });
  }
  for (const change of [
    { order_price: 2_851 },
    { side: "SELL", order_price: 3_100 },
    { order_quantity: 2 },
    { order_type: "POST_ONLY" },
  ]) {
    expectRefusal(await setup.taker.order({ ...order, ...change }), [409, -1007]);
  }
  expectRefusal(await setup.taker.order({ ...order, order_price: 2_850.001 }), [409, -1007]);

  // The answer stays the first one, whatever happens to the order.
  accepted(await setup.taker.delete("/v1/client/order?symbol=PERP_ETH_USDC&client_order_id=again-1"));
  expect((await setup.taker.order(order)).data).toMatchObject({ order_id: id, status: "NEW" });
  expect((await setup.taker.get("/v1/client/order/again-1")).data.status).toBe("CANCELLED");
  expect(idsOf(await setup.taker.get("/v1/orders?status=INCOMPLETE"))).toEqual([]);

  // Client ids belong to an account: another account may use the same one.
  const stranger = await setup.maker.order(order);
  expect(stranger.headers.get("svc-replayed")).toBeNull();
  expect(idOf(stranger)).not.toBe(id);
});

test("one placement that arrives fifty times at once is placed once", async () => {
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => setup.taker.order(buy(2_860, { client_order_id: "again-50" }))),
  );
  expect(new Set(answers.map(idOf)).size).toBe(1);
  expect(answers.filter(({ headers }) => headers.get("svc-replayed") === null)).toHaveLength(1);
  expect(rowsOf(await setup.taker.get("/v1/orders?status=INCOMPLETE"))).toHaveLength(1);
});

test("a refusal for lack of margin is remembered with its order; one before the engine is not", async () => {
  const poor = await newTrader(setup.venue.url);
  const order = buy(3_000, { order_quantity: 100, client_order_id: "too-much" });
  const first = await poor.order(order);
  expectRefusal(first, [400, -1101, "insufficient margin"]);
  expect((await poor.get("/v1/client/order/too-much")).data).toMatchObject({
    status: "REJECTED",
    executed_quantity: 0,
    quantity: 100,
  });
  accepted(await poor.order(buy(2_900)));
  const repeated = await poor.order(order);
  expectRefusal(repeated, [400, -1101, "insufficient margin"]);
  expect(repeated.headers.get("svc-replayed")).toBe("true");
  expectRefusal(await poor.order({ ...order, order_quantity: 1 }), [409, -1007]);

  expectRefusal(await poor.order(buy(3_000.001, { client_order_id: "free" })), [400, -1103]);
  accepted(await poor.order(buy(2_901, { client_order_id: "free" })));
  accepted(await poor.delete("/v1/orders"));
});

test("an amendment changes price and quantity, keeps the rest, and matches where it crosses", async () => {
  const id = idOf(await setup.taker.order(buy(2_900, { client_order_id: "amended", order_quantity: 2 })));
  const { price: _, ...identity } = {
    order_id: id,
    symbol: "PERP_ETH_USDC",
    side: "BUY",
    order_type: "LIMIT",
    price: 0,
  };
  const amend = (changes: Order): Promise<Answer> => setup.taker.put("/v1/order", { ...identity, ...changes });
  expect(accepted(await amend({ order_quantity: 1.5 })).data).toEqual({ status: "NEW" });
  accepted(await amend({ order_price: 2_910, order_id: String(id) }));
  expect(await stored(setup.taker, id)).toMatchObject({
    price: 2_910,
    quantity: 1.5,
    client_order_id: "amended",
    status: "NEW",
  });

  accepted(await setup.maker.order(sell(2_950)));
  expect(accepted(await amend({ order_price: 2_950 })).data.status).toBe("PARTIAL_FILLED");
  expectRefusal(await amend({ order_quantity: 1 }), [400, -1005]);
  expectRefusal(await amend({ order_quantity: 0.5 }), [400, -1005]);
  accepted(await amend({ order_quantity: 1.25 }));
  accepted(await setup.maker.order(sell(2_950, { order_quantity: 0.25 })));
  expect(await stored(setup.taker, id)).toMatchObject({ status: "FILLED", quantity: 1.25, executed_quantity: 1.25 });
  expectRefusal(await amend({ order_price: 2_900 }), [400, -1006]);

  accepted(await setup.maker.order(sell(2_960)));
  const post = idOf(await setup.taker.order(buy(2_900, { order_type: "POST_ONLY" })));
  const crossed = await setup.taker.put("/v1/order", {
    ...identity,
    order_id: post,
    order_type: "POST_ONLY",
    order_price: 2_970,
  });
  expect(crossed.data.status).toBe("CANCELLED");
});

test("a lower quantity keeps an order's place in the queue, a higher one does not", async () => {
  const third = await newTrader(setup.venue.url, { claims: 2 });
  const [first, second] = [idOf(await setup.maker.order(sell(2_980))), idOf(await third.order(sell(2_980)))];
  const amend = (quantity: number): Promise<Answer> =>
    setup.maker.put("/v1/order", {
      order_id: first,
      symbol: "PERP_ETH_USDC",
      side: "SELL",
      order_type: "LIMIT",
      order_quantity: quantity,
    });
  accepted(await amend(0.5));
  accepted(await setup.taker.order(buy(2_980, { order_quantity: 0.1 })));
  expect([await stored(setup.maker, first), await stored(third, second)]).toMatchObject([
    { executed: 0.1 },
    { executed: 0 },
  ]);
  accepted(await amend(0.6));
  accepted(await setup.taker.order(buy(2_980, { order_quantity: 0.1 })));
  expect([await stored(setup.maker, first), await stored(third, second)]).toMatchObject([
    { executed: 0.1 },
    { executed: 0.1 },
  ]);
  accepted(await third.delete("/v1/orders"));
});

test("a batch places each item independently, in order", async () => {
  const answer = accepted(
    await setup.taker.post("/v1/batch-order", {
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
  expect(idsOf(await setup.taker.get("/v1/orders?status=NEW"))).toEqual([rows[6]!.order_id, rows[0]!.order_id]);

  // Sent again, it returns the orders that it placed.
  const repeated = accepted(
    await setup.taker.post("/v1/batch-order", { orders: [buy(2_700, { client_order_id: "b-1" })] }),
  );
  expect(repeated.data.rows).toMatchObject([{ order_id: rows[0]!.order_id }]);

  expect((await setup.taker.delete(`/v1/batch-order?order_ids=${rows[6]!.order_id},999999`)).data).toEqual({
    status: "CANCEL_ALL_SENT",
  });
  expect((await setup.taker.delete("/v1/client/batch-order?client_order_ids=b-1,b-9")).data).toEqual({
    status: "CANCEL_ALL_SENT",
  });
  expect(idsOf(await setup.taker.get("/v1/orders?status=INCOMPLETE"))).toEqual([]);
});

test("cancelling reports the outcome, and only the first cancel succeeds", async () => {
  const id = idOf(await setup.taker.order(buy(2_600, { client_order_id: "cancelled-1" })));
  const path = `/v1/order?symbol=PERP_ETH_USDC&order_id=${id}`;
  expect((await setup.taker.delete(path)).data).toEqual({ order_id: id, status: "CANCELLED" });
  expectRefusal(await setup.taker.delete(path), [400, -1006]);
  expectRefusal(
    await setup.taker.delete("/v1/client/order?symbol=PERP_ETH_USDC&client_order_id=cancelled-1"),
    [400, -1006],
  );
  idOf(await setup.taker.order(buy(2_600, { client_order_id: "cancelled-2" })));
  const byName = await setup.taker.delete("/v1/client/order?symbol=PERP_ETH_USDC&client_order_id=cancelled-2");
  expect(byName.data).toEqual({ status: "CANCEL_SENT" });

  const [btc, eth] = [idOf(await setup.taker.order()), idOf(await setup.taker.order(buy(2_600)))];
  expect((await setup.taker.delete("/v1/orders?symbol=PERP_ETH_USDC")).data).toEqual({ status: "CANCEL_ALL_SENT" });
  expect([(await stored(setup.taker, btc)).status, (await stored(setup.taker, eth)).status]).toEqual([
    "NEW",
    "CANCELLED",
  ]);
  expect((await setup.taker.delete("/v1/orders")).data).toEqual({ status: "CANCEL_ALL_SENT" });
  expect((await stored(setup.taker, btc)).status).toBe("CANCELLED");
  expect((await setup.taker.delete("/v1/orders")).data).toEqual({ status: "CANCEL_ALL_SENT" });
});

test("an order that is cancelled and filled many times at once ends once", async () => {
  for (let i = 0; i < 10; i++) {
    const id = idOf(await setup.maker.order(sell(2_995)));
    const cancels = Array.from({ length: 10 }, () =>
      setup.maker.delete(`/v1/order?symbol=PERP_ETH_USDC&order_id=${id}`),
    );
    const [taken, ...cancelled] = await Promise.all([setup.taker.order(buy(2_995, { order_type: "IOC" })), ...cancels]);
    const { status } = await stored(setup.maker, id);
    expect(cancelled.filter((answer) => answer.status === 200)).toHaveLength(status === "CANCELLED" ? 1 : 0);
    expect(taken.data.status).toBe(status === "FILLED" ? "FILLED" : "CANCELLED");
  }
});

test("the dead-man switch cancels everything when its time comes, unless it is set again or turned off", async () => {
  const trader = await newTrader(setup.venue.url, { claims: 2 });
  const arm = (ms: number): Promise<Answer> => trader.post("/v1/order/cancel_all_after", { trigger_after: ms });
  const open = async (): Promise<number> => rowsOf(await trader.get("/v1/orders?status=INCOMPLETE")).length;
  const step = async (ms: number): Promise<void> => {
    await advance(setup.venue.url, ms);
    for (const each of [trader, setup.maker, setup.taker]) await each.synchronise();
  };
  for (const order of [buy(2_500), {}]) accepted(await trader.order(order));

  const armed = accepted(await arm(60_000));
  const expected = Number(armed.data.expected_trigger_time);
  expect(Math.abs(expected - (armed.json.timestamp! + 60_000))).toBeLessThan(5_000);
  await step(30_000);
  expect(await open()).toBe(2);
  // Setting it again restarts its time.
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
  // It has fired once: later orders stay.
  accepted(await trader.order(buy(2_500)));
  await step(10_000);
  expect(await open()).toBe(1);
});
