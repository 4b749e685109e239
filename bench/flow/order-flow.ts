// Commands of a generated order flow as plain numbers, one cache line each. Finished command objects would be a million
// cold objects, and reading them would cost more than what is measured. Instead there is one command object per type,
// which is filled again for each command, as a decoder would do. The peer is fed from the same numbers in the same way.

import type { AmendOrder, CancelOrder, Command, Millis, PlaceOrder, PriceE8, QuantityE8 } from "@evermark/engine";
import { amendOrder, placeOrder } from "@evermark/engine/testing/setup.ts";

export const LIMIT = 0;
export const IMMEDIATE = 1;
export const CANCEL = 2;
export const AMEND = 3;
export type Kind = typeof LIMIT | typeof IMMEDIATE | typeof CANCEL | typeof AMEND;

export interface FlowRecord {
  readonly kind: Kind;
  readonly at: number;
  readonly account: number;
  readonly market: number;
  /** For a placement: the id that the engine will give it. */
  readonly orderId: number;
  readonly sells: boolean;
  /** In ticks; 0 for a cancel. */
  readonly price: number;
  /** In lots: the quantity of a placement; the new total of an amend, or 0 if it stays the same; 0 for a cancel. */
  readonly quantity: number;
  /** The quantity in lots for a bare book, which does not track an executed part. */
  readonly remaining: number;
}

/** The size of one tick and one lot in the units of the wire format. */
export interface Steps {
  readonly quoteTick: number;
  readonly baseTick: number;
}

type Writable<Of> = { -readonly [Field in keyof Of]: Of[Field] };

/** In the code of a record the low bits are its kind, and the next bit is its side. */
const KIND_BITS = 3;
const SELLS_BIT = 4;
/** Number of doubles in a record. */
const WIDTH = 7;

export class OrderFlow {
  readonly #codes: Uint8Array;
  readonly #numbers: Float64Array;
  readonly #steps: Steps;
  readonly #place: Writable<PlaceOrder> = placeOrder({});
  readonly #amend: Writable<AmendOrder> = amendOrder({});
  readonly #cancel: Writable<CancelOrder> = {
    type: "cancel_order",
    at: 0 as Millis,
    account: 0,
    market: 0,
    orderId: 0,
    clientOrderId: "",
  };
  #length = 0;

  constructor(capacity: number, steps: Steps) {
    this.#codes = new Uint8Array(capacity);
    this.#numbers = new Float64Array(capacity * WIDTH);
    this.#steps = steps;
  }

  get length(): number {
    return this.#length;
  }

  clear(): void {
    this.#length = 0;
  }

  add(record: FlowRecord): void {
    const n = this.#length++;
    const numbers = this.#numbers;
    const { quoteTick, baseTick } = this.#steps;
    this.#codes[n] = record.kind | (record.sells ? SELLS_BIT : 0);
    const start = n * WIDTH;
    numbers[start] = record.at;
    numbers[start + 1] = record.account;
    numbers[start + 2] = record.market;
    numbers[start + 3] = record.orderId;
    numbers[start + 4] = record.price * quoteTick;
    numbers[start + 5] = record.quantity * baseTick;
    numbers[start + 6] = record.remaining;
  }

  /** The id that the engine gave to a placement. */
  nameOrder(n: number, orderId: number): void {
    this.#numbers[n * WIDTH + 3] = orderId;
  }

  kind(n: number): Kind {
    return (this.#codes[n]! & KIND_BITS) as Kind;
  }

  sells(n: number): boolean {
    return (this.#codes[n]! & SELLS_BIT) !== 0;
  }

  market(n: number): number {
    return this.#numbers[n * WIDTH + 2]!;
  }

  orderId(n: number): number {
    return this.#numbers[n * WIDTH + 3]!;
  }

  /** In ticks. */
  price(n: number): number {
    return this.#numbers[n * WIDTH + 4]! / this.#steps.quoteTick;
  }

  remaining(n: number): number {
    return this.#numbers[n * WIDTH + 6]!;
  }

  /**
   * The command of a record. The object is reused for the next command of its type, which is fine for an engine because
   * it keeps none.
   */
  command(n: number): Command {
    const code = this.#codes[n]!;
    switch (code & KIND_BITS) {
      case AMEND:
        return this.#filledAmend(n, code);
      case CANCEL:
        return this.#filledCancel(n);
      default:
        return this.#filledPlace(n, code);
    }
  }

  /** The same as a separate object, for callers that keep commands. */
  ownCommand(n: number): Command {
    return { ...this.command(n) };
  }

  #filledPlace(n: number, code: number): PlaceOrder {
    const numbers = this.#numbers;
    const place = this.#place;
    const start = n * WIDTH;
    place.at = numbers[start]! as Millis;
    place.account = numbers[start + 1]!;
    place.market = numbers[start + 2]!;
    place.side = (code & SELLS_BIT) === 0 ? "BUY" : "SELL";
    place.orderType = (code & KIND_BITS) === IMMEDIATE ? "IOC" : "LIMIT";
    place.price = numbers[start + 4]! as PriceE8;
    place.quantity = numbers[start + 5]! as QuantityE8;
    return place;
  }

  #filledAmend(n: number, code: number): AmendOrder {
    const numbers = this.#numbers;
    const amend = this.#amend;
    const start = n * WIDTH;
    amend.at = numbers[start]! as Millis;
    amend.account = numbers[start + 1]!;
    amend.market = numbers[start + 2]!;
    amend.orderId = numbers[start + 3]!;
    amend.side = (code & SELLS_BIT) === 0 ? "BUY" : "SELL";
    amend.price = numbers[start + 4]! as PriceE8;
    amend.quantity = numbers[start + 5]! as QuantityE8;
    return amend;
  }

  #filledCancel(n: number): CancelOrder {
    const numbers = this.#numbers;
    const cancel = this.#cancel;
    const start = n * WIDTH;
    cancel.at = numbers[start]! as Millis;
    cancel.account = numbers[start + 1]!;
    cancel.market = numbers[start + 2]!;
    cancel.orderId = numbers[start + 3]!;
    return cancel;
  }
}
