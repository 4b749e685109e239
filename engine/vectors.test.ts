// The worked figures of rules 12, reached in the engine by commands alone: deposits, orders and prices.

import { describe, expect, test } from "bun:test";
import type { Command, PlaceOrder } from "./commands.ts";
import { Engine } from "./engine.ts";
import { silent } from "./events.ts";
import { Recorder } from "./testing/comparison.ts";
import { EngineByOpening } from "./testing/engine-by-opening.ts";
import {
  addBroker,
  amendOrder,
  deposit,
  listMarket,
  openAccount,
  placeOrder as placement,
  START,
} from "./testing/setup.ts";
import {
  averageOpenPriceSteps,
  crossMarginAccount,
  defaultMarket,
  feeSplit,
  marginRatioFunction,
  matchingTrace,
  money,
  price,
  pricesVector,
  quantity,
  rate,
  ratio,
} from "./testing/vectors.ts";
import { lots, millis, priceE8, quantityE8, ticks } from "./units.ts";
import type { OrderType, Side } from "./vocabulary.ts";

const USDC = 1_000_000;

/** An engine with markets, two builders and rich accounts, driven with decimals. */
class Desk {
  readonly seats = new EngineByOpening();
  readonly engine = this.seats.engine;
  private now: number = START;

  constructor(symbols: Record<string, string>, balances: readonly number[]) {
    for (const [symbol, first] of Object.entries(symbols)) {
      this.apply(listMarket(defaultMarket(symbol), Number(price(first))));
    }
    this.apply(addBroker("builder", 60, 30));
    balances.forEach((balance, account) => {
      this.apply(openAccount(account, "builder"));
      this.apply(deposit(account, balance * USDC, `faucet:${account}:1`));
    });
  }

  /** Applies at the next millisecond; expects no refusal unless the caller looks at the answer itself. */
  attempt(command: Command): { code: number | null; orderId: number; events: Recorder } {
    const events = new Recorder();
    this.now = command.type === "tick" ? command.at : this.now + 1;
    const answer = this.seats.apply({ ...command, at: millis(this.now) }, events);
    return { code: answer.rejection?.code ?? null, orderId: answer.orderId, events };
  }

  apply(command: Command): { orderId: number; events: Recorder } {
    const { code, ...done } = this.attempt(command);
    expect(code).toBeNull();
    return done;
  }

  market(symbol: string): number {
    return this.engine.findMarket(symbol);
  }

  order(
    account: number,
    symbol: string,
    side: Side,
    orderType: OrderType,
    limit: string,
    size: string,
    more: Partial<Omit<PlaceOrder, "type">> = {},
  ): PlaceOrder {
    return placement({
      account,
      market: this.market(symbol),
      side,
      orderType,
      price: priceE8(limit === "" ? 0 : Number(price(limit))),
      quantity: quantityE8(Number(quantity(size))),
      ...more,
    });
  }

  pin(symbol: string, value: string): void {
    const prices = [{ market: this.market(symbol), price: priceE8(Number(price(value))) }];
    this.apply({ type: "set_index_prices", at: START, prices });
  }

  leverage(account: number, symbol: string, leverage: number): Command {
    const market = this.market(symbol);
    return { type: "set_leverage", at: START, account, market, leverage, marginMode: "CROSS" };
  }

  /** The next whole minute, or second, from now. */
  tick(step: 1_000 | 60_000): void {
    this.apply({ type: "tick", at: millis((Math.floor(this.now / step) + 1) * step) });
  }

  /** Trades `size` between two accounts at one price, `taker` against `maker`. */
  trade(taker: number, maker: number, symbol: string, side: Side, limit: string, size: string): Recorder {
    this.apply(this.order(maker, symbol, side === "BUY" ? "SELL" : "BUY", "LIMIT", limit, size));
    return this.apply(this.order(taker, symbol, side, "IOC", limit, size)).events;
  }

  mark(symbol: string): bigint {
    const { mark, parameters } = this.engine.market(this.market(symbol));
    return BigInt(mark) * BigInt(parameters.quoteTick);
  }

