// The engine's commands per second on the order mix, with margin, fees, positions and every event read, against a limit
// order book from npm that only matches. The same changes, on one core.

import { Engine, type Listener, silent } from "@evermark/engine";
import { assert } from "@evermark/engine/fault.ts";
import { OrderBook, Side } from "nodejs-order-book";
import { valueAtLeast } from "./budget.ts";
import { type Benchmark, figureOf, inTurns, perSecond } from "./measure.ts";
import { type BookChange, makeOrderMix, type OrderMix } from "./order-mix.ts";

const GOAL = 5_000_000;

// The package names these words in its types and does not export them.
type TimeInForce = NonNullable<Parameters<OrderBook["limit"]>[0]["timeInForce"]>;
const IMMEDIATE = "IOC" as TimeInForce;
const RESTING = "GTC" as TimeInForce;

export const engineMix: Benchmark = {
  name: "engine-mix",
  about: "engine commands/s on the order mix",
  async run({ quick }, report) {
    const mix = makeOrderMix(quick ? 5_000 : 400_000);
    const { length: count } = mix.mixed.commands;
    assert(mix.refused < count / 100, "the mix is made of orders that are taken", { refused: mix.refused, count });
    const samples = await inTurns({
      runs: quick ? 1 : 7,
      ours: () => playOnEngine(mix),
      theirs: () => playOnBook(mix),
    });
    report(figureOf("engine-mix", "commands/s", "nodejs-order-book (book only)", samples));
    report(figureOf("engine-mix", "commands/s", "goal", { ...samples, theirs: [GOAL] }, valueAtLeast(GOAL)));
  },
};

function playOnEngine(mix: OrderMix): number {
  const engine = new Engine();
  for (const command of [...mix.opening, ...mix.filling.commands]) engine.apply(command, silent);
  const reader = new EventReader();
  const { commands } = mix.mixed;
  const rate = perSecond(commands.length, () => {
    for (const command of commands) engine.apply(command, reader);
  });
  assert(reader.orders >= commands.length, "every command of the mix is reported", { ...reader });
  return rate;
}

/** Reads every event as a consumer does, and keeps only sums. */
class EventReader implements Listener {
  orders = 0;
  trades = 0;
  positions = 0;
  sum = 0;

  order(report: Parameters<Listener["order"]>[0]): void {
    this.orders++;
    this.sum += report.orderId + report.price + report.executed + report.fee + report.seq;
  }
  trade(report: Parameters<Listener["trade"]>[0]): void {
    this.trades++;
    this.sum += report.price * report.quantity;
  }
  level(_market: number, _side: string, price: number): void {
    this.sum += price;
  }
  position(account: number): void {
    this.positions++;
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

function playOnBook(mix: OrderMix): number {
  const book = new OrderBook();
  for (const change of mix.filling.changes) applyToBook(book, change);
  const { changes } = mix.mixed;
  return perSecond(changes.length, () => {
    for (const change of changes) applyToBook(book, change);
  });
}

function applyToBook(book: OrderBook, change: BookChange): void {
  switch (change.type) {
    case "place":
      book.limit({
        id: change.id,
        side: change.side === "BUY" ? Side.BUY : Side.SELL,
        size: change.size,
        price: change.price,
        timeInForce: change.immediate ? IMMEDIATE : RESTING,
      });
      return;
    case "amend":
      book.modify(change.id, { price: change.price, size: change.size });
      return;
    case "cancel":
      book.cancel(change.id);
  }
}
