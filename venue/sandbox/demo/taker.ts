// Demo takers at work: one trades noise, one follows trends. Both send market orders and ask for their positions now
// and then.

import { ApiError } from "@evermark/client/rest/failures.ts";
import type { Random } from "../../prices/random.ts";
import type { DemoAccount } from "./demo-account.ts";
import { noiseOrder, type TakerOrder } from "./noise-taker.ts";
import type { PriceBoard } from "./price-board.ts";
import { observe, type Trend, trendOrder } from "./trend-follower.ts";

const POSITIONS_EVERY_TURNS = 8;

abstract class DemoTaker {
  readonly #account: DemoAccount;
  protected readonly board: PriceBoard;
  #positions = new Map<string, number>();
  #turns = 0;

  constructor(account: DemoAccount, board: PriceBoard) {
    this.#account = account;
    this.board = board;
  }

  /** At most one order. */
  async turn(): Promise<void> {
    if (this.#turns % POSITIONS_EVERY_TURNS === 0) this.#positions = await this.#account.positions();
    this.#turns += 1;
    const choice = this.choose(this.#turns - 1, (symbol) => this.#positions.get(symbol) ?? 0);
    if (choice !== null) await this.#send(choice.symbol, choice.order);
  }

  /** @param position signed size of a symbol in base currency */
  protected abstract choose(
    turn: number,
    position: (symbol: string) => number,
  ): { readonly symbol: string; readonly order: TakerOrder } | null;

  async #send(symbol: string, { side, quantity, reduceOnly }: TakerOrder): Promise<void> {
    const order = { symbol, side, order_type: "MARKET" as const, order_quantity: quantity, reduce_only: reduceOnly };
    try {
      await this.#account.client.orders.placeOrder(order);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      // Refused for what is not known here: look again before the next order.
      this.#positions = await this.#account.positions();
      return;
    }
    const change = side === "BUY" ? quantity : -quantity;
    this.#positions.set(symbol, (this.#positions.get(symbol) ?? 0) + change);
  }
}

export class DemoNoiseTaker extends DemoTaker {
  readonly #random: Random;
  readonly #untraded: Set<string>;

  constructor(account: DemoAccount, board: PriceBoard, random: Random) {
    super(account, board);
    this.#random = random;
    this.#untraded = new Set(board.symbols);
  }

  protected choose(_turn: number, position: (symbol: string) => number) {
    const ready = this.board.symbols.filter((symbol) => this.board.hasTwoSides(symbol));
    if (ready.length === 0) return null;
    // First every market once, so that each has a trade soon; then wherever the draw falls.
    const symbol = ready.find((one) => this.#untraded.has(one)) ?? this.#random.pick(ready);
    const price = this.board.index(symbol);
    if (price === undefined) return null;
    this.#untraded.delete(symbol);
    const view = { rules: this.board.rules(symbol), price, position: position(symbol) };
    return { symbol, order: noiseOrder(this.#random, view) };
  }
}

export class DemoTrendFollower extends DemoTaker {
  readonly #trends = new Map<string, Trend>();

  protected choose(turn: number, position: (symbol: string) => number) {
    const { symbols } = this.board;
    for (const symbol of symbols) {
      const price = this.board.index(symbol);
      if (price !== undefined) this.#trends.set(symbol, observe(this.#trends.get(symbol), price));
    }
    // One order a turn; each turn another market is asked first, so that none waits for the others.
    for (let i = 0; i < symbols.length; i++) {
      const symbol = symbols[(turn + i) % symbols.length]!;
      const price = this.board.index(symbol);
      const trend = this.#trends.get(symbol);
      if (price === undefined || trend === undefined || !this.board.hasTwoSides(symbol)) continue;
      const order = trendOrder({ rules: this.board.rules(symbol), trend, price, position: position(symbol) });
      if (order !== null) return { symbol, order };
    }
    return null;
  }
}
