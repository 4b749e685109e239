// Indicators over the candles, and relative strength in a pane of its own.

import { type IPriceLine, type ISeriesApi, LineSeries, LineStyle } from "lightweight-charts";
import type { Candle } from "../../session/candle-list.ts";
import type { ChartColors } from "./chart-colors.ts";
import type { ChosenIndicator } from "./chart-model.ts";
import { chartTime, type PriceChart, priceFormat } from "./price-chart.ts";

const STRENGTH_PANE = 2;
/** Below and above them, falling and rising are said to have gone far. */
const STRENGTH_BOUNDS = [30, 70];

interface DrawnIndicator {
  readonly series: ISeriesApi<"Line">;
  readonly bounds: readonly IPriceLine[];
  /** How many values were drawn. */
  count: number;
}

export class IndicatorLayer {
  readonly #chart: PriceChart;
  readonly #tick: number;
  readonly #series = new Map<string, DrawnIndicator>();

  constructor(chart: PriceChart, tick: number) {
    this.#chart = chart;
    this.#tick = tick;
  }

  /** @param from place of the first value that changed */
  set(indicators: readonly ChosenIndicator[], candles: readonly Candle[], from: number): void {
    const left = new Set(this.#series.keys());
    for (const indicator of indicators) {
      left.delete(indicator.id);
      const drawn = this.#series.get(indicator.id) ?? this.#add(indicator);
      const points = (start: number) =>
        candles.slice(start).map((candle, at) => pointOf(candle, indicator.values[start + at]));
      if (from < drawn.count - 1 || drawn.count === 0) drawn.series.setData(points(0));
      else for (const point of points(from)) drawn.series.update(point);
      drawn.count = candles.length;
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
    const drawn = { series, bounds, count: 0 };
    this.#series.set(id, drawn);
    return drawn;
  }
}

function pointOf({ start }: Candle, value: number | undefined) {
  const time = chartTime(start);
  return value === undefined ? { time } : { time, value };
}
