// The model's isolated margin against the worked figures, and where it runs out. Rules 5.9, 12.4, 12.5.

import { describe, expect, test } from "bun:test";
import { type Command, micros, priceE8, quantityE8 } from "@evermark/engine";
import { addBroker, deposit, listMarket, openAccount, placeOrder, START } from "@evermark/engine/testing/setup.ts";
import { defaultMarket, isolatedPosition, money, price, quantity } from "@evermark/engine/testing/vectors.ts";
import { reducible } from "../../business/accounts/leverage-rules.ts";
import { NaiveExchange } from "../../naive-exchange.ts";

const ETH = "PERP_ETH_USDC";

/** A market at a price, an account with a deposit, and a rich one. */
function begun(holding: string, symbol = ETH, first = "3000"): NaiveExchange {
  const exchange = new NaiveExchange();
  const opening = [
    listMarket(defaultMarket(symbol), Number(price(first))),
    addBroker("plain", 60, 30),
    openAccount(0, "plain"),
    openAccount(1, "plain"),
    deposit(0, money(holding), "a"),
    deposit(1, money("100000000"), "b"),
  ];
  for (const command of opening) exchange.apply(command);
  return exchange;
}

function order(fields: { account: number; side: "BUY" | "SELL"; size: string; at?: string; reduceOnly?: boolean }) {
  return placeOrder({
    account: fields.account,
    side: fields.side,
    orderType: fields.at === undefined ? "MARKET" : "LIMIT",
    price: priceE8(fields.at === undefined ? 0 : Number(price(fields.at))),
    quantity: quantityE8(Number(quantity(fields.size))),
    reduceOnly: fields.reduceOnly ?? false,
    marginMode: fields.account === 0 ? "ISOLATED" : "CROSS",
  });
}

const pin = (mark: string): Command => ({
  type: "set_index_prices",
  at: START,
  prices: [{ market: 0, price: priceE8(Number(price(mark))) }],
});

const move = (direction: "ADD" | "REDUCE", amount: string): Command => ({
  type: "move_position_margin",
  at: START,
  account: 0,
  market: 0,
  direction,
  amount: micros(Number(money(amount))),
});

/** The reasons why orders of the first account were cancelled. */
function cancelled(exchange: NaiveExchange, command: Command): string[] {
  return exchange.apply(command).events.flatMap((event) => {
    const isCancelled = event.type === "order" && event.report.cause === "cancelled" && event.report.account === 0;
    return isCancelled ? [`${event.report.orderId} ${event.report.reason}`] : [];
  });
}

