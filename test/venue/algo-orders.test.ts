// Algo orders of every type, from outside: placed twice, cancelled in every way, listed by every filter. Mark prices
// are set by hand. Rules 3.1, errors 8.4.

import { expect, test } from "bun:test";
import { algoSetup, ETH, legsOf, SOL, STOP, TP_SL, TRAILING } from "./outside/algo-setup.ts";
import { blank, expectRefusal, INVALID } from "./outside/expected-refusal.ts";
import type { Row } from "./outside/outside-caller.ts";
import { advance } from "./outside/outside-controls.ts";
import { fillOf, limitOrder } from "./outside/outside-trading.ts";
import { accepted, newTrader } from "./outside/trader.ts";

const setup = algoSetup();

test("a repeated placement is answered again and placed once; its id stays taken", async () => {
  const body = { ...STOP, client_order_id: "same" };
  const first = accepted(await setup.place(body));
  expect(first.headers.has("svc-replayed")).toBe(false);
  const repeated = accepted(await setup.place({ ...body, quantity: "1.0", trigger_price_type: "MARK_PRICE" }));
  expect(repeated.headers.get("svc-replayed")).toBe("true");
  expect(repeated.data).toEqual(first.data);
  const other = await setup.place({ ...body, quantity: 2 });
  expectRefusal(other, [409, -1007]);
  expect(other.json.message).toContain("client_order_id");
  expect(await setup.listOf()).toHaveLength(1);
  // Ordinary orders have client order ids of their own.
  accepted(await setup.trader.order({ client_order_id: "same" }));

  const byClientId = await setup.trader.get("/v1/algo/client/order/same");
  expect(accepted(byClientId).data).toEqual(await setup.algoOf(Number(first.data.order_id)));
  const path = `/v1/algo/client/order?symbol=${ETH}&client_order_id=same`;
  expect(accepted(await setup.trader.delete(path)).data).toEqual({ status: "CANCEL_SENT" });
  expectRefusal(await setup.trader.delete(path), [400, -1006]);
  expect(accepted(await setup.trader.get("/v1/algo/client/order/same")).data).toMatchObject({
    algo_status: "CANCELLED",
  });
  expect(accepted(await setup.place(body)).headers.get("svc-replayed")).toBe("true");
  expectRefusal(await setup.place({ ...body, quantity: 2 }), [409, -1007]);
});

test("cancelling one leg, one order, all of a type, all of a market", async () => {
  const group = await setup.placed(TP_SL);
  const [profit, loss] = legsOf(await setup.algoOf(group)) as [Row, Row];
  expect(accepted(await setup.cancel(profit.algo_order_id)).data).toEqual({ status: "CANCEL_SENT" });
  expect(await setup.statusesOf(group)).toEqual(["NEW", "CANCELLED", "NEW"]);
  expectRefusal(await setup.cancel(profit.algo_order_id), [400, -1006]);
  accepted(await setup.amend(group, { child_orders: [{ order_id: loss.algo_order_id, is_activated: "false" }] }));
  expect(await setup.statusesOf(group)).toEqual(["CANCELLED", "CANCELLED", "CANCELLED"]);

  const stop = await setup.placed(STOP);
  expectRefusal(await setup.cancel(stop, SOL), [400, -1006]);
  expectRefusal(await setup.cancel(""), blank("order_id"));
  expectRefusal(await setup.cancel("one"), INVALID);
  expectRefusal(await setup.trader.delete("/v1/algo/order?order_id=1"), blank("symbol"));
  expectRefusal(await setup.trader.delete(`/v1/algo/client/order?symbol=${ETH}`), blank("client_order_id"));
  expectRefusal(await setup.trader.delete("/v1/algo/orders?algo_type=LIMIT"), INVALID);
  expectRefusal(await setup.trader.delete("/v1/algo/orders?symbol=X"), [400, -1005, "invalid symbol X"]);

  const sol = await setup.placed({ ...STOP, symbol: SOL, trigger_price: 140 });
  const trailing = await setup.placed(TRAILING);
  const second = await setup.placed(TP_SL);
  const cancelAll = async (query: string) =>
    expect(accepted(await setup.trader.delete(`/v1/algo/orders${query}`)).data).toEqual({ status: "CANCEL_ALL_SENT" });
  const open = async () => (await setup.listOf("status=INCOMPLETE")).map((row) => row.algo_order_id);
  expect(await open()).toEqual([second, trailing, sol, stop]);
  await cancelAll(`?symbol=${ETH}&algo_type=TRAILING_STOP`);
  expect(await open()).toEqual([second, sol, stop]);
  // Cancelling by type STOP includes the legs of groups.
  await cancelAll(`?symbol=${ETH}&algo_type=STOP`);
  expect(await open()).toEqual([sol]);
  await cancelAll("");
  await cancelAll("");
  expect(await open()).toEqual([]);
  // Cancelling all ordinary orders leaves algo orders alone, and the other way round.
  accepted(await setup.trader.order());
  await setup.placed(STOP);
  await cancelAll("");
  expect(accepted(await setup.trader.get("/v1/orders?status=NEW")).data.rows).toHaveLength(1);
  await setup.placed(STOP);
  accepted(await setup.trader.delete("/v1/orders"));
  expect(await open()).toHaveLength(1);
});

