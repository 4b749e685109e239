// Prices and sizes of a market, with the decimal places of its tick and its lot.

import { useSelected } from "../../cells/use-cell.ts";
import { placesOf } from "../../format/figure-text.ts";
import { Figure } from "../../parts/figure.tsx";
import { useTerminal } from "../../state/terminal-state.ts";

/** The decimal places of a market's prices or sizes; undefined before its rules are known. */
export function usePlaces(symbol: string | undefined, of: "price" | "size"): number | undefined {
  const step = useSelected(useTerminal().venue.rules, (rules) => {
    const rule = symbol === undefined ? undefined : rules.get(symbol);
    return of === "price" ? rule?.quote_tick : rule?.base_tick;
  });
  return step && placesOf(step);
}

interface MarketFigureProps {
  readonly symbol: string;
  readonly value: number;
  readonly isSigned?: boolean | undefined;
}

export function Price({ symbol, value, isSigned }: MarketFigureProps) {
  return <Figure {...{ value, isSigned }} places={usePlaces(symbol, "price")} />;
}

export function Size({ symbol, value, isSigned }: MarketFigureProps) {
  return <Figure {...{ value, isSigned }} places={usePlaces(symbol, "size")} />;
}
