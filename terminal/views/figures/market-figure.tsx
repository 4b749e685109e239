// Prices and sizes of a market: on its tick and its lot.

import { useSelected } from "../../cells/use-cell.ts";
import { placesOf } from "../../format/decimal.ts";
import { Figure } from "../../parts/figure.tsx";
import { useTerminal } from "../../state/terminal-state.ts";

interface MarketFigureProps {
  readonly symbol: string;
  readonly value: number;
  readonly isSigned?: boolean | undefined;
}

export function Price({ symbol, value, isSigned }: MarketFigureProps) {
  const step = useSelected(useTerminal().venue.rules, (rules) => rules.get(symbol)?.quote_tick);
  return <Figure {...{ value, isSigned }} places={step && placesOf(step)} />;
}

export function Size({ symbol, value, isSigned }: MarketFigureProps) {
  const step = useSelected(useTerminal().venue.rules, (rules) => rules.get(symbol)?.base_tick);
  return <Figure {...{ value, isSigned }} places={step && placesOf(step)} />;
}
