// BRACKET and TRAILING_STOP from outside: how they activate, grow with fills, follow the mark and trigger, and what
// REST and the two topics report on the way. Rules 3.5, 3.6, streams 9.2.

import { expect, test } from "bun:test";
import { algoSetup, BRACKET, ETH, legsOf, POSITIONAL, TRAILING } from "./outside/algo-setup.ts";
import { AlgoReports, expectSameOrder, nodesOf } from "./outside/checked-algo-reports.ts";
import { expectRefusal, INVALID, type Refusal } from "./outside/expected-refusal.ts";
import type { Row } from "./outside/outside-caller.ts";
import { fillOf, limitOrder } from "./outside/outside-trading.ts";
import { accepted } from "./outside/trader.ts";

const setup = algoSetup();

test("BRACKET: the entry rests, and its fills activate the legs and set their size", async () => {
  const reports = await AlgoReports.of(setup.venue, setup.trader);
  const id = await setup.placed({ ...BRACKET, client_order_id: "b-1" });
  const waiting = await setup.algoOf(id);
  const entry = Number(waiting.order_id);
  expect(waiting).toMatchObject({ algo_type: "BRACKET", type: "LIMIT", price: 2_980, algo_status: "NEW" });
  const [group] = legsOf(waiting) as [Row];
  expect(group).toMatchObject({ algo_type: "TP_SL", is_activated: false, parent_algo_order_id: id, side: "SELL" });
  expect(legsOf(group)).toMatchObject([
    { algo_type: "TAKE_PROFIT", is_activated: false, parent_algo_order_id: group.algo_order_id! },
    { algo_type: "STOP_LOSS", is_activated: false, root_algo_order_id: id },
  ]);
  expect(accepted(await setup.trader.get(`/v1/order/${entry}`)).data).toMatchObject({ status: "NEW", price: 2_980 });
  // The legs are not active yet: nothing triggers.
  await setup.mark(3_050);
  await setup.mark(3_000);
  const groupNow = async (): Promise<Row> => legsOf(await setup.algoOf(id))[0]!;

  await setup.ask(2_980, 0.5);
  expect(await setup.algoOf(id)).toMatchObject({ algo_status: "PARTIAL_FILLED", executed_quantity: 0.5 });
  expect(await groupNow()).toMatchObject({
    is_activated: true,
    quantity: 0.5,
    root_algo_order_status: "PARTIAL_FILLED",
  });
  await setup.ask(2_980, 1.5);
  expect(await setup.algoOf(id)).toMatchObject({ algo_status: "FILLED", executed_quantity: 2, total_fee: 1.788 });
  expect(await groupNow()).toMatchObject({ algo_status: "NEW", quantity: 2, is_triggered: "false" });
  await setup.bid(3_040, 3);
  await setup.mark(3_050);
  const done = await groupNow();
  expect(done).toMatchObject({ algo_status: "FILLED", executed_quantity: 2, trigger_trade_price: 3_050 });
  expect(legsOf(done).map((leg) => leg.algo_status)).toEqual(["FILLED", "CANCELLED"]);
  expect(await setup.tradesOf(id)).toMatchObject([
    { side: "SELL", executed_price: 3_040, executed_quantity: 2, fee: 3.648, is_maker: 0 },
    { side: "BUY", executed_price: 2_980, executed_quantity: 1.5, fee: 1.341, is_maker: 1, order_id: entry },
    { side: "BUY", executed_price: 2_980, executed_quantity: 0.5, fee: 0.447, order_id: entry },
  ]);
  // One report of the placement. Then for each fill of the entry one of the entry, and one of the legs that it
  // activated or enlarged. Then the last fill.
  const frames = (await reports.all(6)).map(nodesOf);
  expect(
    frames.map(([root, legs]) => [root!.algoStatus, root!.executedQuantity, legs!.isActivated, legs!.quantity]),
  ).toEqual([
    ["NEW", 0, false, 2],
    ["PARTIAL_FILLED", 0.5, false, 2],
    ["PARTIAL_FILLED", 0, true, 0.5],
    ["FILLED", 1.5, true, 0.5],
    ["FILLED", 0, true, 2],
    ["FILLED", 0, true, 2],
  ]);
  expect(frames.at(-1)!.map((each) => [each.algoStatus, each.executedQuantity])).toEqual([
    ["FILLED", 0],
    ["FILLED", 0],
    ["FILLED", 2],
    ["CANCELLED", 0],
  ]);
  reports.stream.close();
});

