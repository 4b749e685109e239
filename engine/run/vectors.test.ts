// The worked figures of rules 12 on trading, reproduced in the engine by commands alone: deposits, orders and prices.

import { expect, test } from "bun:test";
import { lots, priceE8, quantityE8, ticks } from "../base/units.ts";
import type { Side } from "../base/vocabulary.ts";
import { silent } from "../language/events/events.ts";
import { codeOf } from "../testing/refusal-codes.ts";
import { addBroker, amendOrder, listMarket, START } from "../testing/setup.ts";
import { asMicros, asPrice, VectorExchange } from "../testing/vector-exchange.ts";
import {
  averageOpenPriceSteps,
  defaultMarket,
  feeSplit,
  matchingTrace,
  price,
  pricesVector,
  quantity,
} from "../testing/vectors.ts";
import { Engine } from "./engine.ts";

test("average open price, cost and realized profit through adds, a reduction, a flip and a close", () => {
  const { symbol } = averageOpenPriceSteps.inputs;
  const exchange = new VectorExchange({ [symbol]: "3.2451" }, [1_000_000, 1_000_000]);
  for (const step of averageOpenPriceSteps.outputs) {
    exchange.pin(symbol, step.price);
    const events = exchange.trade(0, 1, symbol, step.side as Side, step.price, step.qty);
    const mine = events.orders.filter((report) => report.cause === "fill" && report.account === 0);
    expect(mine.map(({ fee, realizedPnl, maker }) => ({ fee, realizedPnl, maker })) as object[]).toEqual([
      { fee: asMicros(step.fee), realizedPnl: asMicros(step.realized_pnl), maker: false },
    ]);
    const row = exchange.position(0, symbol);
    expect(BigInt(row.quantity) * BigInt(defaultMarket(symbol).baseTick)).toBe(quantity(step.position_qty));
    expect(row.averageOpenPrice).toBe(asPrice(step.average_open_price));
    expect(row.cost).toBe(asMicros(step.cost_position));
    exchange.engine.audit();
  }
  expect(exchange.seats.positions(0)).toEqual([]);
});

test("a fee is rounded up, for every payer", () => {
  const { inputs, outputs } = feeSplit;
  // The notional of the example as a price of 857 ticks and a size of 14,405,693 lots, both of a millionth times one.
  const exchange = new VectorExchange({ PERP_1000PEPE_USDC: "0.000857" }, [1_000_000, 1_000_000]);
  const events = exchange.trade(0, 1, "PERP_1000PEPE_USDC", "BUY", "0.000857", "14405693");
  const fills = events.orders.filter((report) => report.cause === "fill");
  expect(
    fills.map(({ account, executedNotional, fee, maker }) => ({ account, executedNotional, fee, maker })) as object[],
  ).toEqual([
    // The maker's rate is the venue's own taker rate, whose share in the example rounds up to the same amount.
    { account: 1, executedNotional: asMicros(inputs.notional), fee: asMicros(outputs.venue), maker: true },
    { account: 0, executedNotional: asMicros(inputs.notional), fee: asMicros(outputs.user_fee), maker: false },
  ]);
  exchange.engine.audit();
});

test("a builder cannot charge less than the venue does, nor pay rebates in the public tier", () => {
  const engine = new Engine();
  const codes = [addBroker("a", 29, 0), addBroker("b", 60, -1), addBroker("c", 30, 0)].map(
    (command) => codeOf(engine.apply(command, silent).rejection) ?? null,
  );
  expect(codes).toEqual([-1005, -1005, null]);
});

