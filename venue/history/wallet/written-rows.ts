// Rows that the history thread itself writes as JSON text. Between threads, one text is copied as a block, while a hundred
// objects would cost more than reading and writing them; and the caller has only the envelope to add.

import type { EngineReader } from "@evermark/engine";
import type { StepsOfMarket } from "../../wire/decimal-text.ts";

/** Part of a list. */
export interface WrittenRows<Last> {
  /** JSON of the rows, with commas between them and no brackets. */
  readonly rows: string;
  readonly count: number;
  /** The place of the last row; null without any. */
  readonly last: Last | null;
  /** Whether there are further rows after it. */
  readonly isMore: boolean;
}

/**
 * @param found one row more than `limit`, if there are as many
 * @param of.textOf JSON of a row
 */
export function writtenRows<Row, Last>(
  found: readonly Row[],
  limit: number,
  { textOf, placeOf }: { readonly textOf: (row: Row) => string; readonly placeOf: (row: Row) => Last },
): WrittenRows<Last> {
  const rows = found.slice(0, limit);
  const last = rows.at(-1);
  return {
    rows: rows.map(textOf).join(","),
    count: rows.length,
    last: last === undefined ? null : placeOf(last),
    isMore: found.length > limit,
  };
}

/** What a row shows of its market. */
export interface RowMarket extends StepsOfMarket {
  readonly symbol: string;
}

/** What a row shows of its account, when a question is about several. */
interface RowOwner {
  readonly broker_id: string;
  readonly account_id: string;
}

/** What a question includes for the texts of its rows. */
export interface Naming {
  /** The result of `marketsText`. */
  readonly markets: string;
  /** One for each account in the question, in the same order; undefined for a single account. */
  readonly owners?: readonly RowOwner[] | undefined;
}

const texts = new WeakMap<EngineReader, { readonly count: number; readonly text: string }>();

/** Every market as one text. It has only what a market was listed with, which never changes. */
export function marketsText(engine: EngineReader): string {
  const count = engine.marketCount;
  const known = texts.get(engine);
  if (known?.count === count) return known.text;
  const markets = Array.from({ length: count }, (_, market): RowMarket => {
    const { symbol, quoteTick, baseTick } = engine.market(market).parameters;
    return { symbol, quoteTick, baseTick };
  });
  const text = JSON.stringify(markets);
  texts.set(engine, { count, text });
  return text;
}

/** The names that appear in one question's rows. */
export class RowNames {
  readonly #markets: readonly RowMarket[];
  readonly #owners: ReadonlyMap<number, string>;

  constructor(accounts: readonly number[], { markets, owners = [] }: Naming) {
    this.#markets = marketsIn(markets);
    this.#owners = new Map(owners.map((owner, i) => [accounts[i]!, `,${JSON.stringify(owner).slice(1, -1)}`]));
  }

  market(market: number): RowMarket {
    return this.#markets[market]!;
  }

  /** JSON of the members that identify a row's account, for the end of the row: each after a comma; or "". */
  owner(account: number): string {
    return this.#owners.get(account) ?? "";
  }
}

/** The last parsed text: nearly every question has the same markets. */
let read: { readonly text: string; readonly markets: readonly RowMarket[] } = { text: "[]", markets: [] };

function marketsIn(text: string): readonly RowMarket[] {
  if (text !== read.text) read = { text, markets: JSON.parse(text) as RowMarket[] };
  return read.markets;
}
