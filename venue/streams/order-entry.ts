// What the streams need to take orders: the requests by their type, each let in and carried out by the handlers that
// answer REST, without the streams knowing what is behind.

import type { Caller } from "../auth/caller.ts";
import type { ApiError } from "../http/envelope/api-error.ts";
import type { Venue } from "../venue.ts";

/** An authenticated connection, as far as a request over it is concerned. */
export interface OrderSender {
  /** Through whose sequencer the connection's commands go. */
  readonly venue: Venue;
  /** The account that the connection acts for. */
  readonly account: number;
  readonly key: string;
  /** It may place orders, and not only read. */
  readonly takesOrders: boolean;
  readonly ip: string;
}

export interface OrderAnswer {
  readonly data: unknown;
  /** A repeated placement got its first answer. */
  readonly isReplayed: boolean;
}

export interface OrderRequest {
  /**
   * Asks what a REST request is asked once its signature is known to be right, and counts it in the endpoint's bucket.
   * @throws {ApiError} -1002 on a connection that only reads, of a key that ended or may not trade, -1003 over the limit
   */
  admit(sender: OrderSender): Caller;
  /**
   * Its commands reach the sequencer within this call, so that requests stay in the order in which they came.
   * @param params of the frame
   * @param text the frame, in which every digit of its numbers stands
   * @returns the answer or the refusal; never rejects
   */
  carryOut(
    sender: OrderSender,
    caller: Caller,
    params: Readonly<Record<string, unknown>>,
    text: string,
  ): Promise<OrderAnswer | ApiError>;
}

/** By type, such as `order.place`. */
export type OrderEntry = ReadonlyMap<string, OrderRequest>;
