// The account's own fills in a market: those that the venue still lists, and those from reports.

import { Cell } from "../../cells/cell.ts";
import type { Report } from "../asking/answers.ts";
import { Refreshing } from "../asking/refreshing.ts";
import type { AccountSession } from "./account-session.ts";

/** How many of the latest fills are read. */
const FILLS_MAX = 500;

export interface OwnFill {
  readonly id: number;
  readonly at: number;
  readonly side: "BUY" | "SELL";
  readonly price: number;
  readonly quantity: number;
}

export class OwnFills {
  /** By id. */
  readonly fills = new Cell<ReadonlyMap<number, OwnFill>>(new Map());
  readonly #stopListening: () => void;
  readonly #reading: Refreshing;

  constructor(session: Pick<AccountSession, "client" | "listen">, symbol: string) {
    this.#reading = new Refreshing(async () => {
      const { rows } = await session.client.orders.getTrades({ symbol, size: FILLS_MAX });
      this.#take(
        rows.map((row) => ({
          id: row.id,
          at: row.executed_timestamp,
          side: row.side,
          price: row.executed_price,
          quantity: row.executed_quantity,
        })),
      );
    });
    this.#stopListening = session.listen((event) => {
      if (event.type === "again") this.#reading.now();
      if (event.type === "report" && event.report.symbol === symbol) this.#take(fillsOf(event.report));
    });
    this.#reading.now();
  }

  end(): void {
    this.#stopListening();
    this.#reading.end();
  }

  #take(fills: readonly OwnFill[]): void {
    const unknown = fills.filter(({ id }) => !this.fills.get().has(id));
    if (unknown.length === 0) return;
    this.fills.update((known) => new Map([...known, ...unknown.map((fill) => [fill.id, fill] as const)]));
  }
}

function fillsOf(report: Report): OwnFill[] {
  const { tradeId: id, timestamp: at, side, executedPrice: price, executedQuantity: quantity } = report;
  return id === 0 ? [] : [{ id, at, side, price, quantity }];
}