describe("an isolated position", () => {
  test("matches the worked figures at every step", () => {
    const exchange = begun(isolatedPosition.inputs.holding);
    exchange.apply({
      type: "set_leverage",
      at: START,
      account: 0,
      market: 0,
      leverage: isolatedPosition.inputs.leverage,
      marginMode: "ISOLATED",
    });
    exchange.apply(order({ account: 0, side: "BUY", size: "10", at: "3000" }));
    expect(exchange.margin(0).isolatedOrderFrozen).toBe(Number(money(isolatedPosition.outputs.order_frozen)));
    exchange.apply({ type: "cancel_all_orders", at: START, account: 0, market: 0 });
    const actions: Command[][] = [
      [order({ account: 1, side: "SELL", size: "10", at: "3000" }), order({ account: 0, side: "BUY", size: "10" })],
      [move("ADD", "500")],
      [pin("3060")],
      [move("REDUCE", "400")],
      [order({ account: 1, side: "BUY", size: "4", at: "3060" }), order({ account: 0, side: "SELL", size: "4" })],
      [pin("2857.15")],
      [pin("2857.14")],
    ];
    const steps = isolatedPosition.outputs.steps;
    for (const [n, step] of steps.entries()) {
      const isLast = n === steps.length - 1;
      // The last mark would liquidate: the figures are read without the consequences.
      if (isLast) exchange.state.markets[0]!.mark = price(step.mark_price);
      else for (const command of actions[n]!) expect(exchange.apply(command).rejection).toBeNull();
      const row = exchange.position(0, 0, "ISOLATED");
      const maintenance = (BigInt(row.notional) * BigInt(row.mmr)) / 10_000_000_000n;
      expect({
        mark: exchange.state.markets[0]!.mark,
        holding: BigInt(exchange.margin(0).holding),
        margin: BigInt(row.margin),
        quantity: exchange.state.accounts[0]!.isolated[0]!.quantity,
        cost: BigInt(row.cost),
        unsettled: BigInt(row.unsettledPnl),
        equity: BigInt(row.margin + row.unsettledPnl),
        maintenance,
        reducible: reducible(exchange.state.accounts[0]!, exchange.state.markets[0]!),
        liquidation: BigInt(row.estLiqPrice),
        liquidatable: BigInt(row.margin + row.unsettledPnl) < maintenance,
      }).toEqual({
        mark: price(step.mark_price),
        holding: money(step.holding),
        margin: money(step.margin),
        quantity: quantity(step.position_qty),
        cost: money(step.cost_position),
        unsettled: money(step.unsettled_pnl),
        equity: money(step.equity),
        maintenance: money(step.maintenance_margin),
        reducible: money(step.max_reduce),
        liquidation: price(step.est_liq_price),
        liquidatable: step.liquidatable,
      });
      expect(exchange.brokenInvariant()).toBeNull();
    }
  });

  test("leaves no margin for a resting order that it would have closed, which is cancelled with reason MARGIN", () => {
    const exchange = begun("1010");
    exchange.apply(order({ account: 1, side: "SELL", size: "3", at: "3000" }));
    exchange.apply(order({ account: 0, side: "BUY", size: "3", at: "3000" }));
    // All of it closes, so it needs no margin.
    exchange.apply(order({ account: 0, side: "SELL", size: "3", at: "3050" }));
    expect(exchange.margin(0).isolatedOrderFrozen).toBe(0);
    exchange.apply(order({ account: 1, side: "BUY", size: "3", at: "2950" }));
    // Without the position the resting order would open a short, and half the money is gone.
    const lost = cancelled(exchange, order({ account: 0, side: "SELL", size: "3", at: "2950", reduceOnly: true }));
    expect(lost).toEqual(["3 MARGIN"]);
    expect(exchange.brokenInvariant()).toBeNull();
  });

  test("does not take further when the next price needs more margin than there is", () => {
    const exchange = begun("910");
    exchange.apply(order({ account: 1, side: "SELL", size: "1", at: "3000" }));
    exchange.apply(order({ account: 1, side: "SELL", size: "2", at: "3060" }));
    expect(cancelled(exchange, order({ account: 0, side: "BUY", size: "3" }))).toEqual(["3 MARGIN"]);
    expect(exchange.state.accounts[0]!.isolated[0]!.quantity).toBe(quantity("1"));
    expect(exchange.brokenInvariant()).toBeNull();
  });

  test("turns in one execution: the old position is paid out, the new one gets its own margin", () => {
    const exchange = begun("10000");
    exchange.apply(order({ account: 1, side: "SELL", size: "1", at: "3000" }));
    exchange.apply(order({ account: 0, side: "BUY", size: "1", at: "3000" }));
    exchange.apply(order({ account: 1, side: "BUY", size: "4", at: "3000" }));
    exchange.apply(order({ account: 0, side: "SELL", size: "4" }));
    const row = exchange.position(0, 0, "ISOLATED");
    // 9,000 at leverage 10 with the buffer; a quarter of the fee of 7.2 belongs to the close and the rest to the new row.
    expect({ margin: row.margin, cost: row.cost }).toEqual({ margin: 905_400_000, cost: -8_994_600_000 });
    expect(exchange.margin(0).holding).toBe(10_000_000_000 - 905_400_000 - 1_800_000 - 1_800_000);
  });

  test("pays nothing out when a closed part has lost more than its margin", () => {
    const exchange = begun("10000");
    exchange.apply({
      ...{ type: "set_leverage", at: START, account: 0, market: 0, leverage: 20, marginMode: "ISOLATED" },
    } as Command);
    exchange.apply(order({ account: 1, side: "SELL", size: "10", at: "3000" }));
    exchange.apply(order({ account: 0, side: "BUY", size: "10", at: "3000" }));
    exchange.apply(pin("2900"));
    const before = exchange.margin(0).holding;
    exchange.apply(order({ account: 1, side: "BUY", size: "1", at: "2815" }));
    exchange.apply(order({ account: 0, side: "SELL", size: "1" }));
    // 2,815 less its share of the cost, 3,001.8, and the fee of 1.689: a loss larger than the 151.8 of its part of the margin.
    expect(exchange.position(0, 0, "ISOLATED").margin).toBe(1_518_000_000 - 188_489_000);
    expect(exchange.margin(0).holding).toBe(before);
    expect(exchange.brokenInvariant()).toBeNull();
  });
});