  position(account: number, symbol: string) {
    return this.seats.position(account, this.market(symbol));
  }
}

const asMicros = (decimal: string) => Number(money(decimal)) as never;
const asRatio = (decimal: string) => Number(ratio(decimal));
const asRate = (decimal: string) => Number(rate(decimal)) as never;
const asPrice = (decimal: string) => Number(price(decimal)) as never;

describe("a cross account with two positions and open orders", () => {
  const { inputs, outputs } = crossMarginAccount;
  const [A, B] = [0, 1];

  /**
   * The account of the example. Its NEAR notional is above what leverage 20 allows to open, so it is opened at leverage
   * 10, the leverage is raised while the price is low, and the price brings it to where the example looks at it.
   */
  function desk(): Desk {
    const desk = new Desk(
      { PERP_BTC_USDC: "62000", PERP_NEAR_USDC: "5.1", PERP_SOL_USDC: "150" },
      [40_000, 10_000_000],
    );
    desk.apply(desk.leverage(A, "PERP_BTC_USDC", 20));
    desk.trade(A, B, "PERP_BTC_USDC", "BUY", "62000", "1.5");
    desk.trade(A, B, "PERP_NEAR_USDC", "SELL", "5.1", "60000");
    desk.pin("PERP_NEAR_USDC", "4");
    desk.pin("PERP_BTC_USDC", "60500");
    for (const order of inputs.orders) {
      const { symbol, side, order_price, order_quantity, reduce_only: reduceOnly } = order;
      desk.apply(desk.order(A, symbol, side as Side, "LIMIT", order_price, order_quantity, { reduceOnly }));
    }
    desk.pin("PERP_NEAR_USDC", "2");
    desk.apply(desk.leverage(A, "PERP_NEAR_USDC", 20));
    desk.pin("PERP_NEAR_USDC", "5");
    return desk;
  }

  test("has the account figures", () => {
    const margin = desk().seats.margin(A);
    const { account } = outputs;
    expect(margin as object).toEqual({
      holding: asMicros(inputs.holding),
      frozen: 0,
      isolatedOrderFrozen: 0,
      totalCollateral: asMicros(account.total_collateral_value),
      accountValue: asMicros(account.total_collateral_value),
      freeCollateral: asMicros(account.free_collateral),
      withdrawable: asMicros(account.withdrawable),
      unsettledPnl: asMicros(account.total_unsettled_pnl),
      notional: asMicros(account.total_notional),
      initialMargin: asMicros(account.total_initial_margin),
      maintenanceMargin: asMicros(account.total_maintenance_margin),
      notionalWithOrders: asMicros(account.total_notional_with_orders),
      initialMarginWithOrders: asMicros(account.total_initial_margin_with_orders),
      maintenanceMarginWithOrders: asMicros(account.total_maintenance_margin_with_orders),
      marginRatioE8: asRatio(account.margin_ratio),
      initialMarginRatioE8: asRatio(account.initial_margin_ratio),
      maintenanceMarginRatioE8: asRatio(account.maintenance_margin_ratio),
      openMarginRatioE8: asRatio(account.open_margin_ratio),
      currentMarginRatioWithOrdersE8: asRatio(account.current_margin_ratio_with_orders),
      initialMarginRatioWithOrdersE8: asRatio(account.initial_margin_ratio_with_orders),
      maintenanceMarginRatioWithOrdersE8: asRatio(account.maintenance_margin_ratio_with_orders),
    });
  });

  test("has the figures of each symbol", () => {
    const at = desk();
    for (const symbol of outputs.symbols) {
      const row = at.position(A, symbol.symbol);
      const { baseTick } = defaultMarket(symbol.symbol);
      expect(BigInt(row.quantity) * BigInt(baseTick)).toBe(quantity(symbol.position_qty));
      expect(BigInt(row.pendingLong) * BigInt(baseTick)).toBe(quantity(symbol.pending_long_qty));
      expect(BigInt(row.pendingShort) * BigInt(baseTick)).toBe(quantity(symbol.pending_short_qty));
      expect(at.mark(symbol.symbol)).toBe(price(symbol.mark_price));
      expect(row.notional).toBe(asMicros(symbol.notional));
      expect([row.imr, row.mmr, row.imrWithOrders, row.mmrWithOrders]).toEqual(
        [symbol.imr, symbol.mmr, symbol.imr_with_orders, symbol.mmr_with_orders].map(asRate),
      );
      if (symbol.unsettled_pnl === undefined) continue;
      expect(row.unsettledPnl).toBe(asMicros(symbol.unsettled_pnl));
      expect(row.unrealizedPnl).toBe(asMicros(symbol.unrealized_pnl));
      expect(row.estLiqPrice).toBe(asPrice(symbol.est_liq_price));
    }
    for (const held of inputs.positions) {
      const row = at.position(A, held.symbol);
      expect(row.cost).toBe(asMicros(held.cost_position));
      expect(row.averageOpenPrice).toBe(asPrice(held.average_open_price));
    }
  });

  test("accepts and refuses the next order as the example does", () => {
    for (const check of outputs.order_checks) {
      const at = desk();
      const order = at.order(A, check.symbol, check.side as Side, "LIMIT", check.order_price, check.order_quantity);
      expect({ check, code: at.attempt(order).code }).toEqual({ check, code: check.error_code });
    }
  });

  test("takes an order of the largest quantity and refuses one lot more", () => {
    for (const largest of outputs.max_order_qty) {
      const lot = Number(defaultMarket(largest.symbol).baseTick);
      for (const [extra, code] of [
        [0, null],
        [lot, -1101],
      ] as const) {
        const at = desk();
        const order = at.order(A, largest.symbol, largest.side as Side, "LIMIT", largest.price, largest.max_qty);
        const size = quantityE8(order.quantity + extra);
        expect({ largest, extra, code: at.attempt({ ...order, quantity: size }).code }).toEqual({
          largest,
          extra,
          code,
        });
      }
    }
  });

  test("can be told the largest quantity beforehand", () => {
    const at = desk();
    const account = at.engine.findAccount(openAccount(A, "builder").accountId);
    for (const largest of outputs.max_order_qty) {
      const { baseTick, quoteTick } = defaultMarket(largest.symbol);
      const reference = ticks(Number(price(largest.price)) / quoteTick);
      const found = at.engine.maxOrderQuantity(account, at.market(largest.symbol), largest.side as Side, reference);
      expect(BigInt(found) * BigInt(baseTick)).toBe(quantity(largest.max_qty));
    }
  });
});

