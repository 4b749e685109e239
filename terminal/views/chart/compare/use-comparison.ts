// The comparison with another market, while the chart shows it.

import { useEffect, useState } from "react";
import { useCell } from "../../../cells/use-cell.ts";
import { marketName } from "../../../format/market-name.ts";
import type { Candles } from "../../../session/candles/loaded-candles.ts";
import { useTerminal } from "../../../state/terminal-state.ts";
import { Comparison } from "./chart-comparison.ts";

/** Every market except the current one, with its name. */
export function useOtherMarkets(): readonly (readonly [symbol: string, name: string])[] {
  const { symbol, venue } = useTerminal();
  const own = useCell(symbol);
  const others = [...useCell(venue.rules).keys()].filter((other) => other !== own);
  return others.map((other) => [other, marketName(other)] as const).sort(([, a], [, b]) => (a < b ? -1 : 1));
}

interface Own {
  readonly symbol: string;
  readonly candles: Candles;
}

/** @param compared symbol of a market; there is no comparison if the venue does not have it, or if it is the chart's own */
export function useComparison(own: Own, compared: string): Comparison | null {
  const { client, rules } = useTerminal().venue;
  const [comparison, setComparison] = useState<Comparison | null>(null);
  const isKnown = useCell(rules).has(compared) && compared !== own.symbol;
  useEffect(() => {
    if (!isKnown) return;
    const begun = new Comparison(client, compared, own.candles);
    setComparison(begun);
    return () => {
      begun.end();
      setComparison(null);
    };
  }, [client, compared, own, isKnown]);
  return comparison;
}
