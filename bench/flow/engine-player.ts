// Plays a flow on an engine and reads every event, as a consumer does.

import { assert, type Engine, type Listener } from "@evermark/engine";
import { perSecond } from "../figures/measure.ts";
import type { OrderFlow } from "./order-flow.ts";

export class EnginePlayer {
  readonly #engine: Engine;
  readonly #reader = new EventReader();

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  /** @returns commands per second */
  play(flow: OrderFlow): number {
    const reader = this.#reader;
    const engine = this.#engine;
    reader.orders = 0;
    const { length } = flow;
    const rate = perSecond(length, () => {
      for (let n = 0; n < length; n++) engine.apply(flow.command(n), reader);
    });
    assert(reader.orders >= length * 0.99, "commands are reported", { reports: reader.orders, commands: length });
    return rate;
  }
}

/** Keeps only sums, so that every field that it reads is really needed. */
class EventReader implements Listener {
  orders = 0;
  sum = 0;

  order(report: Parameters<Listener["order"]>[0]): void {
    this.orders++;
    this.sum += report.orderId + report.price + report.executed + report.fee + report.seq;
  }
  trade(report: Parameters<Listener["trade"]>[0]): void {
    this.sum += report.price * report.quantity;
  }
  level(_market: number, _side: string, price: number): void {
    this.sum += price;
  }
  position(account: number): void {
    this.sum += account;
  }
  ledger(): void {}
  price(): void {}
  account(): void {}
  marketListed(): void {}
  algo(): void {}
  transfer(): void {}
  funding(): void {}
  liquidation(): void {}
  market(): void {}
  venue(): void {}
  funds(): void {}
  vault(): void {}
}
