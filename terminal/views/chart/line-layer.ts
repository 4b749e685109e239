// Lines at prices over the candles: created, changed and removed as their list changes. Orders that are close together share
// one line with one label, which opens at the pointer.

import { type IPriceLine, LineStyle } from "lightweight-charts";
import { rounded } from "../../format/figure-text.ts";
import { words } from "../../texts/words.ts";
import type { ChartColors } from "./chart-colors.ts";
import { isOpenAt, lineGroups, type Placed } from "./line-groups.ts";
import type { OwnLine } from "./own-lines.ts";
import type { PriceChart } from "./price-chart.ts";

const STROKES = { solid: LineStyle.Solid, dashed: LineStyle.Dashed, dotted: LineStyle.Dotted } as const;
/** More decimal places than any lot has. */
const PLACES = 10;

interface Drawn {
  line: OwnLine;
  readonly drawn: IPriceLine;
  /** Text of its label; null when another line represents it. */
  label: string | null;
}

export class LineLayer {
  readonly #chart: PriceChart;
  readonly #drawn = new Map<string, Drawn>();
  #pointer: number | undefined;
  #colors: ChartColors | undefined;

  constructor(chart: PriceChart) {
    this.#chart = chart;
  }

  set(lines: readonly OwnLine[], colors: ChartColors, isRecoloured = false): void {
    const left = new Set(this.#drawn.keys());
    this.#colors = colors;
    for (const line of lines) {
      left.delete(line.id);
      const known = this.#drawn.get(line.id);
      if (known === undefined) {
        const drawn = this.#chart.candles.createPriceLine(optionsOf(line, line.title, colors));
        this.#drawn.set(line.id, { line, drawn, label: line.title });
        continue;
      }
      const isSame = looksSame(known.line, line);
      known.line = line;
      if (isRecoloured || !isSame) this.#draw(known, line.title);
    }
    for (const id of left) {
      this.#chart.candles.removePriceLine(this.#drawn.get(id)!.drawn);
      this.#drawn.delete(id);
    }
    this.group();
  }

  /** Sets the pointer's vertical position; undefined when it has left the chart. */
  point(y: number | undefined): void {
    this.#pointer = y;
    this.group();
  }

  /** Groups the lines by their current positions, which change when the chart is moved. */
  group(): void {
    for (const group of lineGroups(this.#orders())) {
      const [first] = group;
      const isOne = group.length === 1 || isOpenAt(group, this.#pointer);
      for (const { line } of group) {
        const label = isOne ? line.line.title : line === first!.line ? groupLabel(group) : null;
        if (label !== line.label) this.#draw(line, label);
      }
    }
  }

  /** The movable line nearest to a vertical position. */
  at(y: number, reach: number): OwnLine | undefined {
    let nearest: OwnLine | undefined;
    let distance = reach;
    for (const { line, label } of this.#drawn.values()) {
      // A line that represents others has to be opened first.
      const height = line.movable && label === line.title && this.#heightOf(line);
      if (typeof height !== "number" || Math.abs(height - y) > distance) continue;
      nearest = line;
      distance = Math.abs(height - y);
    }
    return nearest;
  }

  #orders(): readonly Placed<Drawn>[] {
    return [...this.#drawn.values()].flatMap((line) => {
      const y = line.line.movable?.is === "order" ? this.#heightOf(line.line) : null;
      return y === null ? [] : [{ line, y, kind: line.line.tone }];
    });
  }

  #heightOf({ price }: OwnLine): number | null {
    return this.#chart.candles.priceToCoordinate(price);
  }

  #draw(drawn: Drawn, label: string | null): void {
    if (this.#colors === undefined) return;
    drawn.label = label;
    drawn.drawn.applyOptions(optionsOf(drawn.line, label, this.#colors));
  }
}

/** The number of orders, and their total open quantity. */
function groupLabel(group: readonly Placed<Drawn>[]): string {
  const orders = group.flatMap(({ line: { line } }) => (line.movable?.is === "order" ? [line.movable.order] : []));
  const sum = orders.reduce((total, { quantity, executedQuantity }) => total + quantity - executedQuantity, 0);
  return words.chart.orderGroup(orders[0]!.side, orders.length, rounded(sum, PLACES));
}

function optionsOf({ price, title, tone, stroke }: OwnLine, label: string | null, colors: ChartColors) {
  return {
    price,
    title: label ?? title,
    color: colors[tone],
    lineWidth: 1,
    lineStyle: STROKES[stroke],
    lineVisible: label !== null,
    axisLabelVisible: label !== null,
    axisLabelColor: colors.raised,
    axisLabelTextColor: colors[tone],
  } as const;
}

function looksSame(a: OwnLine, b: OwnLine): boolean {
  return a.price === b.price && a.title === b.title && a.stroke === b.stroke;
}