test("a matching trace: hidden before visible, roles, self-trade, POST_ONLY, FOK, MARKET", () => {
  const owners = [..."ABCDEFG"];
  const { symbol } = matchingTrace;
  const exchange = new VectorExchange(
    { [symbol]: "150" },
    owners.map(() => 1_000_000),
  );
  const ended = new Map<number, { status: string; executed: number; quantity: number; reason: string }>();
  for (const { input, executions, reports } of matchingTrace.steps) {
    const hides = input.order_type === "LIMIT" && input.visible_quantity !== input.order_quantity;
    const { events } = exchange.apply(
      exchange.order(
        owners.indexOf(input.owner),
        symbol,
        input.side,
        input.order_type,
        input.order_price ?? "",
        input.order_quantity,
        {
          visible: quantityE8(hides ? Number(quantity(input.visible_quantity)) : -1),
        },
      ),
    );
    const lot = 1 / 100; // of SOL
    const found = events.orders.map(({ orderId, status, executed, reason }) => ({
      orderId,
      status,
      executed: executed * lot,
      reason,
    }));
    expect(found).toEqual(
      reports.map((report) => ({
        orderId: report.order_id,
        status: report.status,
        executed: Number(report.executed_quantity ?? "0"),
        reason: report.reason ?? "",
      })),
    );
    const fills = events.orders.filter((report) => report.cause === "fill");
    const matches = executions.map((_, n) => {
      const [resting, incoming] = [fills[2 * n]!, fills[2 * n + 1]!];
      expect(incoming.matchId).toBe(resting.matchId);
      expect(incoming.tradeId).not.toBe(resting.tradeId);
      return {
        resting_order_id: resting.orderId,
        price: resting.fillPrice,
        quantity: resting.fillQuantity * lot,
        resting_is_maker: resting.maker,
        incoming_is_maker: incoming.maker,
      };
    });
    expect(matches as object[]).toEqual(
      executions.map(({ part, ...each }) => ({
        ...each,
        price: Number(price(each.price)) / 100_000, // ticks of 0.001
        quantity: Number(each.quantity),
      })),
    );
    expect(fills.length).toBe(2 * executions.length);
    expect(events.trades.map((trade) => trade.quantity * lot)).toEqual(executions.map((each) => Number(each.quantity)));
    for (const { orderId, status, executed, quantity: size, reason } of events.orders) {
      ended.set(orderId, { status, executed: executed * lot, quantity: size * lot, reason });
    }
    exchange.engine.audit();
  }
  for (const final of matchingTrace.final) {
    expect(ended.get(final.order_id)).toEqual({
      status: final.status,
      executed: Number(final.executed_quantity),
      quantity: Number(final.order_quantity),
      reason: final.reason ?? "",
    });
  }
});

test("the mark price is the middle of index, basis and book", () => {
  const { inputs, outputs } = pricesVector;
  const { symbol } = inputs;
  const exchange = new VectorExchange({ [symbol]: inputs.index_price }, [10_000_000, 10_000_000]);
  exchange.pin(symbol, inputs.index_price);
  exchange.trade(0, 1, symbol, "BUY", inputs.last_price, "0.1");
  const decimal = (value: bigint) => `${value / 10n ** 8n}.${(value % 10n ** 8n).toString().padStart(8, "0")}`;
  for (const sample of inputs.basis_samples) {
    const middle = price(inputs.index_price) + price(sample);
    const half = price("0.5");
    // Each quote exceeds the impact size of 100,000 USDC.
    const bid = exchange.apply(exchange.order(0, symbol, "BUY", "POST_ONLY", decimal(middle - half), "2"));
    const ask = exchange.apply(exchange.order(1, symbol, "SELL", "POST_ONLY", decimal(middle + half), "2"));
    exchange.tick(60_000);
    for (const [account, { orderId }] of [bid, ask].entries()) {
      exchange.apply({ type: "cancel_order", at: START, account, market: -1, orderId, clientOrderId: "" });
    }
  }
  const [bids, asks] = [inputs.bids, inputs.asks];
  for (const [limit, size] of bids) exchange.apply(exchange.order(0, symbol, "BUY", "POST_ONLY", limit!, size!));
  for (const [limit, size] of asks) exchange.apply(exchange.order(1, symbol, "SELL", "POST_ONLY", limit!, size!));
  exchange.tick(1_000);
  // Without funding the first candidate is the index itself; the second decides, as in the example.
  expect(exchange.mark(symbol)).toBe(price(outputs.mark_price));
});

