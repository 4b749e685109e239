// A demo maker at work: market after market, it brings its orders on the book to where `makerQuotes` wants them, a few
// requests per turn.

import { ApiError } from "@evermark/client/rest/failures.ts";
import type { DemoAccount } from "./demo-account.ts";
import { crossedQuote, type MakerStyle, makerQuotes, type Quote, quantityFor } from "./maker-quotes.ts";
import type { PriceBoard } from "./price-board.ts";
import { type LiveQuote, type QuoteChange, quoteChanges } from "./quote-changes.ts";

/** Amendments and cancels of one turn; what is left waits for the market's next turn. */
const CHANGES_PER_TURN = 4;
const BATCH_MAX = 10;
const POSITIONS_EVERY_TURNS = 20;

export class DemoMaker {
  readonly #account: DemoAccount;
  readonly #board: PriceBoard;
  readonly #style: MakerStyle;
  /** Orders on the book by symbol and id. */
  readonly #live = new Map<string, Map<number, LiveQuote>>();
  #positions: ReadonlyMap<string, number> = new Map();
  #turns = 0;
  #mustStartOver = true;

  constructor(account: DemoAccount, board: PriceBoard, style: MakerStyle) {
    this.#account = account;
    this.#board = board;
    this.#style = style;
    const stream = account.client.streams.private;
    stream.subscribe("executionreport", (report) => this.#reported(report), {
      // What happened without a connection is not known: begin with an empty book.
      onSubscribed: () => {
        this.#mustStartOver = true;
      },
    });
    stream.on("gap", () => {
      this.#mustStartOver = true;
    });
  }

  /** Sees to one market. */
  async turn(): Promise<void> {
    if (this.#mustStartOver) await this.#startOver();
    if (this.#turns % POSITIONS_EVERY_TURNS === 0) this.#positions = await this.#account.positions();
    const { symbols } = this.#board;
    const symbol = symbols[this.#turns % symbols.length]!;
    this.#turns += 1;
    await this.#quote(symbol);
  }

  /** Takes everything off the book. */
  async leave(): Promise<void> {
    await this.#account.client.orders.cancelOrders({}, { timeoutMs: 1_000 });
    this.#live.clear();
  }

  async #startOver(): Promise<void> {
    this.#mustStartOver = false;
    await this.leave();
    this.#positions = await this.#account.positions();
  }

  async #quote(symbol: string): Promise<void> {
    const fairPrice = this.#board.index(symbol);
    if (fairPrice === undefined) return;
    const rules = this.#board.rules(symbol);
    const wanted = makerQuotes(this.#style, { rules, fairPrice, position: this.#positions.get(symbol) ?? 0 });
    const crossed = crossedQuote(wanted, this.#board.onlySide(symbol));
    if (crossed !== undefined) await this.#take(symbol, crossed);
    const changes = quoteChanges(wanted, [...this.#orders(symbol).values()], fairPrice);

    const placements = changes.filter((change) => change.type === "place").map((change) => change.quote);
    const others = changes.filter((change) => change.type !== "place");
    for (const change of others.slice(0, CHANGES_PER_TURN)) await this.#change(symbol, change);
    if (placements.length > 0) await this.#place(symbol, placements.slice(0, BATCH_MAX));
  }

  async #place(symbol: string, quotes: readonly Quote[]): Promise<void> {
    const { rows } = await this.#account.client.orders.placeBatch({
      orders: quotes.map(({ side, price, quantity }) => ({
        symbol,
        side,
        order_type: "POST_ONLY" as const,
        order_price: price,
        order_quantity: quantity,
      })),
    });
    for (const [i, { order_id }] of rows.entries()) {
      if (order_id !== undefined) this.#orders(symbol).set(order_id, { ...quotes[i]!, orderId: order_id });
    }
  }

  /** Trades with an order that stands where the maker's own would, and that would keep them all off the book. */
  async #take(symbol: string, { side, price }: Quote): Promise<void> {
    const rules = this.#board.rules(symbol);
    const order_quantity = quantityFor(rules, this.#style.positionMax, price);
    const order = { symbol, side, order_type: "IOC" as const, order_price: price, order_quantity };
    await this.#account.client.orders.placeOrder(order).catch(ignoreRefusal);
  }

  async #change(symbol: string, change: Exclude<QuoteChange, { type: "place" }>): Promise<void> {
    const { orders } = this.#account.client;
    const live = this.#orders(symbol);
    const { orderId } = change;
    try {
      if (change.type === "cancel") {
        await orders.cancelOrder({ symbol, order_id: orderId });
        live.delete(orderId);
        return;
      }
      const { side, price } = change.quote;
      const amended = { order_id: orderId, symbol, side, order_type: "POST_ONLY" as const, order_price: price };
      const { status } = await orders.amendOrder(amended);
      const order = live.get(orderId);
      if (status === "CANCELLED" || status === "FILLED") live.delete(orderId);
      else if (order !== undefined) live.set(orderId, { ...order, price });
    } catch (error) {
      // Refused: most likely the order is gone already. The next turn sees what is missing.
      if (!(error instanceof ApiError)) throw error;
      live.delete(orderId);
      if (change.type === "amend") await orders.cancelOrder({ symbol, order_id: orderId }).catch(ignoreRefusal);
    }
  }

  #reported(report: {
    readonly symbol: string;
    readonly orderId: number;
    readonly status: string;
    readonly quantity: number;
    readonly totalExecutedQuantity: number;
  }): void {
    const live = this.#orders(report.symbol);
    const order = live.get(report.orderId);
    if (order === undefined) return;
    if (report.status !== "NEW" && report.status !== "PARTIAL_FILLED") live.delete(report.orderId);
    else live.set(report.orderId, { ...order, quantity: report.quantity - report.totalExecutedQuantity });
  }

  #orders(symbol: string): Map<number, LiveQuote> {
    let orders = this.#live.get(symbol);
    if (orders === undefined) {
      orders = new Map();
      this.#live.set(symbol, orders);
    }
    return orders;
  }
}

function ignoreRefusal(error: unknown): void {
  if (!(error instanceof ApiError)) throw error;
}
