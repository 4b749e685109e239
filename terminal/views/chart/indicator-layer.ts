// Renders indicators: over the candles, or, if their values are not prices, in a pane of their own for each kind.

import { type IPriceLine, type ISeriesApi, LineSeries, LineStyle } from "lightweight-charts";
import { type CandleInterval, isOfDays } from "../../session/candles/candle-intervals.ts";
import type { Candle } from "../../session/candles/candle-list.ts";
import type { ChartColors } from "./chart-colors.ts";
import type { ChosenIndicator } from "./chart-model.ts";
import { type IndicatorKind, isOfPrices } from "./chart-settings.ts";
import { alwaysOne, endBefore, type IndicatorPoint, indicatorPoints, oneDay } from "./indicator-points.ts";
import { chartTime, type PriceChart, priceFormat } from "./price-chart.ts";

interface Scale {
  readonly from: number;
  readonly to: number;
  /** Levels beyond which a fall or rise counts as far gone. */
  readonly bounds: readonly number[];
}

const OF_HUNDRED: Scale = { from: 0, to: 100, bounds: [20, 80] };
/** Fixed scales, for kinds whose values never leave them. */
const SCALES: Partial<Record<IndicatorKind, Scale>> = {
  rsi: { ...OF_HUNDRED, bounds: [30, 70] },
  stochastic: OF_HUNDRED,
  mfi: OF_HUNDRED,
  williams: { from: -100, to: 0, bounds: [-80, -20] },
};
const PANE_HEIGHT = 1.4;

interface DrawnIndicator {
  readonly kind: IndicatorKind;
  readonly series: ISeriesApi<"Line">;
  readonly bounds: readonly IPriceLine[];
  /** How many values were drawn. */
  count: number;
  /** Start of the candle last found to end a session. */
  end: number | undefined;
}

export class IndicatorLayer {
  readonly #chart: PriceChart;
  readonly #tick: number;
  /** Whether a candle lasts a day or more, and so is a session of its own. */
  readonly #isOfDays: boolean;
  readonly #series = new Map<string, DrawnIndicator>();

  constructor(chart: PriceChart, { tick, interval }: { readonly tick: number; readonly interval: CandleInterval }) {
    this.#chart = chart;
    this.#tick = tick;
    this.#isOfDays = isOfDays(interval);
  }

  /** @param from index of the first value that changed */
  set(indicators: readonly ChosenIndicator[], candles: readonly Candle[], from: number): void {
    const left = new Set(this.#series.keys());
    for (const indicator of indicators) {
      left.delete(indicator.id);
      const drawn = this.#series.get(indicator.id) ?? this.#add(indicator);
      const { values, choice } = indicator;
      const isOneSession = choice.kind === "vwap" && !this.#isOfDays ? oneDay : alwaysOne;
      const points = (start: number) => indicatorPoints(candles, values, start, isOneSession).map(drawnPoint);
      // A point before the first changed value also changes when it turns out to be the last of its session.
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

  #add({ id, choice: { kind } }: ChosenIndicator): DrawnIndicator {
    const scale = SCALES[kind];
    const pane = isOfPrices(kind) ? 0 : this.#paneOf(kind);
    const isOfOwnHeight = pane > 0 && pane === this.#chart.chart.panes().length;
    const series = this.#chart.chart.addSeries(
      LineSeries,
      {
        ...{ lineWidth: 1, priceLineVisible: false, crosshairMarkerVisible: false, lastValueVisible: pane > 0 },
        ...(isOfPrices(kind) && { priceFormat: priceFormat(this.#tick) }),
        ...(scale && { autoscaleInfoProvider: () => ({ priceRange: { minValue: scale.from, maxValue: scale.to } }) }),
      },
      pane,
    );
    const style = { lineWidth: 1, lineStyle: LineStyle.SparseDotted, axisLabelVisible: false } as const;
    const bounds = (scale?.bounds ?? []).map((price) => series.createPriceLine({ price, ...style }));
    if (isOfOwnHeight) series.getPane().setStretchFactor(PANE_HEIGHT);
    const drawn: DrawnIndicator = { series, kind, bounds, count: 0, end: undefined };
    this.#series.set(id, drawn);
    return drawn;
  }

  /** The pane of this kind, or a new one below all others. */
  #paneOf(kind: IndicatorKind): number {
    const same = [...this.#series.values()].find((drawn) => drawn.kind === kind);
    return same?.series.getPane().paneIndex() ?? this.#chart.chart.panes().length;
  }
}

function drawnPoint({ start, value, isLast }: IndicatorPoint) {
  const time = chartTime(start);
  if (value === undefined) return { time };
  // The library colours the line from a point to the next one in the colour of that point.
  return isLast ? { time, value, color: "transparent" } : { time, value };
}
