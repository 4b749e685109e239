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
    const desk = new VectorsExchange(inputs.holding);
    desk.setMark(ETH, "3000");
    desk.leverage(ETH, inputs.leverage, "ISOLATED");
    desk.take(ETH, "BUY", "3000", "10", "ISOLATED");
    return desk;
  }

  test("reserves margin before it is opened", () => {
    const desk = new VectorsExchange(inputs.holding);
    desk.setMark(ETH, "3000");
    desk.leverage(ETH, inputs.leverage, "ISOLATED");
    desk.place(OWNER, ETH, "BUY", "LIMIT", "3000", "10", "ISOLATED");
    const margin = desk.engine.margin(OWNER);
    expect([margin.isolatedOrderFrozen, margin.holding] as number[]).toEqual([
      asMicros(outputs.order_frozen),
      asMicros(inputs.holding),
    ]);
    desk.engine.audit();
  });

  test("has the figures of each step", () => {
    const desk = opened();
    const [, add, rise, reduce, close, fall, below] = outputs.steps;
    const steps = [
      [outputs.steps[0], () => {}],
      [add, () => desk.move("ADD", "500")],
      [rise, () => desk.setMark(ETH, "3060")],
      [reduce, () => desk.move("REDUCE", "400")],
      [close, () => desk.take(ETH, "SELL", "3060", "4", "ISOLATED")],
      [fall, () => desk.setMark(ETH, "2857.15")],
    ] as const;
    for (const [expected, act] of steps) {
      act();
      expect(figures(desk)).toEqual(shown(expected!));
      desk.engine.audit();
    }
    // The next price would liquidate it; the figures are read before the clock gets there.
    desk.sol.mark = priceTicks(desk, below!.mark_price) as never;
    expect(figures(desk)).toEqual(shown(below!));
  });

  test("that is liquidated at the mark pays out what the fee leaves, and the balance is not touched", () => {
    const { liquidation } = outputs;
    const desk = opened();
    desk.move("ADD", "500");
    desk.setMark(ETH, "3060");
    desk.move("REDUCE", "400");
    desk.take(ETH, "SELL", "3060", "4", "ISOLATED");
    desk.sol.mark = priceTicks(desk, liquidation.mark_price) as never;
    const { holding } = desk.engine.margin(OWNER);
    const row = desk.state.rows.find(OWNER, ETH, "ISOLATED");
    const recorder = new Recorder();
    const fee = asMicros(liquidation.user_liquidation_fee);
    const quantity = -desk.state.rows.quantity(row);
    transferAtMark(desk.state, desk.sol, { row, quantity, fee, kind: "liquidation" }, recorder);
    expect(desk.engine.margin(OWNER).holding - holding).toBe(asMicros(liquidation.returned_to_holding));
    expect(desk.engine.positions(OWNER)).toEqual([]);
    expect(emptied(desk.state.rows, row)).toEqual([0, 0, 0]);
  });

  /** The figures of a step of the example, in micros and 10⁻⁸. */
  function figures(desk: VectorsExchange) {
    const { margin, quantity, cost, unsettledPnl, notional, mmr, estLiqPrice } = desk.engine.position(
      OWNER,
      ETH,
      "ISOLATED",
    );
    const row = desk.state.rows.find(OWNER, ETH, "ISOLATED");
    return {
      holding: desk.engine.margin(OWNER).holding as number,
      margin: margin as number,
      size: quantity / 10_000,
      cost: cost as number,
      unsettledPnl: unsettledPnl as number,
      notional: notional as number,
      maintenance: Math.ceil((notional * mmr) / 1e10),
      reducible: reducibleMargin(desk.state, desk.sol, row),
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

  function priceTicks(desk: VectorsExchange, decimal: string): number {
    return Number(price(decimal)) / desk.sol.tickE8;
  }

  function emptied(rows: Rows, row: number): number[] {
    return [rows.quantity(row), rows.cost(row), rows.margin(row)];
  }
});

test("an isolated order and unsettled profit stay out of what may be withdrawn", () => {
  const { inputs, outputs } = withdrawalLimit;
  const desk = new VectorsExchange(inputs.holding);
  desk.setMark(ETH, "2000");
  desk.setMark(BTC, "58000");
  desk.leverage(ETH, 20, "ISOLATED");
  desk.leverage(BTC, inputs.position.leverage, "CROSS");
  desk.take(BTC, "BUY", "58000", inputs.position.position_qty, "CROSS");
  desk.place(OWNER, ETH, "BUY", "LIMIT", "2000", "5", "ISOLATED");
  desk.setMark(BTC, inputs.position.mark_price);
  const { isolatedOrderFrozen, totalCollateral, initialMargin, freeCollateral, withdrawable, unsettledPnl } =
    desk.engine.margin(OWNER);
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
  expect(desk.engine.margin(OWNER).holding as number).toBe(12_000 * USDC);
});