test("the timer that cancels all orders cancels algo orders too", async () => {
  const own = await newTrader(setup.venue.url);
  accepted(await own.post("/v1/algo/order", { symbol: ETH, ...STOP }));
  accepted(await own.post("/v1/order/cancel_all_after", { trigger_after: 5_000 }));
  await advance(setup.venue.url, 6_000);
  for (const each of [own, setup.trader, setup.maker]) await each.synchronise();
  expect(accepted(await own.get("/v1/algo/orders")).data.rows).toMatchObject([{ algo_status: "CANCELLED" }]);
});

test("lists: newest first, by every filter, page by page, with legs on request", async () => {
  await fillOf(setup.maker, setup.trader, limitOrder(ETH, "BUY", 1, 3_000));
  const stop = await setup.placed({ ...STOP, order_tag: "mine" });
  const limit = await setup.placed({ ...STOP, type: "LIMIT", price: 3_100, side: "BUY", trigger_price: 3_090 });
  const sol = await setup.placed({ ...STOP, symbol: SOL, trigger_price: 140 });
  // Venue time stands still while a tick is late.
  await advance(setup.venue.url, 5);
  const group = await setup.placed(TP_SL);
  const gone = await setup.placed(TRAILING);
  accepted(await setup.cancel(gone));
  const { created_time } = await setup.algoOf(sol);
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
    expect({ query, ids: (await setup.listOf(query)).map((row) => row.algo_order_id) }).toEqual({
      query,
      ids: [...ids] as never,
    });
  }
  const answer = accepted(await setup.trader.get("/v1/algo/orders?size=2&page=3")).data;
  expect(answer.meta).toEqual({ total: 5, records_per_page: 2, current_page: 3 });
  const [listed] = await setup.listOf(`algo_type=TP_SL`);
  expect(listed).toEqual(await setup.algoOf(group));
  for (const query of [
    "side=LONG",
    "status=OPEN",
    "algo_type=X",
    "order_type=IOC",
    "is_triggered=maybe",
    "page=0",
    "size=501",
  ]) {
    const wrong = await setup.trader.get(`/v1/algo/orders?${query}`);
    expectRefusal(wrong, INVALID);
    expect(wrong.json.message).toContain(query.split("=")[0]!);
  }
  expectRefusal(await setup.trader.get("/v1/algo/orders?symbol=X"), [400, -1005, "invalid symbol X"]);
  expectRefusal(await setup.trader.get("/v1/algo/orders?start_t=2&end_t=1"), INVALID);
});
