// A chart on the screen, with everything drawn over its candles, in the theme's colours.

import { isOfDays } from "../../session/candles/candle-intervals.ts";
import type { CandleChange } from "../../session/candles/candle-list.ts";
import type { Canvas, ChartOverlay, OverlayHost } from "./canvas/canvas.ts";
import { chartColors, onColorsChange } from "./chart-colors.ts";
import type { ChartModel } from "./chart-model.ts";
import type { Comparison } from "./compare/chart-comparison.ts";
import { CompareLayer } from "./compare/compare-layer.ts";
import type { FillMark } from "./fill-marks.ts";
import { IndicatorLayer } from "./indicator-layer.ts";
import { dragLines } from "./line-drag.ts";
import { LineLayer } from "./line-layer.ts";
import { MarkLayer } from "./mark-layer.ts";
import type { OwnLine } from "./own-lines.ts";
import { PriceChart, priceFormat } from "./price-chart.ts";
import { candleLabel } from "./time-labels.ts";

interface DrawnChartOptions {
  readonly host: HTMLElement;
  readonly model: ChartModel;
  /** Price step of the market. */
  readonly tick: number;
  /** Called with whether the running candle is visible. */
  readonly onLatest: (isSeen: boolean) => void;
  readonly onLineMove: (line: OwnLine, price: number) => void;
  /** @param price undefined when the line returns to where it was */
  readonly onLineDrop: (line: OwnLine, price: number | undefined) => void;
}

const EVERYTHING: CandleChange = { from: 0, older: 0 };

export class DrawnChart implements OverlayHost {
  /** The drawings; undefined while there are none. */
  over: ChartOverlay | undefined;
  readonly #host: HTMLElement;
  readonly #tick: number;
  readonly #model: ChartModel;
  readonly #chart: PriceChart;
  readonly #lines: LineLayer;
  readonly #indicators: IndicatorLayer;
  readonly #marks: MarkLayer;
  #compared: CompareLayer | undefined;
  readonly #stops: readonly (() => void)[];
  #colors = chartColors(document.documentElement);
  /** Whether the inspected candle was chosen by keys: then it changes only when the pointer moves. */
  #isByKeys = false;
  #pointer: number | undefined;
  #isGroupDue = false;
  #shownLines: readonly OwnLine[] = [];
  #shownMarks: readonly FillMark[] = [];
  /** Whether it was removed: the view may use it a moment longer, as when a screen of a phone comes back. */
  #isEnded = false;

  constructor({ host, model, tick, onLatest, onLineMove, onLineDrop }: DrawnChartOptions) {
    this.#host = host;
    this.#tick = tick;
    this.#model = model;
    this.#chart = new PriceChart({
      host,
      interval: model.candles.interval,
      tick,
      colors: this.#colors,
      onLook: (start) => {
        if (!this.#isByKeys) model.lookedAt.set(start);
      },
      onNearFirst: () => void model.candles.readOlder(),
      onLatest,
    });
    this.#lines = new LineLayer(this.#chart);
    this.#indicators = new IndicatorLayer(this.#chart, { tick, interval: model.candles.interval });
    this.#marks = new MarkLayer(this.#chart);
    const onPointer = (event: PointerEvent) => {
      const hasLeft = event.type === "pointerleave";
      if (event.type === "pointermove") this.#isByKeys = false;
      // A group opened by a finger stays open until the next touch.
      if (hasLeft && event.pointerType !== "mouse") return;
      this.#pointer = hasLeft ? undefined : event.clientY - host.getBoundingClientRect().top;
      this.#groupSoon();
    };
    const pointing = new AbortController();
    for (const name of ["pointerdown", "pointermove", "pointerleave"] as const) {
      host.addEventListener(name, onPointer, { signal: pointing.signal });
    }
    host.addEventListener("wheel", () => this.#groupSoon(), { passive: true, signal: pointing.signal });
    const priceAt = (y: number) => this.#chart.candles.coordinateToPrice(y);
    this.#stops = [
      () => pointing.abort(),
      model.listen({
        onCandles: (change) => this.#drawCandles(change),
        onIndicators: (from) => this.#drawIndicators(from),
      }),
      onColorsChange(document.documentElement, () => this.#recolour()),
      dragLines<OwnLine>({
        host,
        lineAt: (y, reach) => this.#lines.at(y, reach),
        isTaken: (event) => this.over?.claims(event) === true,
        heightOf: ({ price }) => this.#chart.candles.priceToCoordinate(price) ?? 0,
        onTake: () => this.#chart.setHeld(true),
        onMove: (line, y) => onLineMove(line, priceAt(y) ?? line.price),
        onEnd: (line, y, isDropped) => {
          this.#chart.setHeld(false);
          onLineDrop(line, isDropped ? (priceAt(y) ?? undefined) : undefined);
        },
      }),
    ];
    this.#drawCandles(EVERYTHING);
    this.#drawIndicators(0);
  }