test("margin ratios follow the notional through the 4/5-power region", () => {
  for (const point of marginRatioFunction) {
    // A position of that notional at that leverage may be out of reach (rules 4.7, 5.7), so it is opened small, at a
    // hundredth of the price, and the price does the rest.
    const { quoteTick, baseTick } = defaultMarket(point.symbol);
    const lotsHeld = 1_000_000n;
    const target = (money(point.notional) * 10n ** 10n) / (lotsHeld * BigInt(baseTick));
    if (target % (100n * BigInt(quoteTick)) !== 0n) throw new Error("the price of the point is not on a tick");
    const decimal = (value: bigint) => `${value / 10n ** 8n}.${(value % 10n ** 8n).toString().padStart(8, "0")}`;
    const size = decimal(lotsHeld * BigInt(baseTick));
    const desk = new Desk({ [point.symbol]: decimal(target / 100n) }, [50_000_000, 50_000_000]);
    desk.apply(desk.leverage(0, point.symbol, point.leverage));
    desk.trade(0, 1, point.symbol, "BUY", decimal(target / 100n), size);
    desk.pin(point.symbol, decimal(target));
    const { imr, mmr, notional } = desk.position(0, point.symbol);
    const { initialMargin, maintenanceMargin } = desk.seats.margin(0);
    expect({ point, imr, mmr, notional, initialMargin, maintenanceMargin } as object).toEqual({
      point,
      imr: asRate(point.imr),
      mmr: asRate(point.mmr),
      notional: asMicros(point.notional),
      initialMargin: asMicros(point.initial_margin),
      maintenanceMargin: asMicros(point.maintenance_margin),
    });
  }
});

