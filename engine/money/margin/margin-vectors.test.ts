// The worked margin figures of rules 12, reached in the engine by commands alone: deposits, orders and prices.

import { describe, expect, test } from "bun:test";
import { quantityE8, ticks } from "../../base/units.ts";
import type { Side } from "../../base/vocabulary.ts";
import { openAccount } from "../../testing/setup.ts";
import { asMicros, asPrice, VectorExchange } from "../../testing/vector-exchange.ts";
import {
  crossMarginAccount,
  defaultMarket,
  marginRatioFunction,
  money,
  price,
  quantity,
  rate,
  ratio,
} from "../../testing/vectors.ts";

const asRatio = (decimal: string) => Number(ratio(decimal));
const asRate = (decimal: string) => Number(rate(decimal)) as never;

describe("a cross account with two positions and open orders", () => {
  const { inputs, outputs } = crossMarginAccount;
  const [A, B] = [0, 1];

  /**
   * The account of the example. Its NEAR notional is above what leverage 20 allows to open, so it is opened at leverage
   * 10, the leverage is raised while the price is low, and the price is then moved to that of the example.
   */
  function exchange(): VectorExchange {
    const exchange = new VectorExchange(
      { PERP_BTC_USDC: "62000", PERP_NEAR_USDC: "5.1", PERP_SOL_USDC: "150" },
      [40_000, 10_000_000],
    );
    exchange.apply(exchange.leverage(A, "PERP_BTC_USDC", 20));
    exchange.trade(A, B, "PERP_BTC_USDC", "BUY", "62000", "1.5");
    exchange.trade(A, B, "PERP_NEAR_USDC", "SELL", "5.1", "60000");
    exchange.pin("PERP_NEAR_USDC", "4");
    exchange.pin("PERP_BTC_USDC", "60500");
    for (const order of inputs.orders) {
      const { symbol, side, order_price, order_quantity, reduce_only: reduceOnly } = order;
      exchange.apply(exchange.order(A, symbol, side as Side, "LIMIT", order_price, order_quantity, { reduceOnly }));
    }
    exchange.pin("PERP_NEAR_USDC", "2");
    exchange.apply(exchange.leverage(A, "PERP_NEAR_USDC", 20));
    exchange.pin("PERP_NEAR_USDC", "5");
    return exchange;
  }

  test("has the account figures", () => {
    const margin = exchange().seats.margin(A);
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
    const at = exchange();
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
      const at = exchange();
      const order = at.order(A, check.symbol, check.side as Side, "LIMIT", check.order_price, check.order_quantity);
      expect({ check, code: at.attempt(order).code }).toEqual({ check, code: check.error_code });
    }
  });

  test("accepts an order of the largest quantity and refuses one lot more", () => {
    for (const largest of outputs.max_order_qty) {
      const lot = Number(defaultMarket(largest.symbol).baseTick);
      for (const [extra, code] of [
        [0, null],
        [lot, -1101],
      ] as const) {
        const at = exchange();
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

  test("shows the largest quantity beforehand", () => {
    const at = exchange();
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
    const exchange = new VectorExchange({ [point.symbol]: decimal(target / 100n) }, [50_000_000, 50_000_000]);
    exchange.apply(exchange.leverage(0, point.symbol, point.leverage));
    exchange.trade(0, 1, point.symbol, "BUY", decimal(target / 100n), size);
    exchange.pin(point.symbol, decimal(target));
    const { imr, mmr, notional } = exchange.position(0, point.symbol);
    const { initialMargin, maintenanceMargin } = exchange.seats.margin(0);
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
