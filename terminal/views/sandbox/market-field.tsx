// A select for the market that a control applies to.

import { useCell } from "../../cells/use-cell.ts";
import { marketName } from "../../format/market-name.ts";
import { SelectField } from "../../parts/field.tsx";
import { useTerminal } from "../../state/terminal-state.ts";

interface MarketFieldProps {
  readonly label: string;
  readonly symbol: string;
  readonly onSymbol: (symbol: string) => void;
}

export function MarketField({ label, symbol, onSymbol }: MarketFieldProps) {
  const symbols = useCell(useTerminal().venue.symbols);
  return (
    <SelectField
      label={label}
      value={symbol}
      options={symbols.map((each) => [each, marketName(each)] as const)}
      onChange={({ target }) => onSymbol(target.value)}
    />
  );
}
