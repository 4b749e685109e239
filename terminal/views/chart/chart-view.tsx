// The market's chart with the account's own orders, positions and fills. The charting library is loaded when needed.

import "./chart.css";
import { lazy, Suspense } from "react";
import { useCell, useSelected } from "../../cells/use-cell.ts";
import { Button } from "../../parts/button.tsx";
import { useTerminal } from "../../state/terminal-state.ts";
import { words } from "../../texts/words.ts";
import { ChartBar } from "./chart-bar.tsx";
import { useChartModel, useChartSettings } from "./use-chart.ts";

/** Loading can fail because another version of the venue no longer has the file that this page requests. */
const CandleChart = lazy(() => import("./candle-chart.tsx").catch(() => ({ default: NotLoaded })));

function NotLoaded() {
  return (
    <div className="chart-stage">
      <div className="chart-state">
        <p>{words.chart.notLoaded}</p>
        <Button onClick={() => location.reload()}>{words.chart.reload}</Button>
      </div>
    </div>
  );
}

function Loading() {
  return (
    <div className="chart-stage">
      <p className="chart-state">{words.common.loading}</p>
    </div>
  );
}

export function ChartView() {
  const terminal = useTerminal();
  const symbol = useCell(terminal.symbol);
  const tick = useSelected(terminal.venue.rules, (rules) => rules.get(symbol)?.quote_tick);
  const [settings, change] = useChartSettings();
  const model = useChartModel(symbol, settings.interval);
  return (
    <div className="chart">
      <ChartBar settings={settings} onChange={change} />
      <Suspense fallback={<Loading />}>
        {model === undefined || tick === undefined ? (
          <Loading />
        ) : (
          <CandleChart model={model} settings={settings} tick={tick} />
        )}
      </Suspense>
      <footer className="chart-foot">
        <a href="https://www.tradingview.com/" target="_blank" rel="noreferrer">
          {words.chart.credit}
        </a>
      </footer>
    </div>
  );
}
