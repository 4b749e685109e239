// An exchange on which the worked figures of the rules are reproduced: orders and prices in decimals, as the examples write them.

import { expect } from "bun:test";
import { millis, priceE8, quantityE8 } from "../base/units.ts";
import type { OrderType, Side } from "../base/vocabulary.ts";
import type { Command, PlaceOrder } from "../language/commands/commands.ts";
import { EngineByOpening } from "./engine-by-opening.ts";
import { Recorder } from "./recorder.ts";
import { codeOf } from "./refusal-codes.ts";
import { addBroker, deposit, listMarket, openAccount, placeOrder, START } from "./setup.ts";
import { defaultMarket, money, price, quantity } from "./vectors.ts";

const USDC = 1_000_000;

export const asMicros = (decimal: string) => Number(money(decimal)) as never;
export const asPrice = (decimal: string) => Number(price(decimal)) as never;

/** An engine with markets, a builder and rich accounts, driven with decimals. */
export class VectorExchange {
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

  /** Applies a command at the next millisecond. The caller checks the answer: `apply` expects that nothing is refused. */
  attempt(command: Command): { code: number | null; orderId: number; events: Recorder } {
    const events = new Recorder();
    this.now = command.type === "tick" ? command.at : this.now + 1;
    const answer = this.seats.apply({ ...command, at: millis(this.now) }, events);
    return { code: codeOf(answer.rejection) ?? null, orderId: answer.orderId, events };
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
    return placeOrder({
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

  /** Ticks at the next whole minute, or second. */
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
