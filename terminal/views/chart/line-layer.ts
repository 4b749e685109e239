// Lines at prices over the candles: made, changed and taken away as their list changes.

import { type IPriceLine, LineStyle } from "lightweight-charts";
import type { ChartColors } from "./chart-colors.ts";
import type { OwnLine } from "./own-lines.ts";
import type { PriceChart } from "./price-chart.ts";

const STROKES = { solid: LineStyle.Solid, dashed: LineStyle.Dashed, dotted: LineStyle.Dotted } as const;

export class LineLayer {
  readonly #chart: PriceChart;
  readonly #drawn = new Map<string, { line: OwnLine; readonly drawn: IPriceLine }>();

  constructor(chart: PriceChart) {
    this.#chart = chart;
  }

  set(lines: readonly OwnLine[], colors: ChartColors, isRecoloured = false): void {
    const left = new Set(this.#drawn.keys());
    for (const line of lines) {
      left.delete(line.id);
      const known = this.#drawn.get(line.id);
      if (known === undefined) {
        this.#drawn.set(line.id, { line, drawn: this.#chart.candles.createPriceLine(optionsOf(line, colors)) });
        continue;
      }
      if (isRecoloured || !looksSame(known.line, line)) known.drawn.applyOptions(optionsOf(line, colors));
      known.line = line;
    }
    for (const id of left) {
      this.#chart.candles.removePriceLine(this.#drawn.get(id)!.drawn);
      this.#drawn.delete(id);
    }
  }

  /** The movable line that is nearest to a height in the chart. */
  at(y: number, reach: number): OwnLine | undefined {
    let nearest: OwnLine | undefined;
    let distance = reach;
    for (const { line } of this.#drawn.values()) {
      const height = line.movable && this.#chart.candles.priceToCoordinate(line.price);
      if (height === undefined || height === null || Math.abs(height - y) > distance) continue;
      nearest = line;
      distance = Math.abs(height - y);
    }
    return nearest;
  }
}

function optionsOf({ price, title, tone, stroke }: OwnLine, colors: ChartColors) {
  return {
    price,
    title,
    color: colors[tone],
    lineWidth: 1,
    lineStyle: STROKES[stroke],
    axisLabelVisible: true,
    axisLabelColor: colors.raised,
    axisLabelTextColor: colors[tone],
  } as const;
}

function looksSame(a: OwnLine, b: OwnLine): boolean {
  return a.price === b.price && a.title === b.title && a.stroke === b.stroke;
}
