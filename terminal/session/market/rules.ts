// The rules of all markets, read repeatedly: unchanged rules remain the same object, so that no component renders for nothing.

import type { SymbolRule } from "../asking/answers.ts";

export type Rules = ReadonlyMap<string, SymbolRule>;

/** The rules after a reading; `known` itself when nothing has changed. */
export function afterReading(known: Rules, rows: readonly SymbolRule[]): Rules {
  const kept = rows.map((row) => {
    const before = known.get(row.symbol);
    return before !== undefined && JSON.stringify(before) === JSON.stringify(row) ? before : row;
  });
  const isSame = kept.length === known.size && kept.every((row) => known.get(row.symbol) === row);
  return isSame ? known : new Map(kept.map((row) => [row.symbol, row]));
}
