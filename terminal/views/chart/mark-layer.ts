// Own fills as arrows at their candles: buys below, pointing up; sales above, pointing down.

import { createSeriesMarkers } from "lightweight-charts";
import type { ChartColors } from "./chart-colors.ts";
import type { FillMark } from "./fill-marks.ts";
import { chartTime, type PriceChart } from "./price-chart.ts";

export class MarkLayer {
  readonly #markers;

  constructor(chart: PriceChart) {
    this.#markers = createSeriesMarkers(chart.candles, []);
  }

  set(marks: readonly FillMark[], colors: ChartColors): void {
    this.#markers.setMarkers(
      marks.map(({ start, side, fills }) => ({
        time: chartTime(start),
        ...(side === "BUY"
          ? ({ position: "belowBar", shape: "arrowUp", color: colors.rise } as const)
          : ({ position: "aboveBar", shape: "arrowDown", color: colors.fall } as const)),
        ...(fills.length > 1 ? { text: String(fills.length) } : {}),
      })),
    );
  }
}
