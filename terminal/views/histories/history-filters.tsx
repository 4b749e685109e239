// The filters of a history.

import { useCell } from "../../cells/use-cell.ts";
import { marketName } from "../../format/market-name.ts";
import { Button } from "../../parts/button.tsx";
import { Field, SelectField } from "../../parts/field.tsx";
import { useOnlyMarket } from "../../state/only-market.ts";
import { useTerminal } from "../../state/terminal-state.ts";
import { words } from "../../texts/words.ts";
import type { History } from "./history-kind.ts";
import { NO_FILTERS, type TypedFilters } from "./typed-filters.ts";

const texts = words.histories.filters;

interface HistoryFiltersProps {
  readonly history: History;
  readonly typed: TypedFilters;
  readonly onChange: (typed: TypedFilters) => void;
}

export function HistoryFilters({ history, typed, onChange }: HistoryFiltersProps) {
  const symbols = useCell(useTerminal().venue.symbols);
  const { only } = useOnlyMarket();
  const { filters, sides = [], statuses = [], kinds = [] } = history;
  const change = (part: Partial<TypedFilters>) => onChange({ ...typed, ...part });
  const isReversed = typed.from !== "" && typed.to !== "" && typed.to < typed.from;
  return (
    <fieldset className="histories-filters">
      <legend className="unseen">{texts.label}</legend>
      {filters.includes("market") && only === undefined && (
        <SelectField
          label={texts.market}
          value={typed.symbol}
          options={[["", texts.everyMarket], ...symbols.map((symbol) => [symbol, marketName(symbol)] as const)]}
          onChange={({ target }) => change({ symbol: target.value })}
        />
      )}
      {filters.includes("side") && (
        <SelectField
          label={texts.side}
          value={typed.side}
          // Transfers are listed in one direction at a time: there is no "all".
          options={[...(history.id === "transfers" ? [] : [["", texts.anySide] as const]), ...named(sides)]}
          onChange={({ target }) => change({ side: target.value })}
        />
      )}
      {filters.includes("kind") && (
        <SelectField
          label={texts.kind}
          value={typed.kind}
          options={[["", texts.anyKind], ...named(kinds)]}
          onChange={({ target }) => change({ kind: target.value })}
        />
      )}
      {filters.includes("status") && (
        <SelectField
          label={texts.status}
          value={typed.status}
          options={[["", texts.anyStatus], ...named(statuses)]}
          onChange={({ target }) => change({ status: target.value })}
        />
      )}
      {filters.includes("span") && (
        <>
          <Field label={texts.from} type="date" value={typed.from} onChange={(e) => change({ from: e.target.value })} />
          <Field
            label={texts.to}
            type="date"
            value={typed.to}
            fault={isReversed ? texts.reversed : undefined}
            onChange={(e) => change({ to: e.target.value })}
          />
        </>
      )}
      {typed !== NO_FILTERS && (
        <Button look="bare" onClick={() => onChange(NO_FILTERS)}>
          {texts.reset}
        </Button>
      )}
    </fieldset>
  );
}

function named(values: readonly string[]): (readonly [string, string])[] {
  return values.map((value) => [value, words.histories.values[value] ?? value] as const);
}
