// The chart on its canvas: candles and volume. The charting library is used only here and in the layers in this folder.

import {
  CandlestickSeries,
  CrosshairMode,
  createChart,
  HistogramSeries,
  type IChartApi,
  type ISeriesApi,
  type ISeriesPrimitive,
  type Logical,
  PriceScaleMode,
  TickMarkType,
  type Time,
  type UTCTimestamp,
} from "lightweight-charts";
import { decimal, placesOf, rounded, short } from "../../format/figure-text.ts";
import { type CandleInterval, isOfDays } from "../../session/candles/candle-intervals.ts";
import type { Candle, CandleChange } from "../../session/candles/candle-list.ts";
import type { ChartColors } from "./chart-colors.ts";
import { firstZoom } from "./first-zoom.ts";
import { candleLabel, markLabel, type TimeMark } from "./time-labels.ts";

/** Older candles are requested when fewer than this many remain at the left. */
const AHEAD = 60;
const SECOND_MS = 1_000;

interface PriceChartOptions {
  readonly host: HTMLElement;
  readonly interval: CandleInterval;
  /** Price step of the market. */
  readonly tick: number;
  readonly colors: ChartColors;
  /** Called with the start of the candle under the pointer. */
  readonly onLook: (start: number | undefined) => void;
  /** Called when the first candle is near the view. */
  readonly onNearFirst: () => void;
  /** Called with whether the running candle is visible. */
  readonly onLatest: (isSeen: boolean) => void;
}

export const chartTime = (start: number) => (start / SECOND_MS) as UTCTimestamp;

export class PriceChart {
  readonly chart: IChartApi;
  readonly candles: ISeriesApi<"Candlestick">;
  readonly #volume: ISeriesApi<"Histogram">;
  #colors: ChartColors;
  #shown: readonly Candle[] = [];
  #isEnded = false;
  #isHeld = false;
  #isZoomed = false;