test("average open price, cost and realized profit through adds, a reduction, a flip and a close", () => {
  const { symbol } = averageOpenPriceSteps.inputs;
  const desk = new Desk({ [symbol]: "3.2451" }, [1_000_000, 1_000_000]);
  for (const step of averageOpenPriceSteps.outputs) {
    desk.pin(symbol, step.price);
    const events = desk.trade(0, 1, symbol, step.side as Side, step.price, step.qty);
    const mine = events.orders.filter((report) => report.cause === "fill" && report.account === 0);
    expect(mine.map(({ fee, realizedPnl, maker }) => ({ fee, realizedPnl, maker })) as object[]).toEqual([
      { fee: asMicros(step.fee), realizedPnl: asMicros(step.realized_pnl), maker: false },
    ]);
    const row = desk.position(0, symbol);
    expect(BigInt(row.quantity) * BigInt(defaultMarket(symbol).baseTick)).toBe(quantity(step.position_qty));
    expect(row.averageOpenPrice).toBe(asPrice(step.average_open_price));
    expect(row.cost).toBe(asMicros(step.cost_position));
    desk.engine.audit();
  }
  expect(desk.seats.positions(0)).toEqual([]);
});

test("a fee rounds up, whoever pays it", () => {
  const { inputs, outputs } = feeSplit;
  // The notional of the example as a price of 857 ticks and a size of 14,405,693 lots, both of a millionth times one.
  const desk = new Desk({ PERP_1000PEPE_USDC: "0.000857" }, [1_000_000, 1_000_000]);
  const events = desk.trade(0, 1, "PERP_1000PEPE_USDC", "BUY", "0.000857", "14405693");
  const fills = events.orders.filter((report) => report.cause === "fill");
  expect(
    fills.map(({ account, executedNotional, fee, maker }) => ({ account, executedNotional, fee, maker })) as object[],
  ).toEqual([
    // The maker's rate is the venue's own taker rate, whose share of the example rounds up to the same.
    { account: 1, executedNotional: asMicros(inputs.notional), fee: asMicros(outputs.venue), maker: true },
    { account: 0, executedNotional: asMicros(inputs.notional), fee: asMicros(outputs.user_fee), maker: false },
  ]);
  desk.engine.audit();
});

test("a builder cannot charge less than the venue does, nor pay rebates in the public tier", () => {
  const engine = new Engine();
  const codes = [addBroker("a", 29, 0), addBroker("b", 60, -1), addBroker("c", 30, 0)].map(
    (command) => engine.apply(command, silent).rejection?.code ?? null,
  );
  expect(codes).toEqual([-1005, -1005, null]);
});

