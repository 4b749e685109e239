// A chart as what is drawn over its candles knows it.

import type { IChartApi, ISeriesApi, ISeriesPrimitive, Time } from "lightweight-charts";
import type { Candles } from "../../../session/candles/candles.ts";

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
  /** Whether something on it is dragged. */
  readonly isHeld: boolean;
  /** While something is dragged, the chart stays where it is. */
  setHeld(isHeld: boolean): void;
  /** Takes away what was drawn over the candles. */
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
  /** When a candle begins, or would. */
  readonly timeText: (at: number) => string;
}

/** What is drawn over a chart by hand. */
export interface Over {
  /** Whether a pointer is for it and not for a line of an order. */
  claims(event: PointerEvent): boolean;
  setColors(colors: CanvasColors): void;
}

export interface DrawnOver {
  readonly canvas: Canvas;
  /** Undefined while there is nothing. */
  over: Over | undefined;
}
