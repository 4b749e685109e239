// Cancel on disconnect: orders placed over a connection that asked for it are cancelled when the connection ends,
// however it ends. Placements are noted where they reach the sequencer, so that none is missed even if its answer is
// lost; an order still on its way when the connection ends is cancelled as soon as it is applied. The cancellations are
// commands like a user's own, and go through the journal. While the journal can't take them, they are owed and retried.
// After a crash the engine's next session cancels the orders (engine/memory/order/until-disconnect.ts).

import {
  type CountedRequest,
  type Done,
  isUnavailable,
  type Sequencer,
  type Submitted,
  type Unstamped,
} from "@evermark/core";
import type { Logger } from "pino";
import type { Venue } from "../venue.ts";

const ANY_MARKET = -1;
/** At this many remembered ids or more, those that are no longer open are forgotten. */
const SWEEP_AT_LEAST = 1_024;

export class CancelOnDisconnect {
  readonly #venue: Venue;
  /** Orders whose cancellation the journal could not take, with their accounts. */
  readonly #owed = new Map<number, number>();
  /** Placements of all connections, and cancellations, that are not answered yet. */
  #onTheirWay = 0;
  #whenSettled: (() => void)[] = [];

  constructor(venue: Venue) {
    this.#venue = venue;
  }

  /** The object through which a connection with this option submits its commands. */
  follow(): OwnOrders {
    return new OwnOrders(this.#venue, this);
  }

  departed(): void {
    this.#onTheirWay += 1;
  }

  arrived(): void {
    this.#onTheirWay -= 1;
    if (this.#onTheirWay > 0) return;
    const waiting = this.#whenSettled;
    this.#whenSettled = [];
    for (const resume of waiting) resume();
  }

  cancel(orderId: number, account: number): void {
    this.departed();
    const command = { type: "cancel_order", account, market: ANY_MARKET, orderId, clientOrderId: "" } as const;
    this.#venue.sequencer.submit(command, (result) => {
      // A refusal is as good: the order is no longer open.
      if (isUnavailable(result)) this.#owed.set(orderId, account);
      this.arrived();
    });
  }

  /** Retries the cancellations that the journal could not take. */
  retry(): void {
    const owed = [...this.#owed];
    this.#owed.clear();
    for (const [orderId, account] of owed) this.cancel(orderId, account);
  }

  /** Resolves when no placement or cancellation is on its way any more, so that the orders of ended connections are cancelled. */
  async settled(log: Logger): Promise<void> {
    if (this.#onTheirWay > 0) await new Promise<void>((resolve) => this.#whenSettled.push(resolve));
    if (this.#owed.size > 0)
      log.warn({ orders: this.#owed.size }, "orders of ended connections could not be cancelled");
  }
}

/** The orders of one connection. */
export class OwnOrders implements Pick<Sequencer, "submit"> {
  readonly #sequencer: Sequencer;
  readonly #engine: Venue["engine"];
  readonly #all: CancelOnDisconnect;
  /** Accounts by order id. */
  readonly #placed = new Map<number, number>();
  #sweepAt = SWEEP_AT_LEAST;
  #isOver = false;

  constructor(venue: Venue, all: CancelOnDisconnect) {
    this.#sequencer = venue.sequencer;
    this.#engine = venue.engine;
    this.#all = all;
  }

  submit(command: Unstamped, done: Done, request?: CountedRequest): void {
    this.#sequencer.submit(marked(command), this.#noting(command, done), request);
  }

  /** How many orders are remembered; finished ones are forgotten now and then. */
  get size(): number {
    return this.#placed.size;
  }

  /** Cancels the orders, because the connection has ended. */
  cancel(): void {
    this.#isOver = true;
    for (const [orderId, account] of this.#placed) {
      if (this.#engine.findOrder(orderId) !== undefined) this.#all.cancel(orderId, account);
    }
    this.#placed.clear();
  }

  #noting(command: Unstamped, done: Done): Done {
    if (command.type !== "place_order") return done;
    const { account } = command;
    this.#all.departed();
    return (result, times) => {
      if (!isUnavailable(result) && isOpen(result)) this.#note(result.orderId, account);
      this.#all.arrived();
      done(result, times);
    };
  }

  #note(orderId: number, account: number): void {
    if (this.#isOver) return this.#all.cancel(orderId, account);
    this.#placed.set(orderId, account);
    if (this.#placed.size >= this.#sweepAt) this.#sweep();
  }

  /** Forgets finished orders; runs again when the number of remembered ones has doubled. */
  #sweep(): void {
    for (const orderId of this.#placed.keys()) {
      if (this.#engine.findOrder(orderId) === undefined) this.#placed.delete(orderId);
    }
    this.#sweepAt = Math.max(SWEEP_AT_LEAST, 2 * this.#placed.size);
  }
}

/** If the venue crashes, its next session cancels the orders marked this way. */
function marked(command: Unstamped): Unstamped {
  return command.type === "place_order" ? { ...command, untilDisconnect: true } : command;
}

/** A repeated placement is answered with its order's first status; the order may have ended since, which does no harm. */
function isOpen({ rejection, status }: Submitted): boolean {
  return rejection === null && (status === "NEW" || status === "PARTIAL_FILLED");
}