test("the mark price stays within its band around the index", () => {
  const exchange = new VectorExchange({ PERP_ETH_USDC: "3000" }, [10_000_000, 10_000_000]);
  exchange.apply(exchange.order(0, "PERP_ETH_USDC", "BUY", "POST_ONLY", "3080", "40"));
  exchange.apply(exchange.order(1, "PERP_ETH_USDC", "SELL", "POST_ONLY", "3088", "40"));
  exchange.tick(60_000);
  // The book is only one of three candidates.
  expect(exchange.mark("PERP_ETH_USDC")).toBe(price("3000"));
  exchange.tick(1_000);
  // Now the minute's basis gives 3000 + 84 ÷ 15 = 3005.6, but the band ends at 1 % ÷ 8.
  expect(exchange.mark("PERP_ETH_USDC")).toBe(price("3003.75"));
});

test("lowering the size keeps the place in the queue, raising it does not", () => {
  const exchange = new VectorExchange({ PERP_SOL_USDC: "150" }, [1_000_000, 1_000_000, 1_000_000]);
  const first = exchange.apply(exchange.order(0, "PERP_SOL_USDC", "SELL", "LIMIT", "150", "10"));
  const second = exchange.apply(exchange.order(1, "PERP_SOL_USDC", "SELL", "LIMIT", "150", "10"));
  const sold = { market: 0, side: "SELL" as const, orderType: "LIMIT" as const };
  exchange.apply(amendOrder({ ...sold, orderId: first.orderId, quantity: quantityE8(400_000_000) }));
  const one = exchange.apply(exchange.order(2, "PERP_SOL_USDC", "BUY", "IOC", "150", "1")).events;
  expect(one.trades.map((trade) => trade.makerAccount)).toEqual([0]);
  exchange.apply(amendOrder({ ...sold, orderId: first.orderId, quantity: quantityE8(1_200_000_000) }));
  const two = exchange.apply(exchange.order(2, "PERP_SOL_USDC", "BUY", "IOC", "150", "11")).events;
  expect(two.trades.map((trade) => [trade.makerAccount, trade.quantity]) as unknown).toEqual([
    [1, 1_000],
    [0, 100],
  ]);
  expect(exchange.engine.findOrder(second.orderId)).toBeUndefined();
  expect(exchange.engine.visibleAt(0, "SELL", ticks(150_000))).toBe(lots(1_000));
});

test("an account may have 200 open orders in a market and no more", () => {
  const exchange = new VectorExchange({ PERP_SOL_USDC: "150" }, [1_000_000]);
  const order = exchange.order(0, "PERP_SOL_USDC", "BUY", "LIMIT", "150", "0.1");
  for (let n = 0; n < 200; n += 1) exchange.apply(order);
  expect(exchange.attempt(order).code).toBe(-1012);
  // The limit comes before the filters, and a freed place can be used again.
  expect(exchange.attempt({ ...order, price: priceE8(1) }).code).toBe(-1012);
  exchange.apply({ type: "cancel_order", at: START, account: 0, market: 0, orderId: 7, clientOrderId: "" });
  exchange.apply(order);
  expect(exchange.seats.openOrders(0, 0).length).toBe(200);
});

test("a market whose smallest trade is not a whole micro cannot be listed", () => {
  const engine = new Engine();
  const parameters = { ...defaultMarket("PERP_BTC_USDC"), baseTick: quantityE8(100), baseMin: quantityE8(100) };
  const answer = engine.apply(listMarket(parameters, 6_000_000_000_000), silent);
  expect(codeOf(answer.rejection)).toBe(-1005);
  expect(engine.marketCount).toBe(0);
});
