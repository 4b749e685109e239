// Keeps what the engine reports while it applies one command: copies of orders and trades, and notices of what has changed.

import type { MarginMode, Side } from "../base/vocabulary.ts";
import type { Listener, OrderReport, TradeReport } from "../language/events/events.ts";

export class Recorder implements Listener {
  orders: OrderReport[] = [];
  trades: TradeReport[] = [];
  readonly levels: { market: number; side: Side; price: number }[] = [];
  readonly rows: { account: number; market: number; mode: MarginMode }[] = [];
  readonly prices: { market: number; index: number; mark: number }[] = [];

  order(report: OrderReport): void {
    this.orders.push({ ...report });
  }
  trade(report: TradeReport): void {
    this.trades.push({ ...report });
  }
  level(market: number, side: Side, price: number): void {
    this.levels.push({ market, side, price });
  }
  position(account: number, market: number, mode: MarginMode): void {
    this.rows.push({ account, market, mode });
  }
  price(market: number, index: number, mark: number): void {
    this.prices.push({ market, index, mark });
  }
  ledger(): void {}
  algo(): void {}
  account(): void {}
  marketListed(): void {}
  transfer(): void {}
  funding(): void {}
  liquidation(): void {}
  market(): void {}
  venue(): void {}
  funds(): void {}
  vault(): void {}
}
