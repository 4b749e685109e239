// The worked figures of isolated margin, reached by commands: an order and its reserve, a position through margin
// moves, a partial close and its liquidation price, and how much of the balance may be withdrawn. Rules 12.4, 12.5.

import { describe, expect, test } from "bun:test";
import { micros, priceE8, quantityE8 } from "../../base/units.ts";
import type { MarginMode, OrderType, Side } from "../../base/vocabulary.ts";
import type { Rows } from "../../memory/position/rows.ts";
import { transferAtMark } from "../../risk/liquidation/position-transfers.ts";
import { Recorder } from "../../testing/recorder.ts";
import { deposit, listMarket, openAccount, START } from "../../testing/setup.ts";
import { B, SmallExchange, USDC } from "../../testing/small-exchange.ts";
import { defaultMarket, isolatedPosition, money, price, scaled, withdrawalLimit } from "../../testing/vectors.ts";
import { reducibleMargin } from "./position-margin.ts";

const asMicros = (decimal: string) => Number(money(decimal));
const ETH = 0;
const BTC = 1;
/** The account of the examples, in addition to four rich ones. */
const OWNER = 9;

class VectorsExchange extends SmallExchange {
  constructor(holding: string) {
    super(defaultMarket("PERP_ETH_USDC"));
    this.apply(listMarket(defaultMarket("PERP_BTC_USDC"), Number(price("60000"))));
    this.apply(openAccount(OWNER, "builder"));
    this.apply(deposit(OWNER, asMicros(holding), "faucet:owner"));
  }

  setMark(market: number, decimal: string): void {
    this.apply({ type: "set_index_prices", at: START, prices: [{ market, price: priceE8(Number(price(decimal))) }] });
  }

  leverage(market: number, leverage: number, marginMode: MarginMode): void {
    this.apply({ type: "set_leverage", at: START, account: OWNER, market, leverage, marginMode });
  }

  place(
    account: number,
    market: number,
    side: Side,
    type: OrderType,
    at: string,
    size: string,
    mode: MarginMode,
  ): void {
    const limit = { price: priceE8(Number(price(at))), quantity: quantityE8(Number(price(size))) };
    const { code } = this.order(account, side, type, 0, 0, { ...limit, market, marginMode: mode });
    expect(code).toBeNull();
  }

  /** The owner takes an order of a rich account. */
  take(market: number, side: Side, at: string, size: string, mode: MarginMode): void {
    this.place(B, market, side === "BUY" ? "SELL" : "BUY", "LIMIT", at, size, "CROSS");
    this.place(OWNER, market, side, "IOC", at, size, mode);
  }

  move(direction: "ADD" | "REDUCE", amount: string): void {
    const request = { account: OWNER, market: ETH, direction, amount: micros(asMicros(amount)) };
    expect(this.apply({ type: "move_position_margin", at: START, ...request }).code).toBeNull();
  }
}

