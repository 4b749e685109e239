// STOP, TP_SL and POSITIONAL_TP_SL from outside, from placement to end, and what REST and the two topics report on the
// way. Rules 3.2 to 3.4, streams 9.2.

import { expect, test } from "bun:test";
import { algoSetup, ETH, legsOf, POSITIONAL, STOP, stopLoss, TP_SL, takeProfit } from "./outside/algo-setup.ts";
import { AlgoReports, expectSameOrder, nodesOf } from "./outside/checked-algo-reports.ts";
import { blank, expectRefusal, expectSuccess, INVALID, type Refusal } from "./outside/expected-refusal.ts";
import type { Row } from "./outside/outside-caller.ts";
import { fillOf, limitOrder, type Order, positionOf } from "./outside/outside-trading.ts";
import { accepted } from "./outside/trader.ts";

const setup = algoSetup();

test("a STOP triggers at its price and closes its quantity, fill by fill", async () => {
  await fillOf(setup.maker, setup.trader, limitOrder(ETH, "BUY", 2, 3_000));
  const reports = await AlgoReports.of(setup.venue, setup.trader);
  await reports.stream.subscribe("executionreport");
  const answer = await setup.place({
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
  const waiting = await setup.algoOf(id);
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
  const report = await reports.next();
  expectSameOrder(report, waiting);
  expect(report).toMatchObject({ tradeId: 0, fee: 0, visibleQuantity: 2, maker: false, isMaker: false });
  // It needs no margin while it waits, and is not in the book.
  expect(await positionOf(setup.trader, ETH, "CROSS")).toMatchObject({ pending_short_qty: 0 });

  await setup.bid(2_945, 1.5);
  await setup.bid(2_940, 1);
  await setup.mark(2_950.01);
  expect(await setup.algoOf(id)).toEqual(waiting);
  await setup.mark(2_950);
  const fired = await setup.algoOf(id);
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
  expect(accepted(await setup.trader.get(`/v1/order/${fired.order_id}`)).data).toMatchObject({
    type: "MARKET",
    status: "FILLED",
    client_order_id: null,
    order_tag: "tag",
    reduce_only: true,
  });
  expect(await setup.tradesOf(id)).toMatchObject([
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
  expectRefusal(await setup.cancel(id), [400, -1006]);
  expectRefusal(await setup.amend(id, { trigger_price: 2_800 }), [400, -1006]);
  reports.stream.close();
});

test("a STOP that closes a position retries what was not filled, and adds up what its orders did", async () => {
  await setup.mark(3_000);
  await fillOf(setup.maker, setup.trader, limitOrder(ETH, "BUY", 2, 3_000));
  const reports = await AlgoReports.of(setup.venue, setup.trader);
  const id = await setup.placed({ ...STOP, quantity: "1", trigger_price: 2_950, reduce_only: true });
  expect(await reports.next()).toMatchObject({ status: "NEW", isTriggered: false });
  // There is no bid: it does not trigger.
  await setup.mark(2_950);
  expect(await setup.algoOf(id)).toMatchObject({ algo_status: "NEW", is_triggered: "false", order_id: null });
  await setup.bid(2_930, 0.3);
  await setup.mark(2_949.9);
  expect(await reports.next()).toMatchObject({
    ...{ status: "PARTIAL_FILLED", isTriggered: true, triggerTradePrice: 2_949.9 },
    ...{ executedPrice: 2_930, executedQuantity: 0.3 },
  });
  const first = await setup.algoOf(id);
  expect(first).toMatchObject({ algo_status: "PARTIAL_FILLED", is_triggered: "true", trigger_status: "SUCCESS" });
  const open = accepted(await setup.trader.get("/v1/algo/orders?status=INCOMPLETE&is_triggered=true")).data;
  expect(open.rows).toMatchObject([{ algo_order_id: id, total_executed_quantity: 0.3 }]);
  expectRefusal(await setup.amend(id, { trigger_price: 2_800 }), [400, -1006]);

  await setup.bid(2_925, 0.5);
  await setup.mark(2_949.8);
  expect(await reports.next()).toMatchObject({ status: "PARTIAL_FILLED", totalExecutedQuantity: 0.8 });
  const second = await setup.algoOf(id);
  expect(second).toMatchObject({
    algo_status: "PARTIAL_FILLED",
    total_executed_quantity: 0.8,
    average_executed_price: 2_926.875,
    trigger_trade_price: 2_949.9,
    trigger_time: first.trigger_time!,
  });
  expect(second.order_id).not.toBe(first.order_id!);
  const fills = await setup.tradesOf(id);
  expect(fills).toMatchObject([
    { executed_price: 2_925, executed_quantity: 0.5, order_id: second.order_id! },
    { executed_price: 2_930, executed_quantity: 0.3, order_id: first.order_id! },
  ]);
  expectSuccess(await setup.cancel(id));
  expect(await reports.next()).toMatchObject({ status: "CANCELLED", isTriggered: true, totalExecutedQuantity: 0.8 });
  expect(await setup.algoOf(id)).toMatchObject({ algo_status: "CANCELLED", total_executed_quantity: 0.8 });
  expect(await setup.tradesOf(id)).toEqual(fills);
  reports.stream.close();
});

test("a STOP above the mark triggers upwards; as LIMIT it may rest, and is cancelled like any order", async () => {
  const id = await setup.placed({ ...STOP, type: "LIMIT", price: 3_040, side: "BUY", trigger_price: 3_050 });
  await setup.mark(3_049.99);
  expect(await setup.algoOf(id)).toMatchObject({ algo_status: "NEW", is_triggered: "false" });
  await setup.mark(3_060);
  const fired = await setup.algoOf(id);
  expect(fired).toMatchObject({ algo_status: "NEW", is_triggered: "true", trigger_trade_price: 3_060, price: 3_040 });
  expect(await positionOf(setup.trader, ETH, "CROSS")).toMatchObject({ pending_long_qty: 1 });
  expectRefusal(await setup.cancel(id), [400, -1006]);
  accepted(await setup.trader.delete(`/v1/order?symbol=${ETH}&order_id=${fired.order_id}`));
  expect(await setup.algoOf(id)).toMatchObject({ algo_status: "CANCELLED", trigger_status: "SUCCESS" });
});

test("when the order of a triggered STOP is refused, both are REJECTED", async () => {
  const reports = await AlgoReports.of(setup.venue, setup.trader);
  const id = await setup.placed({ ...STOP, quantity: 100, trigger_price: 2_950 });
  await setup.mark(2_950);
  const fired = await setup.algoOf(id);
  expect(fired).toMatchObject({ algo_status: "REJECTED", trigger_status: "FAIL", is_triggered: "true" });
  expect(accepted(await setup.trader.get(`/v1/order/${fired.order_id}`)).data).toMatchObject({
    status: "REJECTED",
    executed_quantity: 0,
  });
  const [, last] = await reports.all(2);
  expectSameOrder(last!, fired);
  expect(last).toMatchObject({ visibleQuantity: 0 });
  reports.stream.close();
});

test("TP_SL: one leg triggers, the other is cancelled; both are changed through their root", async () => {
  await fillOf(setup.maker, setup.trader, limitOrder(ETH, "BUY", 2, 3_000));
  const reports = await AlgoReports.of(setup.venue, setup.trader);
  const limited = stopLoss(2_900, { type: "LIMIT", price: 2_890 });
  const id = await setup.placed({ ...TP_SL, child_orders: [takeProfit(3_100), limited] });
  const waiting = await setup.algoOf(id);
  const [profit, loss] = legsOf(waiting) as [Row, Row];
  expect(waiting).toMatchObject({ algo_type: "TP_SL", type: "MARKET", quantity: 1, trigger_price: null });
  expect(profit).toMatchObject({ parent_algo_order_id: id, root_algo_order_id: id, trigger_price: 3_100, quantity: 1 });
  expect(loss).toMatchObject({ algo_type: "STOP_LOSS", type: "LIMIT", price: 2_890, reduce_only: true, side: "SELL" });
  const [report] = await reports.all(1);
  expectSameOrder(report!, waiting);
  for (const [i, leg] of [profit, loss].entries()) expectSameOrder((report!.childOrders as Row[])[i]!, leg);

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
    const answer = await setup.amend(id, changes as Order);
    expectRefusal(answer, refusal as Refusal);
    if (field !== undefined) expect(answer.json.message).toContain(field);
  }
  expectRefusal(await setup.trader.put("/v1/algo/order", { quantity: 2 }), blank("order_id"));
  expectRefusal(await setup.trader.put("/v1/algo/order", { order_id: "first", quantity: 2 }), INVALID);
  expectRefusal(await setup.trader.put("/v1/algo/order", { order_id: 999_999, quantity: 2 }), [400, -1006]);
  expect(await setup.algoOf(id)).toEqual(waiting);
  const edited = accepted(await setup.amend(id, both({ quantity: 2, trigger_price: 3_090 }, { quantity: 2 })));
  expect(edited.data).toEqual({ status: "EDIT_SENT" });
  const amended = await setup.algoOf(id);
  expect(legsOf(amended)).toMatchObject([
    { quantity: 2, trigger_price: 3_090 },
    { quantity: 2, trigger_price: 2_900, price: 2_890 },
  ]);
  expectSameOrder((await reports.all(1))[0]!, amended);

  await setup.mark(2_899);
  expect(await setup.statusesOf(id)).toEqual(["NEW", "CANCELLED", "NEW"]);
  await setup.bid(2_890, 2);
  const done = await setup.algoOf(id);
  expect(await setup.statusesOf(id)).toEqual(["FILLED", "CANCELLED", "FILLED"]);
  expect(done).toMatchObject({ is_triggered: "true", executed_quantity: 2, trigger_trade_price: 2_899 });
  // The limit order rested, and was the maker of the trade.
  expect(await setup.tradesOf(id)).toMatchObject([
    { executed_price: 2_890, is_maker: 1, fee: 1.734, realized_pnl: -220 },
  ]);
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

test("the legs of a short: profit below, loss above", async () => {
  await fillOf(setup.maker, setup.trader, limitOrder(ETH, "SELL", 1, 3_000));
  const short = (leg: Order): Order => ({ ...leg, side: "BUY" });
  const id = await setup.placed({
    ...TP_SL,
    side: "BUY",
    child_orders: [short(takeProfit(2_950)), short(stopLoss(3_100))],
  });
  // A group that would only add to the position protects nothing.
  expectRefusal(await setup.place(TP_SL), INVALID);
  await setup.ask(2_951, 1);
  await setup.mark(2_950);
  expect(await setup.statusesOf(id)).toEqual(["FILLED", "FILLED", "CANCELLED"]);
  expect(await setup.tradesOf(id)).toMatchObject([{ executed_price: 2_951, realized_pnl: 49 }]);
});

test("closing a position by hand cancels its protection", async () => {
  await fillOf(setup.maker, setup.trader, limitOrder(ETH, "BUY", 1, 3_000));
  const [group, positional] = [await setup.placed(TP_SL), await setup.placed(POSITIONAL)];
  await fillOf(setup.maker, setup.trader, limitOrder(ETH, "SELL", 1, 3_000));
  for (const id of [group, positional]) {
    expect(await setup.statusesOf(id)).toEqual(["CANCELLED", "CANCELLED", "CANCELLED"]);
  }
});

test("POSITIONAL_TP_SL closes the whole position as it is when it triggers, and there can be only one", async () => {
  await fillOf(setup.maker, setup.trader, limitOrder(ETH, "BUY", 1, 3_000));
  const id = await setup.placed(POSITIONAL);
  expect(await setup.algoOf(id)).toMatchObject({
    type: "CLOSE_POSITION",
    quantity: 0,
    side: "SELL",
    reduce_only: true,
  });
  const repeated = await setup.place(POSITIONAL);
  expectRefusal(repeated, INVALID);
  expect(repeated.json.message).toContain("POSITIONAL_TP_SL");
  await fillOf(setup.maker, setup.trader, limitOrder(ETH, "BUY", 0.5005, 3_000));
  await setup.mark(3_050);
  await setup.bid(3_095, 5);
  await setup.mark(3_100);
  expect(await setup.statusesOf(id)).toEqual(["FILLED", "FILLED", "CANCELLED"]);
  expect(await setup.algoOf(id)).toMatchObject({
    quantity: 1.5005,
    executed_quantity: 1.5005,
    average_executed_price: 3_095,
  });
  expect(accepted(await setup.trader.get("/v1/positions")).data.rows).toEqual([]);
});

test("protection is for the position of its own margin mode", async () => {
  const isolated = { margin_mode: "ISOLATED" };
  await fillOf(setup.maker, setup.trader, limitOrder(ETH, "BUY", 1, 3_000, isolated));
  await fillOf(setup.maker, setup.trader, limitOrder(ETH, "SELL", 1, 3_000));
  const id = await setup.placed({ ...POSITIONAL, ...isolated });
  expect(legsOf(await setup.algoOf(id))).toMatchObject([isolated, isolated]);
  // The cross position is short, so no part of it could be sold.
  expectRefusal(await setup.place(POSITIONAL), INVALID);
  await setup.bid(2_920, 2);
  await setup.mark(2_900);
  expect(await setup.statusesOf(id)).toEqual(["FILLED", "CANCELLED", "FILLED"]);
  expect(await setup.tradesOf(id)).toMatchObject([{ ...isolated, executed_price: 2_920, realized_pnl: -80 }]);
  expect(accepted(await setup.trader.get("/v1/positions")).data.rows).toMatchObject([
    { margin_mode: "CROSS", position_qty: -1 },
  ]);
});
