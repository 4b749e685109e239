// Plays a flow on the limit order book from npm that serves as the engine's peer. It matches, but has no accounts, no
// margin and no fees. Its order ids are strings, which are made before anything is measured.

import { assert } from "@evermark/engine";
import { type IProcessOrder, OrderBook, Side } from "nodejs-order-book";
import { perSecond } from "../figures/measure.ts";
import type { OpenOrder, OpenOrders } from "./flow-orders.ts";
import { AMEND, CANCEL, IMMEDIATE, type OrderFlow } from "./order-flow.ts";

export const PEER = "nodejs-order-book (book only)";

type LimitOptions = {
  -readonly [Field in keyof Parameters<OrderBook["limit"]>[0]]: Parameters<OrderBook["limit"]>[0][Field];
};
// The package uses these types but does not export them.
type TimeInForce = NonNullable<LimitOptions["timeInForce"]>;
const IOC = "IOC" as TimeInForce;
const GTC = "GTC" as TimeInForce;

export class BookPlayer {
  #books: OrderBook[] = [];
  /** Indexed by order id. */
  readonly #names: string[] = [];
  readonly #limit: LimitOptions = { id: "", side: Side.BUY, size: 0, price: 0, timeInForce: GTC };
  readonly #change = { price: 0, size: 0 };

  constructor(readonly markets: number) {
    this.clear();
  }

  /** @returns commands per second */
  play(flow: OrderFlow): number {
    const { length } = flow;
    for (let n = 0; n < length; n++) this.#nameOf(flow.orderId(n));
    return perSecond(length, () => {
      for (let n = 0; n < length; n++) this.#apply(flow, n);
    });
  }

  /** Clears the book and places the orders that are open. */
  jumpTo(open: OpenOrders): void {
    this.clear();
    for (const order of open.byAge()) {
      const { market, price, quantity, executed } = order;
      const id = this.#nameOf(order.orderId);
      const side = order.sells ? Side.SELL : Side.BUY;
      this.#books[market]!.limit({ id, side, size: quantity - executed, price, timeInForce: GTC });
    }
  }

  /** Checks that it has done the same work, which means that the same orders are open. Looks up a sample of them. */
  check(open: OpenOrders): void {
    const missing = Array.from({ length: Math.min(open.length, 1_000) }, (_, place) => open.at(place)).filter(
      (order) => !this.#has(order),
    );
    assert(missing.length === 0, "the other book has the same orders as the engine", { missing: missing.length });
  }

  #has({ market, orderId }: OpenOrder): boolean {
    return this.#books[market]!.order(String(orderId)) !== undefined;
  }

  #nameOf(orderId: number): string {
    const name = this.#names[orderId] ?? String(orderId);
    this.#names[orderId] = name;
    return name;
  }

  /** Removes all orders. */
  clear(): void {
    this.#books = Array.from({ length: this.markets }, () => new OrderBook());
  }

  #apply(flow: OrderFlow, n: number): IProcessOrder | unknown {
    const book = this.#books[flow.market(n)]!;
    const id = this.#names[flow.orderId(n)]!;
    const kind = flow.kind(n);
    if (kind === CANCEL) return book.cancel(id);
    if (kind === AMEND) {
      const change = this.#change;
      change.price = flow.price(n);
      change.size = flow.remaining(n);
      return book.modify(id, change);
    }
    const limit = this.#limit;
    limit.id = id;
    limit.side = flow.sells(n) ? Side.SELL : Side.BUY;
    limit.size = flow.remaining(n);
    limit.price = flow.price(n);
    limit.timeInForce = kind === IMMEDIATE ? IOC : GTC;
    return book.limit(limit);
  }
}
