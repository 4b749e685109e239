// Converts anchors to points of the pane and back, using the chart's current scales.

import type { Coordinate, Logical } from "lightweight-charts";
import { placesOf, rounded } from "../../../format/figure-text.ts";
import type { Candle } from "../../../session/candles/candle-list.ts";
import type { Candles } from "../../../session/candles/loaded-candles.ts";
import type { CanvasChart } from "../canvas/canvas.ts";
import { placeOf, timeAt } from "./candle-places.ts";
import type { Anchor } from "./drawing.ts";
import type { Point, Size } from "./geometry.ts";

/** Within this distance, an anchor snaps to a price of its candle. */
const SNAP_PX = 14;

export class DrawingScale {
  readonly #chart: CanvasChart;
  readonly #candles: Candles;
  readonly #tick: number;

  constructor(chart: CanvasChart, candles: Candles, tick: number) {
    this.#chart = chart;
    this.#candles = candles;
    this.#tick = tick;
  }

  get size(): Size {
    const { chart } = this.#chart;
    return { width: chart.timeScale().width(), height: chart.panes()[0]?.getHeight() ?? 0 };
  }

  /** Undefined while there are no candles. */
  pointOf({ at, price }: Anchor): Point | undefined {
    const { all, interval } = this.#candles;
    if (all.length === 0) return undefined;
    const [grid, y] = [this.#grid(), this.heightOf(price)];
    if (grid === undefined || y === undefined) return undefined;
    return { x: grid.first + placeOf(all, interval, at) * grid.spacing, y };
  }

  heightOf(price: number): number | undefined {
    return this.#chart.candles.priceToCoordinate(price) ?? undefined;
  }

  /** @param snaps whether to use a price of the candle at this point, if one is close */
  anchorAt({ x, y }: Point, snaps = false): Anchor | undefined {
    const { all, interval } = this.#candles;
    const grid = this.#grid();
    const price = this.#chart.candles.coordinateToPrice(y as Coordinate);
    if (all.length === 0 || grid === undefined || price === null) return undefined;
    const place = (x - grid.first) / grid.spacing;
    const candle = snaps ? all[Math.round(place)] : undefined;
    const near = candle && nearest(candle, y, (of) => this.heightOf(of));
    if (candle !== undefined && near !== undefined) return { at: candle.start, price: near };
    return { at: timeAt(all, interval, place), price: this.onTick(price) };
  }

  /** The anchor moved by a number of candles and a number of pixels upwards, by at least one price step. */
  beside({ at, price }: Anchor, candles: number, higher: number): Anchor {
    const { all, interval } = this.#candles;
    const y = this.heightOf(price);
    if (all.length === 0 || y === undefined) return { at, price };
    const moved = higher === 0 ? price : (this.#chart.candles.coordinateToPrice((y - higher) as Coordinate) ?? price);
    const step = this.onTick(moved) === price ? Math.sign(higher) * this.#tick : 0;
    const place = placeOf(all, interval, at) + candles;
    return { at: candles === 0 ? at : timeAt(all, interval, place), price: this.onTick(moved + step) };
  }

  /** The number of candles from the first anchor to the last. */
  candlesBetween(anchors: readonly Anchor[]): number {
    const { all, interval } = this.#candles;
    const [first, last] = [anchors[0], anchors.at(-1)];
    if (all.length === 0 || first === undefined || last === undefined) return 0;
    return Math.round(placeOf(all, interval, last.at) - placeOf(all, interval, first.at));
  }

  /** Rounds a price to the market's tick, to at least one tick. */
  onTick(price: number): number {
    const steps = Math.max(1, Math.round(price / this.#tick));
    return rounded(steps * this.#tick, placesOf(this.#tick));
  }

  /** The position and spacing of candles: the library gives coordinates only for whole indices. */
  #grid(): { readonly first: number; readonly spacing: number } | undefined {
    const scale = this.#chart.chart.timeScale();
    const [first, second] = [scale.logicalToCoordinate(0 as Logical), scale.logicalToCoordinate(1 as Logical)];
    return first === null || second === null ? undefined : { first, spacing: second - first };
  }
}

/** Whichever of open, high, low and close is nearest to a vertical position; undefined if none is close. */
export function nearest(
  { open, high, low, close }: Pick<Candle, "open" | "high" | "low" | "close">,
  y: number,
  heightOf: (price: number) => number | undefined,
): number | undefined {
  const far = (price: number) => Math.abs((heightOf(price) ?? Number.POSITIVE_INFINITY) - y);
  const [first] = [close, open, high, low].toSorted((a, b) => far(a) - far(b));
  return first !== undefined && far(first) <= SNAP_PX ? first : undefined;
}