test("a matching trace: hidden before visible, roles, self-trade, POST_ONLY, FOK, MARKET", () => {
  const owners = [..."ABCDEFG"];
  const { symbol } = matchingTrace;
  const desk = new Desk(
    { [symbol]: "150" },
    owners.map(() => 1_000_000),
  );
  const ended = new Map<number, { status: string; executed: number; quantity: number; reason: string }>();
  for (const { input, executions, reports } of matchingTrace.steps) {
    const hides = input.order_type === "LIMIT" && input.visible_quantity !== input.order_quantity;
    const { events } = desk.apply(
      desk.order(
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
    desk.engine.audit();
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
  const desk = new Desk({ [symbol]: inputs.index_price }, [10_000_000, 10_000_000]);
  desk.pin(symbol, inputs.index_price);
  desk.trade(0, 1, symbol, "BUY", inputs.last_price, "0.1");
  const decimal = (value: bigint) => `${value / 10n ** 8n}.${(value % 10n ** 8n).toString().padStart(8, "0")}`;
  for (const sample of inputs.basis_samples) {
    const middle = price(inputs.index_price) + price(sample);
    const half = price("0.5");
    const bid = desk.apply(desk.order(0, symbol, "BUY", "POST_ONLY", decimal(middle - half), "1"));
    const ask = desk.apply(desk.order(1, symbol, "SELL", "POST_ONLY", decimal(middle + half), "1"));
    desk.tick(60_000);
    for (const [account, { orderId }] of [bid, ask].entries()) {
      desk.apply({ type: "cancel_order", at: START, account, market: -1, orderId, clientOrderId: "" });
    }
  }
  const [bids, asks] = [inputs.bids, inputs.asks];
  for (const [limit, size] of bids) desk.apply(desk.order(0, symbol, "BUY", "POST_ONLY", limit!, size!));
  for (const [limit, size] of asks) desk.apply(desk.order(1, symbol, "SELL", "POST_ONLY", limit!, size!));
  desk.tick(1_000);
  // Without funding the first candidate is the index itself; the second decides, as in the example.
  expect(desk.mark(symbol)).toBe(price(outputs.mark_price));
});

test("the mark price stays within its band around the index", () => {
  const desk = new Desk({ PERP_ETH_USDC: "3000" }, [10_000_000, 10_000_000]);
  desk.apply(desk.order(0, "PERP_ETH_USDC", "BUY", "POST_ONLY", "3080", "1"));
  desk.apply(desk.order(1, "PERP_ETH_USDC", "SELL", "POST_ONLY", "3088", "1"));
  desk.tick(60_000);
  // The book alone is one voice of three.
  expect(desk.mark("PERP_ETH_USDC")).toBe(price("3000"));
  desk.tick(1_000);
  // Now the basis of the minute says 3084 as well, but the band ends at 8 × 0.3 %.
  expect(desk.mark("PERP_ETH_USDC")).toBe(price("3072"));
});

test("lowering the size keeps the place in the queue, raising it does not", () => {
  const desk = new Desk({ PERP_SOL_USDC: "150" }, [1_000_000, 1_000_000, 1_000_000]);
  const first = desk.apply(desk.order(0, "PERP_SOL_USDC", "SELL", "LIMIT", "150", "10"));
  const second = desk.apply(desk.order(1, "PERP_SOL_USDC", "SELL", "LIMIT", "150", "10"));
  const sold = { market: 0, side: "SELL" as const, orderType: "LIMIT" as const };
  desk.apply(amendOrder({ ...sold, orderId: first.orderId, quantity: quantityE8(400_000_000) }));
  const one = desk.apply(desk.order(2, "PERP_SOL_USDC", "BUY", "IOC", "150", "1")).events;
  expect(one.trades.map((trade) => trade.makerAccount)).toEqual([0]);
  desk.apply(amendOrder({ ...sold, orderId: first.orderId, quantity: quantityE8(1_200_000_000) }));
  const two = desk.apply(desk.order(2, "PERP_SOL_USDC", "BUY", "IOC", "150", "11")).events;
  expect(two.trades.map((trade) => [trade.makerAccount, trade.quantity]) as unknown).toEqual([
    [1, 1_000],
    [0, 100],
  ]);
  expect(desk.engine.findOrder(second.orderId)).toBeUndefined();
  expect(desk.engine.visibleAt(0, "SELL", ticks(150_000))).toBe(lots(1_000));
});

test("an account may have 200 open orders in a market and no more", () => {
  const desk = new Desk({ PERP_SOL_USDC: "150" }, [1_000_000]);
  const order = desk.order(0, "PERP_SOL_USDC", "BUY", "LIMIT", "150", "0.1");
  for (let n = 0; n < 200; n += 1) desk.apply(order);
  expect(desk.attempt(order).code).toBe(-1012);
  // The limit comes before the filters, and a freed place can be used again.
  expect(desk.attempt({ ...order, price: priceE8(1) }).code).toBe(-1012);
  desk.apply({ type: "cancel_order", at: START, account: 0, market: 0, orderId: 7, clientOrderId: "" });
  desk.apply(order);
  expect(desk.seats.openOrders(0, 0).length).toBe(200);
});

test("a market whose smallest trade is not a whole micro cannot be listed", () => {
  const engine = new Engine();
  const parameters = { ...defaultMarket("PERP_BTC_USDC"), baseTick: quantityE8(100), baseMin: quantityE8(100) };
  const answer = engine.apply(listMarket(parameters, 6_000_000_000_000), silent);
  expect(answer.rejection?.code).toBe(-1005);
  expect(engine.marketCount).toBe(0);
});
