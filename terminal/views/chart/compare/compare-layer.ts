// The line of the compared market, drawn over the candles on their own scale, relative to the first visible candle.

import type {
  IPrimitivePaneRenderer,
  IPrimitivePaneView,
  ISeriesPrimitive,
  Logical,
  SeriesAttachedParameter,
  Time,
} from "lightweight-charts";
import { decimal, rounded } from "../../../format/figure-text.ts";
import type { CanvasChart, CanvasColors } from "../canvas/canvas.ts";
import type { Comparison } from "./chart-comparison.ts";
import { percentFrom } from "./compared-line.ts";

/** The drawing target of the chart library. */
type Target = Parameters<IPrimitivePaneRenderer["draw"]>[0];

const WIDTH_PX = 1.5;

export class CompareLayer implements ISeriesPrimitive<Time> {
  readonly #chart: CanvasChart;
  readonly #comparison: Comparison;
  readonly #stop: () => void;
  #colors: CanvasColors;
  #update: (() => void) | undefined;
  readonly #views: readonly IPrimitivePaneView[] = [
    { renderer: () => ({ draw: (target: Target) => this.#draw(target) }) },
  ];
  readonly #labels = [
    {
      coordinate: () => this.#chart.candles.priceToCoordinate(this.#last?.price ?? 0) ?? -1,
      text: () => `${decimal(rounded(this.#last?.percent ?? 0, 2), { isSigned: true, places: 2 })} %`,
      textColor: () => this.#colors.text,
      backColor: () => this.#colors.raised,
      visible: () => this.#last !== undefined,
    },
  ];

  constructor(chart: CanvasChart, comparison: Comparison, colors: CanvasColors) {
    this.#chart = chart;
    this.#comparison = comparison;
    this.#colors = colors;
    this.#stop = comparison.listen(() => this.#update?.());
    chart.candles.attachPrimitive(this);
  }

  end(): void {
    this.#stop();
    this.#chart.detach(this);
  }

  attached({ requestUpdate }: SeriesAttachedParameter<Time>): void {
    this.#update = requestUpdate;
  }

  detached(): void {
    this.#update = undefined;
  }

  paneViews() {
    return this.#views;
  }

  priceAxisViews() {
    return this.#labels;
  }

  /** Includes the line in the visible price range, as the candles are. */
  autoscaleInfo(from: Logical, to: Logical) {
    const prices = this.#comparison.lineIn(Math.ceil(from), Math.floor(to))?.prices;
    if (prices === undefined) return null;
    return { priceRange: { minValue: Math.min(...prices), maxValue: Math.max(...prices) } };
  }

  setColors(colors: CanvasColors): void {
    this.#colors = colors;
    this.#update?.();
  }

  /** The visible part of the line. */
  #line() {
    const range = this.#chart.chart.timeScale().getVisibleLogicalRange();
    return range === null ? undefined : this.#comparison.lineIn(Math.ceil(range.from), Math.floor(range.to));
  }

  get #last() {
    const prices = this.#line()?.prices;
    const price = prices?.at(-1);
    return price === undefined ? undefined : { price, percent: percentFrom(prices![0]!, price) };
  }

  #draw(target: Target): void {
    const line = this.#line();
    this.#comparison.line.set(line);
    if (line === undefined) return;
    const scale = this.#chart.chart.timeScale();
    target.useMediaCoordinateSpace(({ context }) => {
      context.beginPath();
      for (const [at, price] of line.prices.entries()) {
        const x = scale.logicalToCoordinate((line.base + at) as Logical);
        const y = this.#chart.candles.priceToCoordinate(price);
        if (x !== null && y !== null) context.lineTo(x, y);
      }
      context.lineWidth = WIDTH_PX;
      context.strokeStyle = this.#colors.text;
      context.stroke();
    });
  }
}
