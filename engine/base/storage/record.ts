// How a record of a table is declared: once, as data, in a file of its own named `….record.ts`. The class with its
// accessors, snapshots, copies and the page in docs/reference follow from it: `npm run generate`, `npm run docs`.

import { MARGIN_MODES, ORDER_TYPES, SIDES } from "../vocabulary.ts";

/** What a field counts, by the name of its type in units.ts. */
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
  ExtraNumber: "the place of what few orders have",
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

/** The lists of words that a few bits can name one of, by the names of their types in vocabulary.ts. */
export const WORDS = {
  Side: { list: "SIDES", words: SIDES },
  MarginMode: { list: "MARGIN_MODES", words: MARGIN_MODES },
  OrderType: { list: "ORDER_TYPES", words: ORDER_TYPES },
} as const;

/** Some bits of a whole number. */
export type Part = { readonly name: string; readonly bits: number; readonly meaning: string } & (
  | {
      readonly kind: "flag";
      /** Whether it is given when the number is put together, and whether it can be set after that. */
      readonly set: "at first" | "later" | "both";
    }
  | { readonly kind: "word"; readonly of: keyof typeof WORDS }
  | { readonly kind: "number"; readonly unit: UnitName }
  | { readonly kind: "unused" }
);

export interface Field {
  readonly name: string;
  readonly unit: UnitName;
  /** A number has 8 bytes and holds any; a whole one has 4, and holds what is below 2^31. */
  readonly width: "number" | "whole";
  readonly meaning: string;
  /** What a record that is handed out holds; without it, what was there before. */
  readonly initial?: number;
  /**
   * Of a field of what lies apart: another of the record whose value this one has unless it is given a value of its own. What it
   * begins with stands for that one, whatever that becomes.
   */
  readonly like?: string;
  /** Made 0 by `clear`. */
  readonly isCleared?: true;
  /** What has to be noted when it changes: a method `noteX` of the class that extends the table. */
  readonly notes?: string;
  /** There are two beside each other, one for each side, and only sums are added to them. */
  readonly isPerSide?: true;
  /** What the number is made of, from its lowest bits on. */
  readonly parts?: readonly Part[];
}

export interface RecordDeclaration {
  /** In code, what numbers a record. */
  readonly name: string;
  readonly unit: UnitName;
  readonly title: string;
  readonly about: string;
  /** The class that is written, and its file within engine/memory, without an ending. */
  readonly className: string;
  readonly file: string;
  /**
   * Rows that are taken and freed; the same, found by a text; or what is known beside the rows of another table, with the
   * same numbers.
   */
  readonly kept: "Table" | "TextTable" | "SideTable";
  /** From one record to the next. */
  readonly bytes: number;
  /** What nearly every command needs. Where there are cold fields behind these, all of these lie in one cache line. */
  readonly hot: readonly Field[];
  readonly cold: readonly Field[];
  /** What few records have, kept as a record of its own: the accessors of this one lead to it, by the field named. */
  readonly apart?: { readonly record: RecordDeclaration; readonly by: string };
}

type More = Pick<Field, "initial" | "like" | "isCleared" | "notes">;

export function number(name: string, unit: UnitName, meaning: string, more: More = {}): Field {
  return { name, unit, width: "number", meaning, ...more };
}

export function whole(name: string, unit: UnitName, meaning: string, more: More = {}): Field {
  return { name, unit, width: "whole", meaning, ...more };
}

export function perSide(name: string, unit: UnitName, meaning: string, more: More = {}): Field {
  return { name, unit, width: "number", meaning, isPerSide: true, ...more };
}

export function packed(name: string, meaning: string, parts: readonly Part[]): Field {
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

/** How many bits can distinguish so many things. */
function bitsFor(count: number): number {
  return 32 - Math.clz32(count - 1);
}
