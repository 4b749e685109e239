// Takes order requests from connections and sends the answers: each request is admitted or refused at once, carried out
// in the order in which it came, and answered when its commands are durable, together with the connection's other
// answers of that moment.

import { errors } from "@evermark/interface/rows/errors.ts";
import type { Venue } from "../venue.ts";
import { ApiError, refusal } from "../wire/api-error.ts";
import { type ClientFrame, orderAnswer, orderRefusal } from "./messages.ts";
import { type OrderAnswer, type OrderEntry, type OrderRequest, orderRequestsOf } from "./order-entry.ts";
import { CLOSE, type StreamConnection } from "./stream-connection.ts";

export class StreamOrders {
  readonly #venue: Venue;
  readonly #requests: ReadonlyMap<string, OrderRequest>;
  /** The number of requests that are not answered yet. */
  #underWay = 0;
  #whenAnswered: (() => void) | undefined;
  #isClosed = false;

  constructor(venue: Venue, entry: OrderEntry | undefined) {
    this.#venue = venue;
    this.#requests = orderRequestsOf(venue, entry);
  }

  /** The types of order requests that a connection may send. */
  typesFor({ kind }: StreamConnection): string[] {
    return kind === "private" ? [...this.#requests.keys()] : [];
  }

  /** The order request in a frame; undefined when it is another frame, or the connection is not authenticated yet. */
  requestOf({ key }: StreamConnection, { event, params }: ClientFrame): OrderRequest | undefined {
    if (event !== "request" || key === undefined) return undefined;
    return this.#requests.get(params.type as string);
  }

  /** @param text the frame's text; @param now the machine's monotonic time in ms */
  take(
    connection: StreamConnection,
    order: OrderRequest,
    { id, params }: ClientFrame,
    text: string,
    now: number,
  ): void {
    try {
      if (this.#isClosed) throw shuttingDown();
      const call = order.admit(connection);
      this.#underWay += 1;
      void order.carryOut(call, params, text).then((answer) => this.#answer(connection, id, answer));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      // No other limit has counted it; this one closes a client that goes on regardless.
      connection.frames.take(now);
      connection.sendTogether(orderRefusal(id, this.#venue.clock.now(), error));
    }
  }

  /** Stops taking orders, and resolves when those already taken are answered. */
  async close(): Promise<void> {
    this.#isClosed = true;
    if (this.#underWay > 0) await new Promise<void>((resolve) => (this.#whenAnswered = resolve));
  }

  #answer(connection: StreamConnection, id: ClientFrame["id"], answer: OrderAnswer | ApiError): void {
    try {
      const ts = this.#venue.clock.now();
      connection.sendTogether(answer instanceof ApiError ? orderRefusal(id, ts, answer) : orderAnswer(id, ts, answer));
    } catch (error) {
      this.#venue.log.error({ err: error, account: connection.account }, "an order's answer could not be sent");
      connection.close(CLOSE.internal, "internal error");
    }
    this.#underWay -= 1;
    if (this.#underWay === 0) this.#whenAnswered?.();
  }
}

function shuttingDown(): ApiError {
  return refusal("core_unavailable", `${errors.core_unavailable.text}: the venue is shutting down`);
}