describe("an isolated position", () => {
  const { inputs, outputs } = isolatedPosition;

  function opened(): VectorsExchange {
    const exchange = new VectorsExchange(inputs.holding);
    exchange.setMark(ETH, "3000");
    exchange.leverage(ETH, inputs.leverage, "ISOLATED");
    exchange.take(ETH, "BUY", "3000", "10", "ISOLATED");
    return exchange;
  }

  test("reserves margin before it is opened", () => {
    const exchange = new VectorsExchange(inputs.holding);
    exchange.setMark(ETH, "3000");
    exchange.leverage(ETH, inputs.leverage, "ISOLATED");
    exchange.place(OWNER, ETH, "BUY", "LIMIT", "3000", "10", "ISOLATED");
    const margin = exchange.engine.margin(OWNER);
    expect([margin.isolatedOrderFrozen, margin.holding] as number[]).toEqual([
      asMicros(outputs.order_frozen),
      asMicros(inputs.holding),
    ]);
    exchange.engine.audit();
  });

  test("has the figures of each step", () => {
    const exchange = opened();
    const [, add, rise, reduce, close, fall, below] = outputs.steps;
    const steps = [
      [outputs.steps[0], () => {}],
      [add, () => exchange.move("ADD", "500")],
      [rise, () => exchange.setMark(ETH, "3060")],
      [reduce, () => exchange.move("REDUCE", "400")],
      [close, () => exchange.take(ETH, "SELL", "3060", "4", "ISOLATED")],
      [fall, () => exchange.setMark(ETH, "2857.15")],
    ] as const;
    for (const [expected, act] of steps) {
      act();
      expect(figures(exchange)).toEqual(shown(expected!));
      exchange.engine.audit();
    }
    // The next price would liquidate it; the figures are read before the clock gets there.
    exchange.sol.mark = priceTicks(exchange, below!.mark_price) as never;
    expect(figures(exchange)).toEqual(shown(below!));
  });

  test("that is liquidated at the mark pays out what the fee leaves, and the balance is not touched", () => {
    const { liquidation } = outputs;
    const exchange = opened();
    exchange.move("ADD", "500");
    exchange.setMark(ETH, "3060");
    exchange.move("REDUCE", "400");
    exchange.take(ETH, "SELL", "3060", "4", "ISOLATED");
    exchange.sol.mark = priceTicks(exchange, liquidation.mark_price) as never;
    const { holding } = exchange.engine.margin(OWNER);
    const row = exchange.state.rows.find(OWNER, ETH, "ISOLATED");
    const recorder = new Recorder();
    const fee = asMicros(liquidation.user_liquidation_fee);
    const quantity = -exchange.state.rows.quantity(row);
    transferAtMark(exchange.state, exchange.sol, { row, quantity, fee, kind: "liquidation" }, recorder);
    expect(exchange.engine.margin(OWNER).holding - holding).toBe(asMicros(liquidation.returned_to_holding));
    expect(exchange.engine.positions(OWNER)).toEqual([]);
    expect(emptied(exchange.state.rows, row)).toEqual([0, 0, 0]);
  });

  /** The figures of a step of the example, in micros and 10⁻⁸. */
  function figures(exchange: VectorsExchange) {
    const { margin, quantity, cost, unsettledPnl, notional, mmr, estLiqPrice } = exchange.engine.position(
      OWNER,
      ETH,
      "ISOLATED",
    );
    const row = exchange.state.rows.find(OWNER, ETH, "ISOLATED");
    return {
      holding: exchange.engine.margin(OWNER).holding as number,
      margin: margin as number,
      size: quantity / 10_000,
      cost: cost as number,
      unsettledPnl: unsettledPnl as number,
      notional: notional as number,
      maintenance: Math.ceil((notional * mmr) / 1e10),
      reducible: reducibleMargin(exchange.state, exchange.sol, row),
      estLiqPrice: estLiqPrice as number,
    };
  }

  function shown(step: (typeof outputs.steps)[number]) {
    return {
      holding: asMicros(step.holding),
      margin: asMicros(step.margin),
      size: Number(step.position_qty),
      cost: asMicros(step.cost_position),
      unsettledPnl: asMicros(step.unsettled_pnl),
      notional: asMicros(step.notional),
      maintenance: asMicros(step.maintenance_margin),
      reducible: asMicros(step.max_reduce),
      estLiqPrice: Number(scaled(step.est_liq_price, 8)),
    };
  }

  function priceTicks(exchange: VectorsExchange, decimal: string): number {
    return Number(price(decimal)) / exchange.sol.tickE8;
  }

  function emptied(rows: Rows, row: number): number[] {
    return [rows.quantity(row), rows.cost(row), rows.margin(row)];
  }
});

test("an isolated order and unsettled profit stay out of what may be withdrawn", () => {
  const { inputs, outputs } = withdrawalLimit;
  const exchange = new VectorsExchange(inputs.holding);
  exchange.setMark(ETH, "2000");
  exchange.setMark(BTC, "58000");
  exchange.leverage(ETH, 20, "ISOLATED");
  exchange.leverage(BTC, inputs.position.leverage, "CROSS");
  exchange.take(BTC, "BUY", "58000", inputs.position.position_qty, "CROSS");
  exchange.place(OWNER, ETH, "BUY", "LIMIT", "2000", "5", "ISOLATED");
  exchange.setMark(BTC, inputs.position.mark_price);
  const { isolatedOrderFrozen, totalCollateral, initialMargin, freeCollateral, withdrawable, unsettledPnl } =
    exchange.engine.margin(OWNER);
  expect({
    isolatedOrderFrozen,
    totalCollateral,
    initialMargin,
    freeCollateral,
    withdrawable,
    unsettledPnl,
  } as object).toEqual({
    isolatedOrderFrozen: asMicros(outputs.isolated_order_frozen),
    totalCollateral: asMicros(outputs.total_collateral_value),
    initialMargin: asMicros(outputs.initial_margin),
    freeCollateral: asMicros(outputs.free_collateral),
    withdrawable: asMicros(outputs.withdrawable),
    unsettledPnl: asMicros(outputs.unsettled_pnl),
  });
  expect(exchange.engine.margin(OWNER).holding as number).toBe(12_000 * USDC);
});