  end(): void {
    this.#isEnded = true;
    for (const stop of this.#stops) stop();
    this.#compared?.end();
    this.#chart.end();
  }

  /** For layers whose script is loaded later: gives them access to this chart. */
  get canvas(): Canvas {
    const { candles } = this.#model;
    return {
      ...{ host: this.#host, chart: this.#chart, candles, tick: this.#tick, colors: this.#colors },
      priceText: priceFormat(this.#tick).formatter,
      timeText: (at: number) => candleLabel(at, isOfDays(candles.interval)),
    };
  }

  /** Symbol of its market. */
  get symbol(): string {
    return this.#model.symbol;
  }

  setLines(lines: readonly OwnLine[]): void {
    if (this.#isEnded) return;
    this.#shownLines = lines;
    this.#lines.set(lines, this.#colors);
  }

  setMarks(marks: readonly FillMark[]): void {
    if (this.#isEnded) return;
    this.#shownMarks = marks;
    this.#marks.set(marks, this.#colors);
  }

  /** Inspects the candle that is `steps` after the current one. */
  lookBeside(steps: number): void {
    this.#isByKeys = true;
    this.#model.lookBeside(steps);
    this.#point();
  }

  lookAway(): void {
    this.#isByKeys = false;
    this.#chart.unpoint();
    this.#model.lookedAt.set(undefined);
  }

  zoom(factor: number): void {
    this.#chart.zoom(factor);
    if (this.#isByKeys) this.#point();
  }

  toLatest(): void {
    this.#chart.toLatest();
  }

  /** Lines have other positions on another scale, so they are grouped again. */
  setLogarithmic(isLogarithmic: boolean): void {
    if (this.#isEnded) return;
    this.#chart.setLogarithmic(isLogarithmic);
    this.#groupSoon();
  }

  setComparison(comparison: Comparison | null): void {
    if (this.#isEnded) return;
    this.#compared?.end();
    this.#compared = comparison === null ? undefined : new CompareLayer(this.#chart, comparison, this.#colors);
  }

  picture(): HTMLCanvasElement {
    return this.#chart.chart.takeScreenshot();
  }

  /** Groups the lines after the chart is next drawn, however often this is called before. */
  #groupSoon(): void {
    if (this.#isGroupDue) return;
    this.#isGroupDue = true;
    requestAnimationFrame(() => {
      this.#isGroupDue = false;
      if (!this.#isEnded) this.#lines.point(this.#pointer);
    });
  }

  #point(): void {
    const looked = this.#model.look();
    if (looked !== undefined) this.#chart.point(looked.place);
  }

  #drawCandles(change: CandleChange): void {
    this.#chart.setCandles(this.#model.candles.all, change);
    this.#groupSoon();
    this.#drawIndicators(change.from);
  }

  #drawIndicators(from: number): void {
    this.#indicators.set(this.#model.indicators, this.#model.candles.all, from);
    this.#indicators.setColors(this.#model.indicators, this.#colors);
  }

  #recolour(): void {
    this.#colors = chartColors(document.documentElement);
    this.#chart.setColors(this.#colors);
    this.over?.setColors(this.#colors);
    this.#compared?.setColors(this.#colors);
    this.#lines.set(this.#shownLines, this.#colors, true);
    this.#indicators.setColors(this.#model.indicators, this.#colors);
    this.#marks.set(this.#shownMarks, this.#colors);
  }
}
