// Indicators over the candles, and relative strength in a pane of its own.

import { type IPriceLine, type ISeriesApi, LineSeries, LineStyle } from "lightweight-charts";
import { type CandleInterval, isOfDays } from "../../session/candles/candle-intervals.ts";
import type { Candle } from "../../session/candles/candle-list.ts";
import type { ChartColors } from "./chart-colors.ts";
import type { ChosenIndicator } from "./chart-model.ts";
import { alwaysOne, endBefore, type IndicatorPoint, indicatorPoints, oneDay } from "./indicator-points.ts";
import { chartTime, type PriceChart, priceFormat } from "./price-chart.ts";

const STRENGTH_PANE = 2;
/** Below and above them, falling and rising are said to have gone far. */
const STRENGTH_BOUNDS = [30, 70];

interface DrawnIndicator {
  readonly series: ISeriesApi<"Line">;
  readonly bounds: readonly IPriceLine[];
  /** How many values were drawn. */
  count: number;
  /** Where the candle begins that was last found to end a session. */
  end: number | undefined;
}

export class IndicatorLayer {
  readonly #chart: PriceChart;
  readonly #tick: number;
  /** Whether a candle is a day or more, and so a session of its own. */
  readonly #isOfDays: boolean;
  readonly #series = new Map<string, DrawnIndicator>();

  constructor(chart: PriceChart, { tick, interval }: { readonly tick: number; readonly interval: CandleInterval }) {
    this.#chart = chart;
    this.#tick = tick;
    this.#isOfDays = isOfDays(interval);
  }

  /** @param from place of the first value that changed */
  set(indicators: readonly ChosenIndicator[], candles: readonly Candle[], from: number): void {
    const left = new Set(this.#series.keys());
    for (const indicator of indicators) {
      left.delete(indicator.id);
      const drawn = this.#series.get(indicator.id) ?? this.#add(indicator);
      const { values, choice } = indicator;
      const isOneSession = choice.kind === "vwap" && !this.#isOfDays ? oneDay : alwaysOne;
      const points = (start: number) => indicatorPoints(candles, values, start, isOneSession).map(drawnPoint);
      // A point before the first value that changed is another when it has turned out to be a session's last.
      const end = endBefore(candles, values, from, isOneSession);
      const isEndNew = end !== undefined && end !== drawn.end;
      if (from < drawn.count - 1 || drawn.count === 0 || isEndNew) drawn.series.setData(points(0));
      else for (const point of points(from)) drawn.series.update(point);
      drawn.count = candles.length;
      drawn.end = end;
    }
    for (const id of left) {
      this.#chart.chart.removeSeries(this.#series.get(id)!.series);
      this.#series.delete(id);
    }
  }

  setColors(indicators: readonly ChosenIndicator[], colors: ChartColors): void {
    for (const [at, { id }] of indicators.entries()) {
      const drawn = this.#series.get(id);
      drawn?.series.applyOptions({ color: colors.indicators[at] ?? colors.accent });
      for (const bound of drawn?.bounds ?? []) bound.applyOptions({ color: colors.soft });
    }
  }

  #add({ id, choice }: ChosenIndicator): DrawnIndicator {
    const isStrength = choice.kind === "rsi";
    const options = { lineWidth: 1, priceLineVisible: false, crosshairMarkerVisible: false } as const;
    const series = this.#chart.chart.addSeries(
      LineSeries,
      isStrength
        ? { ...options, autoscaleInfoProvider: () => ({ priceRange: { minValue: 0, maxValue: 100 } }) }
        : { ...options, lastValueVisible: false, priceFormat: priceFormat(this.#tick) },
      isStrength ? STRENGTH_PANE : 0,
    );
    const style = { lineWidth: 1, lineStyle: LineStyle.SparseDotted, axisLabelVisible: false } as const;
    const bounds = isStrength ? STRENGTH_BOUNDS.map((price) => series.createPriceLine({ price, ...style })) : [];
    if (isStrength) this.#chart.chart.panes()[STRENGTH_PANE]?.setStretchFactor(1.4);
    const drawn: DrawnIndicator = { series, bounds, count: 0, end: undefined };
    this.#series.set(id, drawn);
    return drawn;
  }
}

function drawnPoint({ start, value, isLast }: IndicatorPoint) {
  const time = chartTime(start);
  if (value === undefined) return { time };
  // The colour of a point is that of the line to the next one.
  return isLast ? { time, value, color: "transparent" } : { time, value };
}
