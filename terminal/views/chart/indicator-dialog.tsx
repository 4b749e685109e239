// Chooses what the chart shows in addition to candles: indicators with their lengths, and the account's own orders,
// positions and fills.

import { useState } from "react";
import { wholeOf } from "../../format/typed.ts";
import { Button } from "../../parts/button.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { Field, SelectField, Switch } from "../../parts/field.tsx";
import { words } from "../../texts/words.ts";
import { INDICATOR_COLORS } from "./chart-colors.ts";
import {
  type ChangeableSettings,
  hasLength,
  INDICATORS_MAX,
  type IndicatorKind,
  indicatorId,
  indicatorName,
  isLength,
  isOfPrices,
  LAYERS,
  LENGTH_MAX,
  withIndicator,
} from "./chart-settings.ts";
import { useOtherMarkets } from "./compare/use-comparison.ts";

const KINDS = Object.entries(words.chart.indicatorKinds);
/** The usual default lengths. */
const LENGTH_OF_PRICES = "20";
const LENGTH = "14";
const lengthOf = (kind: IndicatorKind) => (isOfPrices(kind) ? LENGTH_OF_PRICES : LENGTH);

export function IndicatorDialog({
  settings,
  onChange,
  onClose,
}: ChangeableSettings & { readonly onClose: () => void }) {
  const { indicators, shown } = settings;
  const markets = useOtherMarkets();
  const [kind, setKind] = useState<IndicatorKind>("sma");
  const [text, setText] = useState(LENGTH_OF_PRICES);
  const isOfLength = hasLength(kind);
  const length = isOfLength ? (wholeOf(text) ?? 0) : 0;
  const isFull = indicators.length >= INDICATORS_MAX;
  const isFit = !isOfLength || isLength(length);
  const choose = (next: IndicatorKind) => {
    setKind(next);
    setText(lengthOf(next));
  };
  return (
    <Dialog title={words.chart.indicators} onClose={onClose}>
      {indicators.length === 0 && <p className="faint">{words.chart.noIndicators}</p>}
      <ul className="chart-chosen">
        {indicators.map((choice, at) => (
          <li key={indicatorId(choice)}>
            <svg viewBox="0 0 16 4" width="16" height="4" aria-hidden="true">
              <path d="M0 2h16" strokeWidth="2" style={{ stroke: `var(${INDICATOR_COLORS[at]})` }} />
            </svg>
            <span>{indicatorName(choice)}</span>
            <Button
              look="bare"
              aria-label={words.chart.remove(indicatorName(choice))}
              onClick={() => onChange({ indicators: indicators.filter((other) => other !== choice) })}
            >
              ✕
            </Button>
          </li>
        ))}
      </ul>
      <form
        className="chart-add"
        onSubmit={(event) => {
          event.preventDefault();
          if (isFit && !isFull) onChange({ indicators: withIndicator(indicators, { kind, length }) });
        }}
      >
        <SelectField
          label={words.chart.kind}
          options={KINDS}
          value={kind}
          onChange={({ target }) => choose(target.value as IndicatorKind)}
        />
        {isOfLength && (
          <Field
            label={words.chart.length}
            inputMode="numeric"
            value={text}
            fault={isFit ? undefined : words.chart.lengthFault(LENGTH_MAX)}
            onChange={({ target }) => setText(target.value.trim())}
          />
        )}
        <Button type="submit" disabled={!isFit || isFull}>
          {words.chart.add}
        </Button>
      </form>
      {isFull && <p className="faint">{words.chart.tooMany(INDICATORS_MAX)}</p>}
      <SelectField
        label={words.chart.compare}
        options={[["", words.chart.notCompared], ...markets]}
        value={markets.some(([symbol]) => symbol === settings.compared) ? settings.compared : ""}
        onChange={({ target }) => onChange({ compared: target.value })}
      />
      <fieldset className="chart-layers">
        <legend>{words.chart.shown}</legend>
        {LAYERS.map((layer) => (
          <Switch
            key={layer}
            label={words.chart.layers[layer]}
            checked={shown[layer]}
            onChange={({ target }) => onChange({ shown: { ...shown, [layer]: target.checked } })}
          />
        ))}
      </fieldset>
    </Dialog>
  );
}
