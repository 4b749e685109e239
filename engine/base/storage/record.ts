// The form in which a table's record is declared: once, as data, in its own file named `….record.ts`. The class with its
// accessors, snapshots and copies, and the page in docs/reference, are generated from it: `npm run generate`, `npm run docs`.

import { MARGIN_MODES, ORDER_TYPES, SIDES } from "../vocabulary.ts";

/** The meaning of each unit, by the name of its type in units.ts. */
export const UNITS = {
  Ticks: "price in steps of the market's `quote_tick`",
  Lots: "size in steps of the market's `base_tick`",
  Micros: "10⁻⁶ USDC",
  FineMicros: "10⁻¹⁰ micros",
  Millis: "milliseconds since 1970",
  FeeE5: "10⁻⁵",
  Flag: "1 for yes, 0 for no",
  SideNumber: "0 for bids, 1 for asks",
  AccountNumber: "an account's number",
  MarketNumber: "a market's number",
  BrokerNumber: "a builder's number",
  RowNumber: "a position row's number",
  OrderSlot: "an open order's place in its table",
  LevelNumber: "a price level's number",
  WalletNumber: "a wallet's number",
  KeyNumber: "an access key's number",
  AnswerNumber: "a remembered answer's number",
  ExtraNumber: "the place of an order's rarely used fields",
  QueuePlace: "a place in a queue",
  TagNumber: "a fee tag's number",
  ReferralNumber: "a referral code's number",
  UserId: "a user's id",
  OrderId: "an order's id",
  AlgoOrderId: "an algo order's id",
  Nonce: "a nonce",
  Seq: "counts events",
  Leverage: "a leverage",
  number: "a count",
} as const;
export type UnitName = keyof typeof UNITS;

/** The lists from which a few bits can name a word, by the names of their types in vocabulary.ts. */
export const WORDS = {
  Side: { list: "SIDES", words: SIDES },
  MarginMode: { list: "MARGIN_MODES", words: MARGIN_MODES },
  OrderType: { list: "ORDER_TYPES", words: ORDER_TYPES },
} as const;

/** A group of bits of a whole number. */
export type Part = { readonly name: string; readonly bits: number; readonly meaning: string } & (
  | {
      readonly kind: "flag";
      /** Whether the flag is given when the number is packed, set afterwards, or both. */
      readonly set: "at first" | "later" | "both";
    }
  | { readonly kind: "word"; readonly of: keyof typeof WORDS }
  | { readonly kind: "number"; readonly unit: UnitName }
  | { readonly kind: "unused" }
);

export interface RecordField {
  readonly name: string;
  readonly unit: UnitName;
  /** A number takes 8 bytes and holds any value; a whole one takes 4 bytes, and its values are below 2^31. */
  readonly width: "number" | "whole";
  readonly meaning: string;
  /** The value in a newly allocated record; without it, the field keeps the value of the row's previous use. */
  readonly initial?: number;
  /**
   * For a field of a record that is kept apart: another field of the main record, whose value this one has unless it is given a
   * value of its own. The initial value stands for that field's value, even when that changes.
   */
  readonly like?: string;
  /** Set to 0 by `clear`. */
  readonly isCleared?: true;
  /** What a change of the field is noted as: the setter calls `noteX`, a method of the class that extends the table. */
  readonly notes?: string;
  /** Two numbers side by side, one for each side of the book; they change by additions only. */
  readonly isPerSide?: true;
  /** The parts of the number, from its lowest bits on. */
  readonly parts?: readonly Part[];
}

export interface RecordDeclaration {
  /** The name of a record's number in code. */
  readonly name: string;
  readonly unit: UnitName;
  readonly title: string;
  readonly about: string;
  /** The generated class, and its file within engine/memory, without an ending. */
  readonly className: string;
  readonly file: string;
  /**
   * Rows that are allocated and freed (Table); the same, found by a text (TextTable); or further fields for the rows of another
   * table, under the same numbers (SideTable).
   */
  readonly kept: "Table" | "TextTable" | "SideTable";
  /** The distance from one record to the next. */
  readonly bytes: number;
  /** The fields that nearly every command needs. Where cold fields follow, all hot ones lie in one cache line. */
  readonly hot: readonly RecordField[];
  readonly cold: readonly RecordField[];
  /** Fields that few records have, kept as a record of their own, to which the accessors of this one lead by the field named. */
  readonly apart?: { readonly record: RecordDeclaration; readonly by: string };
}

type More = Pick<RecordField, "initial" | "like" | "isCleared" | "notes">;

export function number(name: string, unit: UnitName, meaning: string, more: More = {}): RecordField {
  return { name, unit, width: "number", meaning, ...more };
}

export function whole(name: string, unit: UnitName, meaning: string, more: More = {}): RecordField {
  return { name, unit, width: "whole", meaning, ...more };
}

export function perSide(name: string, unit: UnitName, meaning: string, more: More = {}): RecordField {
  return { name, unit, width: "number", meaning, isPerSide: true, ...more };
}

export function packed(name: string, meaning: string, parts: readonly Part[]): RecordField {
  return { name, unit: "number", width: "whole", meaning, parts };
}

export function flag(name: string, meaning: string, set: "at first" | "later" | "both" = "at first"): Part {
  return { name, kind: "flag", bits: 1, meaning, set };
}

export function word(name: string, of: keyof typeof WORDS, meaning: string): Part {
  return { name, kind: "word", bits: bitsFor(WORDS[of].words.length), meaning, of };
}

export function digits(name: string, unit: UnitName, bits: number, meaning: string): Part {
  return { name, kind: "number", bits, meaning, unit };
}

export function unused(bits: number): Part {
  return { name: "", kind: "unused", bits, meaning: "unused" };
}

/** How many bits can distinguish `count` things. */
function bitsFor(count: number): number {
  return 32 - Math.clz32(count - 1);
}
