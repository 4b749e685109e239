// A chart, as the layers over its candles use it.

import type { IChartApi, ISeriesApi, ISeriesPrimitive, Time } from "lightweight-charts";
import type { Candles } from "../../../session/candles/loaded-candles.ts";

/** Colours of the theme, and its font. */
export interface CanvasColors {
  readonly panel: string;
  readonly raised: string;
  readonly text: string;
  readonly accent: string;
  readonly warn: string;
  readonly rise: string;
  readonly fall: string;
  readonly font: string;
}

export interface CanvasChart {
  readonly chart: IChartApi;
  readonly candles: ISeriesApi<"Candlestick">;
  /** Whether something on the chart is being dragged. */
  readonly isHeld: boolean;
  /** While something is dragged, the chart does not scroll or zoom. */
  setHeld(isHeld: boolean): void;
  /** Removes a layer that was drawn over the candles. */
  detach(primitive: ISeriesPrimitive<Time>): void;
}

export interface Canvas {
  readonly host: HTMLElement;
  readonly chart: CanvasChart;
  readonly candles: Candles;
  /** Price step of the market. */
  readonly tick: number;
  readonly colors: CanvasColors;
  readonly priceText: (price: number) => string;
  /** The start time of a candle as text, even where there is no candle yet. */
  readonly timeText: (at: number) => string;
}

/** A layer over the chart that takes pointer events, such as the drawings. */
export interface ChartOverlay {
  /** Whether a pointer event is meant for it and not for an order's line. */
  claims(event: PointerEvent): boolean;
  setColors(colors: CanvasColors): void;
}

export interface OverlayHost {
  readonly canvas: Canvas;
  /** Undefined while there is no such layer. */
  over: ChartOverlay | undefined;
}