  constructor({ host, interval, tick, colors, onLook, onNearFirst, onLatest }: PriceChartOptions) {
    this.#colors = colors;
    const ofDays = isOfDays(interval);
    this.chart = createChart(host, {
      autoSize: true,
      layout: { attributionLogo: false, fontSize: 11 },
      timeScale: {
        minBarSpacing: 0.5,
        timeVisible: !ofDays,
        secondsVisible: false,
        tickMarkFormatter: (time: Time, type: TickMarkType) => markLabel(dateOf(time), markOf(type), ofDays),
      },
      localization: { timeFormatter: (time: Time) => candleLabel(dateOf(time).getTime(), ofDays) },
      rightPriceScale: { scaleMargins: { top: 0.18, bottom: 0.08 } },
    });
    this.candles = this.chart.addSeries(CandlestickSeries, { borderVisible: false, priceFormat: priceFormat(tick) });
    this.#volume = this.chart.addSeries(
      HistogramSeries,
      {
        priceFormat: { type: "custom", formatter: short, minMove: 0.0001 },
        priceLineVisible: false,
        lastValueVisible: false,
      },
      1,
    );
    this.#volume.priceScale().applyOptions({ scaleMargins: { top: 0.1, bottom: 0 } });
    const [prices, volume] = this.chart.panes();
    prices?.setStretchFactor(5);
    volume?.setStretchFactor(1);
    this.chart.subscribeCrosshairMove(({ time }) => {
      onLook(time === undefined ? undefined : dateOf(time).getTime());
    });
    this.chart.timeScale().subscribeVisibleLogicalRangeChange((range) => {
      if (range === null || this.#shown.length === 0) return;
      onLatest(range.to >= this.#shown.length - 1);
      if (range.from < AHEAD) onNearFirst();
    });
    this.setColors(colors);
  }

  setColors(colors: ChartColors): void {
    this.#colors = colors;
    const { panel, line, soft, raised, rise, fall, font } = colors;
    const crosshair = { color: soft, labelBackgroundColor: raised };
    this.chart.applyOptions({
      layout: {
        background: { color: panel },
        textColor: soft,
        fontFamily: font,
        panes: { separatorColor: line, separatorHoverColor: raised },
      },
      grid: { vertLines: { visible: false }, horzLines: { color: line } },
      crosshair: { mode: CrosshairMode.Normal, vertLine: crosshair, horzLine: crosshair },
      rightPriceScale: { borderColor: line },
      timeScale: { borderColor: line },
    });
    this.candles.applyOptions({ upColor: rise, downColor: fall, wickUpColor: rise, wickDownColor: fall });
    this.#volume.setData(this.#shown.map((candle) => this.#volumeOf(candle)));
  }

  setCandles(candles: readonly Candle[], { from }: CandleChange): void {
    const isAtEnd = from >= this.#shown.length - 1 && this.#shown.length > 0;
    this.#shown = candles;
    if (!isAtEnd) {
      this.#zoomFirst(candles.length);
      this.candles.setData(candles.map(pricesOf));
      this.#volume.setData(candles.map((candle) => this.#volumeOf(candle)));
      return;
    }
    for (const candle of candles.slice(from)) {
      this.candles.update(pricesOf(candle));
      this.#volume.update(this.#volumeOf(candle));
    }
  }

  /** The zoom is chosen once, when there are candles; from then on it is the trader's. */
  #zoomFirst(candles: number): void {
    if (this.#isZoomed || candles === 0) return;
    this.#isZoomed = true;
    const scale = this.chart.timeScale();
    const { spacing, right } = firstZoom(candles, scale.width());
    scale.applyOptions({ barSpacing: spacing, rightOffset: right });
  }

  /** Puts the crosshair on a candle, and scrolls the candle into view. */
  point(place: number): void {
    const scale = this.chart.timeScale();
    const range = scale.getVisibleLogicalRange();
    if (range !== null && (place < range.from || place > range.to)) {
      const width = range.to - range.from;
      const from = place < range.from ? place - 1 : place + 1 - width;
      scale.setVisibleLogicalRange({ from, to: from + width });
    }
    // The candle's position is known only after it was drawn there.
    requestAnimationFrame(() => {
      const candle = this.#shown[place];
      if (candle === undefined || this.#isEnded) return;
      this.chart.setCrosshairPosition(candle.close, chartTime(candle.start), this.candles);
    });
  }

  unpoint(): void {
    // This may be called after the chart was removed.
    if (this.#isEnded) return;
    this.chart.clearCrosshairPosition();
  }

  /** Shows `factor` times as many candles; the right edge stays where it is. */
  zoom(factor: number): void {
    const scale = this.chart.timeScale();
    const range = scale.getVisibleLogicalRange();
    if (range === null) return;
    const width = Math.max((range.to - range.from) * factor, 10);
    scale.setVisibleLogicalRange({ from: (range.to - width) as Logical, to: range.to });
  }

  setLogarithmic(isLogarithmic: boolean): void {
    const mode = isLogarithmic ? PriceScaleMode.Logarithmic : PriceScaleMode.Normal;
    this.candles.priceScale().applyOptions({ mode });
  }

  toLatest(): void {
    const scale = this.chart.timeScale();
    scale.scrollToPosition(scale.options().rightOffset, false);
  }

  /** Whether something on the chart is being dragged. */
  get isHeld(): boolean {
    return this.#isHeld;
  }

  /** While something else is dragged, the chart does not scroll or zoom. */
  setHeld(isHeld: boolean): void {
    this.#isHeld = isHeld;
    if (this.#isEnded) return;
    this.chart.applyOptions({ handleScroll: !isHeld, handleScale: !isHeld });
  }

  /** Removes a layer from the candles, unless it was removed together with the chart. */
  detach(primitive: ISeriesPrimitive<Time>): void {
    if (!this.#isEnded) this.candles.detachPrimitive(primitive);
  }

  end(): void {
    this.#isEnded = true;
    this.chart.remove();
  }

  #volumeOf({ start, open, close, volume }: Candle) {
    const { riseDim, fallDim } = this.#colors;
    return { time: chartTime(start), value: volume, color: close >= open ? riseDim : fallDim };
  }
}

export function priceFormat(tick: number) {
  const places = placesOf(tick);
  const formatter = (price: number) => decimal(rounded(price, places), { places });
  return { type: "custom", formatter, minMove: tick } as const;
}

function pricesOf({ start, open, high, low, close }: Candle) {
  return { time: chartTime(start), open, high, low, close };
}

const dateOf = (time: Time) => new Date(Number(time) * SECOND_MS);

function markOf(type: TickMarkType): TimeMark {
  if (type === TickMarkType.Year) return "year";
  if (type === TickMarkType.Month) return "month";
  return type === TickMarkType.DayOfMonth ? "day" : "time";
}