test("BRACKET: an entry that ends without a fill cancels its legs; a refused entry leaves a REJECTED tree", async () => {
  const id = await setup.placed(BRACKET);
  const { order_id } = await setup.algoOf(id);
  accepted(await setup.trader.delete(`/v1/order?symbol=${ETH}&order_id=${order_id}`));
  const ended = await setup.algoOf(id);
  expect([ended.algo_status, legsOf(ended)[0]!.algo_status]).toEqual(["CANCELLED", "CANCELLED"]);

  const cancelled = await setup.placed(BRACKET);
  accepted(await setup.cancel(cancelled));
  expect(await setup.algoOf(cancelled)).toMatchObject({ algo_status: "CANCELLED" });
  expect(accepted(await setup.trader.get("/v1/orders?status=INCOMPLETE")).data.rows).toEqual([]);

  const large = { ...BRACKET, quantity: 100, client_order_id: "large" };
  const refusal: Refusal = [400, -1101, "insufficient margin"];
  expectRefusal(await setup.place(large), refusal);
  const rejected = accepted(await setup.trader.get("/v1/algo/client/order/large")).data;
  expect([rejected.algo_status, legsOf(rejected)[0]!.root_algo_order_status]).toEqual(["REJECTED", "REJECTED"]);
  const replayed = await setup.place(large);
  expectRefusal(replayed, refusal);
  expect(replayed.headers.get("svc-replayed")).toBe("true");
});

test("BRACKET: one request amends the entry and its inactive legs through the bracket", async () => {
  const id = await setup.placed(BRACKET);
  const group = legsOf(await setup.algoOf(id))[0]!;
  const [profit] = legsOf(group) as [Row];
  const leg = { order_id: profit.algo_order_id, trigger_price: 3_095 };
  const changes = { price: 3_060, child_orders: [{ order_id: group.algo_order_id, child_orders: [leg] }] };
  expect(accepted(await setup.amend(id, changes)).data).toEqual({ status: "EDIT_SENT" });
  const amended = await setup.algoOf(id);
  expect(amended).toMatchObject({ price: 3_060, quantity: 2 });
  expect(legsOf(legsOf(amended)[0]!)).toMatchObject([{ trigger_price: 3_095 }, { trigger_price: 2_900 }]);
  expect(accepted(await setup.trader.get(`/v1/order/${amended.order_id}`)).data).toMatchObject({ price: 3_060 });
});

test("BRACKET with POSITIONAL_TP_SL: at the first fill its legs become an order of their own and replace the earlier ones", async () => {
  await fillOf(setup.maker, setup.trader, limitOrder(ETH, "BUY", 1, 3_000));
  const before = await setup.placed(POSITIONAL);
  const id = await setup.placed({ ...BRACKET, child_orders: [{ ...POSITIONAL }] });
  const sleeping = legsOf(await setup.algoOf(id))[0]!;
  expect(sleeping).toMatchObject({ algo_type: "POSITIONAL_TP_SL", is_activated: false, algo_status: "NEW" });
  expect(await setup.statusesOf(before)).toEqual(["NEW", "NEW", "NEW"]);
  await setup.ask(2_980, 0.5);
  expect(await setup.statusesOf(before)).toEqual(["CANCELLED", "CANCELLED", "CANCELLED"]);
  expect(await setup.algoOf(id)).toMatchObject({ algo_status: "PARTIAL_FILLED", child_orders: [] });
  const alone = Number(sleeping.algo_order_id);
  expect(await setup.algoOf(alone)).toMatchObject({
    parent_algo_order_id: 0,
    root_algo_order_id: alone,
    is_activated: true,
  });
  accepted(await setup.cancel(id));
  await setup.bid(2_895, 5);
  await setup.mark(2_900);
  expect(await setup.statusesOf(alone)).toEqual(["FILLED", "CANCELLED", "FILLED"]);
  expect(await setup.algoOf(alone)).toMatchObject({ quantity: 1.5, executed_quantity: 1.5 });
});

