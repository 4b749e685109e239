// Moves orders by their lines: tracks where each line is meanwhile, and the outcome. Until the venue's own list has the new
// price, the line stays where it was put; when the move is refused it returns, with a notice of the reason.

import { AnswerLost, ApiError, quantisePrice } from "@evermark/client";
import { Cell } from "../../cells/cell.ts";
import type { AccountSession } from "../../session/account/account-session.ts";
import type { Notice } from "../../state/notice.ts";
import { words } from "../../texts/words.ts";
import type { FarPrice } from "../ticket/far-price.ts";
import { refusalOf } from "../ticket/ticket-refusals.ts";
import type { Moved, OwnLine } from "./own-lines.ts";
import { triggerChange } from "./trigger-orders.ts";

type Session = Pick<AccountSession, "client" | "orders" | "algoOrders" | "refreshOrders">;

/** A move that waits for confirmation. */
export interface AskedMove {
  readonly line: OwnLine;
  readonly price: number;
  /** The question to ask when the price is far away. */
  readonly question?: string | undefined;
}

interface OrderMovesOptions {
  readonly tick: number;
  readonly asksFirst: () => boolean;
  /** Describes a price that is far away, which always needs confirmation. */
  readonly far: (price: number) => FarPrice | undefined;
  readonly notify: (notice: Omit<Notice, "id">) => void;
}

export class OrderMoves {
  /** By the id of the line. */
  readonly moved = new Cell<ReadonlyMap<string, Moved>>(new Map());
  readonly asked = new Cell<AskedMove | null>(null);
  readonly #session: Session;
  readonly #options: OrderMovesOptions;

  constructor(session: Session, options: OrderMovesOptions) {
    this.#session = session;
    this.#options = options;
  }

  /** Shows a line at the nearest tick. */
  move(line: OwnLine, price: number): void {
    if (this.moved.get().get(line.id)?.isSent) return;
    const near = this.#onTick(price);
    if (near !== undefined) this.#set(line.id, { price: Number(near), isSent: false });
  }

  /** Moves the order to where its line was released. */
  async drop(line: OwnLine, price: number): Promise<void> {
    if (this.moved.get().get(line.id)?.isSent) return;
    const near = this.#onTick(price);
    if (near === undefined || Number(near) === line.price) return this.putBack(line);
    const to = Number(near);
    const far = this.#options.far(to);
    if (far === undefined && !this.#options.asksFirst()) return this.send(line, near);
    this.#set(line.id, { price: to, isSent: false });
    this.asked.set({ line, price: to, question: far?.question });
  }

  /** Takes the trader's answer to the confirmation. */
  async answer(isYes: boolean): Promise<void> {
    const asked = this.asked.get();
    this.asked.set(null);
    if (asked === null) return;
    const near = this.#onTick(asked.price);
    if (isYes && near !== undefined) await this.send(asked.line, near);
    else this.putBack(asked.line);
  }

  putBack({ id }: OwnLine): void {
    this.moved.update((moved) => new Map([...moved].filter(([other]) => other !== id)));
  }

  async send(line: OwnLine, price: string): Promise<void> {
    const { notify } = this.#options;
    this.#set(line.id, { price: Number(price), isSent: true });
    try {
      const status = await this.#amend(line, price);
      if (status === "CANCELLED") {
        notify({ tone: "bad", title: words.chart.cancelledInstead, text: words.chart.cancelledWhy });
      }
      this.#settle(line, Number(price));
    } catch (error) {
      const text = error instanceof AnswerLost ? words.chart.perhapsMoved : whyNot(error);
      notify({ tone: "bad", title: words.chart.notMoved, text });
      this.putBack(line);
      this.#session.refreshOrders();
    }
  }

  async #amend({ movable }: OwnLine, price: string): Promise<string | undefined> {
    const { orders, algo } = this.#session.client;
    if (movable === undefined) return undefined;
    if (movable.is === "trigger") return (await algo.amendAlgoOrder(triggerChange(movable, price))).status;
    const { orderId, symbol, side, type } = movable.order;
    const terms = { order_id: orderId, symbol, side, order_type: type as "LIMIT" };
    return (await orders.amendOrder({ ...terms, order_price: price })).status;
  }

  /** Releases the line as soon as the list of orders has the new price. */
  #settle(line: OwnLine, price: number): void {
    const { movable } = line;
    if (movable?.is === "order") {
      const order = this.#session.orders.get()?.get(movable.order.orderId);
      if (order === undefined || order.price === price) return this.putBack(line);
    }
    const list = movable?.is === "order" ? this.#session.orders : this.#session.algoOrders;
    const stop = list.subscribe(() => {
      stop();
      this.putBack(line);
    });
    this.#session.refreshOrders();
  }

  #onTick(price: number): string | undefined {
    if (!(price > 0)) return undefined;
    return quantisePrice({ quote_tick: this.#options.tick }, price, "nearest");
  }

  #set(id: string, move: Moved): void {
    this.moved.update((moved) => new Map(moved).set(id, move));
  }
}

function whyNot(error: unknown): string {
  if (error instanceof ApiError) return refusalOf(error);
  return error instanceof Error ? error.message : String(error);
}
