// What is kept of a price with orders, field by field.

import { Table } from "../../base/storage/table.ts";

// Places within a row, in steps of a whole number's width and of a number's.
const BOOK = 0;
const HEAD = 1;
const TAIL = 2;
const ORDERS = 3;
const PRICE = 2;
const VISIBLE = 3;
const NUMBERS = 4;
const INTS = NUMBERS * 2;

export class LevelTable extends Table {
  constructor(capacity: number) {
    super(NUMBERS, capacity);
  }

  market(level: number): number {
    return this.ints[level * INTS + BOOK]! >> 1;
  }

  /** 1 for asks. */
  asks(level: number): number {
    return this.ints[level * INTS + BOOK]! & 1;
  }

  /** Which side of which market it belongs to. */
  setBook(level: number, market: number, asks: number): void {
    this.ints[level * INTS + BOOK] = (market << 1) | asks;
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
