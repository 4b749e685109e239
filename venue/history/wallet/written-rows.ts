// Rows that history writes as JSON text itself, on its own thread. Between threads one text is copied as a block, where a
// hundred objects cost more than reading and writing them; and the caller has only the envelope to add.

import type { EngineReader } from "@evermark/engine";
import type { StepsOfMarket } from "../../wire/decimal-text.ts";

/** Part of a list. */
export interface WrittenRows<Last> {
  /** JSON of the rows, with commas between them and no brackets. */
  readonly rows: string;
  readonly count: number;
  /** Where the last of them stands; null without any. */
  readonly last: Last | null;
  /** Whether there are further ones after it. */
  readonly isMore: boolean;
}

/**
 * @param found one more than `limit`, when there are as many
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

/** What rows say of their market. */
export interface RowMarket extends StepsOfMarket {
  readonly symbol: string;
}

/** What rows say of their account, when several are asked about. */
interface RowOwner {
  readonly broker_id: string;
  readonly account_id: string;
}

/** What a question hands along, for the texts of its rows. */
export interface Naming {
  /** `marketsText`. */
  readonly markets: string;
  /** Of each account that is asked about, in that order; undefined when it is one. */
  readonly owners?: readonly RowOwner[] | undefined;
}

const texts = new WeakMap<EngineReader, { readonly count: number; readonly text: string }>();

/** Every market as one text: what it says of a market is what the market was listed with, and never changes. */
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

/** The names of one question's rows. */
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

  /** JSON of the members that say whose row it is, for the end of a row: each with a comma before it, or none. */
  owner(account: number): string {
    return this.#owners.get(account) ?? "";
  }
}

/** What was read last: nearly every question has the same markets. */
let read: { readonly text: string; readonly markets: readonly RowMarket[] } = { text: "[]", markets: [] };

function marketsIn(text: string): readonly RowMarket[] {
  if (text !== read.text) read = { text, markets: JSON.parse(text) as RowMarket[] };
  return read.markets;
}