test("TRAILING_STOP: activates, follows the best mark, triggers at its distance", async () => {
  const reports = await AlgoReports.of(setup.venue, setup.trader);
  // Numbers as text and the camel-case names are accepted too.
  const id = await setup.placed({
    ...TRAILING,
    callback_rate: undefined,
    callbackRate: "0.01",
    activatedPrice: "3050",
  });
  expect(await setup.algoOf(id)).toMatchObject({ is_activated: false, activated_price: 3_050, extreme_price: null });
  await setup.mark(2_800);
  expect(await setup.algoOf(id)).toMatchObject({ is_activated: false, is_triggered: "false" });
  await setup.mark(3_050);
  expect(await setup.algoOf(id)).toMatchObject({ is_activated: true, extreme_price: 3_050, callback_rate: 0.01 });
  await setup.mark(3_099.99);
  expect(await setup.listOf("algo_type=TRAILING_STOP")).toMatchObject([{ algo_order_id: id, extreme_price: 3_099.99 }]);
  // 1 % of 3,099.99 is 31 when rounded up to a cent.
  await setup.mark(3_069);
  expect(await setup.algoOf(id)).toMatchObject({ is_triggered: "false", extreme_price: 3_099.99 });
  await setup.bid(3_060, 1);
  await setup.mark(3_068.99);
  const fired = await setup.algoOf(id);
  expect(fired).toMatchObject({ algo_status: "FILLED", trigger_trade_price: 3_068.99, average_executed_price: 3_060 });
  const [placing, waking, filling] = await reports.all(3);
  expect(placing).toMatchObject({ isActivated: false, activated: false, extremePrice: null, callbackRate: 0.01 });
  expect(waking).toMatchObject({ isActivated: true, activated: true, extremePrice: 3_050, activatedPrice: 3_050 });
  expectSameOrder(filling!, fired);
  reports.stream.close();
});

test("TRAILING_STOP that buys, by a fixed distance, which can be changed", async () => {
  const id = await setup.placed({ ...TRAILING, side: "BUY", callback_rate: undefined, callback_value: 30 });
  expect(await setup.algoOf(id)).toMatchObject({ is_activated: true, extreme_price: 3_000, callback_value: 30 });
  await setup.mark(2_970);
  await setup.mark(2_999.99);
  expect(await setup.algoOf(id)).toMatchObject({ is_triggered: "false", extreme_price: 2_970 });
  for (const [changes, refusal, field] of [
    [{ callback_rate: 0.0505 }, INVALID, "callback_rate"],
    [{ callback_value: 30.001 }, [400, -1103], "callback_value"],
    [{ trigger_price: 2_999 }, INVALID, "trigger_price"],
    [{ price: 2_999 }, INVALID, "price"],
  ] as const) {
    const answer = await setup.amend(id, changes);
    expectRefusal(answer, refusal as Refusal);
    expect(answer.json.message).toContain(field);
  }
  accepted(await setup.amend(id, { callback_value: 40, quantity: 2 }));
  await setup.mark(3_009.99);
  expect(await setup.algoOf(id)).toMatchObject({ is_triggered: "false", quantity: 2, callback_value: 40 });
  await setup.ask(3_011, 2);
  await setup.mark(3_010);
  expect(await setup.algoOf(id)).toMatchObject({
    algo_status: "FILLED",
    executed_quantity: 2,
    trigger_trade_price: 3_010,
  });
});
