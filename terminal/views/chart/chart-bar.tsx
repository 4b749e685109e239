// The bar above the chart: the candle interval, and what else is shown.

import { useEffect, useRef, useState } from "react";
import { Button } from "../../parts/button.tsx";
import { Choice } from "../../parts/choice.tsx";
import { CANDLE_INTERVALS } from "../../session/candles/candle-intervals.ts";
import { words } from "../../texts/words.ts";
import type { ChangeableSettings } from "./chart-settings.ts";
import { IndicatorDialog } from "./indicator-dialog.tsx";

const INTERVALS = CANDLE_INTERVALS.map((interval) => [interval, words.chart.intervals[interval]] as const);

export function ChartBar({ settings, onChange }: ChangeableSettings) {
  const [isOpen, setIsOpen] = useState(false);
  const row = useRef<HTMLDivElement>(null);
  const { interval } = settings;
  // Scrolls the chosen interval into view when they don't all fit.
  useEffect(() => {
    const chosen = row.current?.querySelector("input:checked")?.parentElement;
    chosen?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [interval]);
  return (
    <div className="chart-bar">
      <div className="chart-intervals" ref={row}>
        <Choice
          label={words.chart.interval}
          value={interval}
          options={INTERVALS}
          onChoose={(chosen) => onChange({ interval: chosen })}
        />
      </div>
      <Button
        look="bare"
        aria-pressed={settings.isLogarithmic}
        title={words.chart.logarithmicMeans}
        onClick={() => onChange({ isLogarithmic: !settings.isLogarithmic })}
      >
        {words.chart.logarithmic}
      </Button>
      <Button
        look="bare"
        aria-pressed={settings.hasTools}
        title={words.drawings.tools}
        onClick={() => onChange({ hasTools: !settings.hasTools })}
      >
        {words.drawings.draw}
      </Button>
      <Button look="bare" aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        {words.chart.indicators}
        {settings.indicators.length > 0 && <span className="chart-count">{settings.indicators.length}</span>}
      </Button>
      {isOpen && <IndicatorDialog settings={settings} onChange={onChange} onClose={() => setIsOpen(false)} />}
    </div>
  );
}
