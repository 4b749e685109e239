// What is kept of a price with orders, field by field.

import { Table } from "../storage/table.ts";

// Places within a row.
const PRICE = 0;
const VISIBLE = 1;
const NUMBERS = 2;

const MARKET = 0;
const ASKS = 1;
const HEAD = 2;
const TAIL = 3;
const ORDERS = 4;
const INTS = 5;

export class LevelTable extends Table {
  constructor(capacity: number) {
    super({ numbers: NUMBERS, ints: INTS }, capacity);
  }

  market(level: number): number {
    return this.ints[level * INTS + MARKET]!;
  }

  setMarket(level: number, value: number): void {
    this.ints[level * INTS + MARKET] = value;
  }

  /** 1 for asks. */
  asks(level: number): number {
    return this.ints[level * INTS + ASKS]!;
  }

  setAsks(level: number, value: number): void {
    this.ints[level * INTS + ASKS] = value;
  }

  price(level: number): number {
    return this.numbers[level * NUMBERS + PRICE]!;
  }

  setPrice(level: number, value: number): void {
    this.numbers[level * NUMBERS + PRICE] = value;
  }

  head(level: number): number {
    return this.ints[level * INTS + HEAD]!;
  }

  setHead(level: number, value: number): void {
    this.ints[level * INTS + HEAD] = value;
  }

  tail(level: number): number {
    return this.ints[level * INTS + TAIL]!;
  }

  setTail(level: number, value: number): void {
    this.ints[level * INTS + TAIL] = value;
  }

  /** Lots on show. */
  visible(level: number): number {
    return this.numbers[level * NUMBERS + VISIBLE]!;
  }

  setVisible(level: number, value: number): void {
    this.numbers[level * NUMBERS + VISIBLE] = value;
  }

  orders(level: number): number {
    return this.ints[level * INTS + ORDERS]!;
  }

  setOrders(level: number, value: number): void {
    this.ints[level * INTS + ORDERS] = value;
  }
}
