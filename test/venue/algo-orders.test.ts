// Algo orders from outside, whatever their type: placed twice, cancelled in every way, listed by every filter. Mark prices
// are set by hand. Rules 3.1, errors 8.4.

import { expect, test } from "bun:test";
import { algoDesk, ETH, legsOf, SOL, STOP, TP_SL, TRAILING } from "./outside/algo-desk.ts";
import type { Row } from "./outside/caller.ts";
import { advance } from "./outside/controls.ts";
import { blank, expectRefusal, INVALID } from "./outside/refusal.ts";
import { accepted, newTrader } from "./outside/trader.ts";
import { fillOf, limitOrder } from "./outside/trading.ts";

const desk = algoDesk();

test("the same placement twice is answered twice and placed once; its id stays taken", async () => {
  const body = { ...STOP, client_order_id: "same" };
  const first = accepted(await desk.place(body));
  expect(first.headers.has("svc-replayed")).toBe(false);
  const again = accepted(await desk.place({ ...body, quantity: "1.0", trigger_price_type: "MARK_PRICE" }));
  expect(again.headers.get("svc-replayed")).toBe("true");
  expect(again.data).toEqual(first.data);
  const other = await desk.place({ ...body, quantity: 2 });
  expectRefusal(other, [409, -1007]);
  expect(other.json.message).toContain("client_order_id");
  expect(await desk.listOf()).toHaveLength(1);
  // Ordinary orders have ids of their own.
  accepted(await desk.trader.order({ client_order_id: "same" }));

  const byClientId = await desk.trader.get("/v1/algo/client/order/same");
  expect(accepted(byClientId).data).toEqual(await desk.algoOf(Number(first.data.order_id)));
  const path = `/v1/algo/client/order?symbol=${ETH}&client_order_id=same`;
  expect(accepted(await desk.trader.delete(path)).data).toEqual({ status: "CANCEL_SENT" });
  expectRefusal(await desk.trader.delete(path), [400, -1006]);
  expect(accepted(await desk.trader.get("/v1/algo/client/order/same")).data).toMatchObject({
    algo_status: "CANCELLED",
  });
  expect(accepted(await desk.place(body)).headers.get("svc-replayed")).toBe("true");
  expectRefusal(await desk.place({ ...body, quantity: 2 }), [409, -1007]);
});

test("cancelling one leg, one order, all of a type, all of a market", async () => {
  const group = await desk.placed(TP_SL);
  const [profit, loss] = legsOf(await desk.algoOf(group)) as [Row, Row];
  expect(accepted(await desk.cancel(profit.algo_order_id)).data).toEqual({ status: "CANCEL_SENT" });
  expect(await desk.statusesOf(group)).toEqual(["NEW", "CANCELLED", "NEW"]);
  expectRefusal(await desk.cancel(profit.algo_order_id), [400, -1006]);
  accepted(await desk.amend(group, { child_orders: [{ order_id: loss.algo_order_id, is_activated: "false" }] }));
  expect(await desk.statusesOf(group)).toEqual(["CANCELLED", "CANCELLED", "CANCELLED"]);

  const stop = await desk.placed(STOP);
  expectRefusal(await desk.cancel(stop, SOL), [400, -1006]);
  expectRefusal(await desk.cancel(""), blank("order_id"));
  expectRefusal(await desk.cancel("one"), INVALID);
  expectRefusal(await desk.trader.delete("/v1/algo/order?order_id=1"), blank("symbol"));
  expectRefusal(await desk.trader.delete(`/v1/algo/client/order?symbol=${ETH}`), blank("client_order_id"));
  expectRefusal(await desk.trader.delete("/v1/algo/orders?algo_type=LIMIT"), INVALID);
  expectRefusal(await desk.trader.delete("/v1/algo/orders?symbol=X"), [400, -1005, "invalid symbol X"]);

  const sol = await desk.placed({ ...STOP, symbol: SOL, trigger_price: 140 });
  const trailing = await desk.placed(TRAILING);
  const second = await desk.placed(TP_SL);
  const cancelAll = async (query: string) =>
    expect(accepted(await desk.trader.delete(`/v1/algo/orders${query}`)).data).toEqual({ status: "CANCEL_ALL_SENT" });
  const open = async () => (await desk.listOf("status=INCOMPLETE")).map((row) => row.algo_order_id);
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
  accepted(await desk.trader.order());
  await desk.placed(STOP);
  await cancelAll("");
  expect(accepted(await desk.trader.get("/v1/orders?status=NEW")).data.rows).toHaveLength(1);
  await desk.placed(STOP);
  accepted(await desk.trader.delete("/v1/orders"));
  expect(await open()).toHaveLength(1);
});

test("the timer that cancels all cancels algo orders, too", async () => {
  const own = await newTrader(desk.venue.url);
  accepted(await own.post("/v1/algo/order", { symbol: ETH, ...STOP }));
  accepted(await own.post("/v1/order/cancel_all_after", { trigger_after: 5_000 }));
  await advance(desk.venue.url, 6_000);
  for (const each of [own, desk.trader, desk.maker]) await each.synchronise();
  expect(accepted(await own.get("/v1/algo/orders")).data.rows).toMatchObject([{ algo_status: "CANCELLED" }]);
});

test("lists: newest first, by every filter, page by page, legs where they are asked for", async () => {
  await fillOf(desk.maker, desk.trader, limitOrder(ETH, "BUY", 1, 3_000));
  const stop = await desk.placed({ ...STOP, order_tag: "mine" });
  const limit = await desk.placed({ ...STOP, type: "LIMIT", price: 3_100, side: "BUY", trigger_price: 3_090 });
  const sol = await desk.placed({ ...STOP, symbol: SOL, trigger_price: 140 });
  // Time stands still while a tick is late.
  await advance(desk.venue.url, 5);
  const group = await desk.placed(TP_SL);
  const gone = await desk.placed(TRAILING);
  accepted(await desk.cancel(gone));
  const { created_time } = await desk.algoOf(sol);
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
    expect({ query, ids: (await desk.listOf(query)).map((row) => row.algo_order_id) }).toEqual({
      query,
      ids: [...ids] as never,
    });
  }
  const answer = accepted(await desk.trader.get("/v1/algo/orders?size=2&page=3")).data;
  expect(answer.meta).toEqual({ total: 5, records_per_page: 2, current_page: 3 });
  const [listed] = await desk.listOf(`algo_type=TP_SL`);
  expect(listed).toEqual(await desk.algoOf(group));
  for (const query of [
    "side=LONG",
    "status=OPEN",
    "algo_type=X",
    "order_type=IOC",
    "is_triggered=maybe",
    "page=0",
    "size=501",
  ]) {
    const wrong = await desk.trader.get(`/v1/algo/orders?${query}`);
    expectRefusal(wrong, INVALID);
    expect(wrong.json.message).toContain(query.split("=")[0]!);
  }
  expectRefusal(await desk.trader.get("/v1/algo/orders?symbol=X"), [400, -1005, "invalid symbol X"]);
  expectRefusal(await desk.trader.get("/v1/algo/orders?start_t=2&end_t=1"), INVALID);
});
