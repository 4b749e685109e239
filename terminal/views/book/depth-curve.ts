// The depth of a book as two curves: how much is bid down to a price, and how much is offered up to one.

import type { Level } from "@evermark/client";
import { fromUnits, toUnits } from "../../format/exact.ts";
import type { Grid } from "./grouping.ts";

export interface DepthPoint {
  readonly price: number;
  /** Quantity of this level and all better ones, in base currency. */
  readonly total: number;
}

export interface Depth {
  /** Best level first, within the range. */
  readonly asks: readonly DepthPoint[];
  readonly bids: readonly DepthPoint[];
  /** Prices at the edges of the range. */
  readonly low: number;
  readonly high: number;
  /** The larger of the two sides' totals. */
  readonly most: number;
}

/**
 * When the whole book is shown, the range is extended by this factor: the step of the last price would otherwise be at the edge.
 */
const BEYOND = 1.03;

interface Sides {
  readonly asks: readonly Level[];
  readonly bids: readonly Level[];
}

/**
 * @param range distance from the middle, as a fraction; undefined for the whole book
 * @returns undefined when a side is empty, because then there is no middle
 */
export function depthOf({ asks, bids }: Sides, range: number | undefined, grid: Grid): Depth | undefined {
  const [ask, bid] = [asks[0]?.[0], bids[0]?.[0]];
  if (ask === undefined || bid === undefined) return undefined;
  const middle = (ask + bid) / 2;
  const furthest = Math.max(asks.at(-1)![0] - middle, middle - bids.at(-1)![0]);
  const reach = range === undefined ? furthest * BEYOND : Math.max(range * middle, ask - middle);
  const [low, high] = [middle - reach, middle + reach];
  const within = (levels: readonly Level[]) => added(levels, ({ price }) => price >= low && price <= high, grid);
  const [offered, wanted] = [within(asks), within(bids)];
  const most = Math.max(offered.at(-1)?.total ?? 0, wanted.at(-1)?.total ?? 0);
  return { asks: offered, bids: wanted, low, high, most };
}

function added(levels: readonly Level[], isIn: (point: DepthPoint) => boolean, grid: Grid): DepthPoint[] {
  const points: DepthPoint[] = [];
  let units = 0;
  for (const [price, quantity] of levels) {
    units += toUnits(quantity, grid.quantityPlaces);
    const point = { price, total: fromUnits(units, grid.quantityPlaces) };
    if (!isIn(point)) break;
    points.push(point);
  }
  return points;
}

interface Frame {
  readonly width: number;
  readonly height: number;
}

export function xOf(price: number, { low, high }: Depth, { width }: Frame): number {
  return high === low ? width / 2 : ((price - low) / (high - low)) * width;
}

export function priceAt(x: number, { low, high }: Depth, { width }: Frame): number {
  return low + (x / width) * (high - low);
}

/** The share of the height that is used, so that the top of the highest step is visible. */
const AIR = 0.94;

/** A curve as a stepped SVG path, from the best price to the edge. */
export function stepPath(side: "asks" | "bids", depth: Depth, frame: Frame): string {
  const points = depth[side];
  if (points.length === 0 || depth.most === 0) return "";
  const short = (value: number) => Math.round(value * 10) / 10;
  const y = (total: number) => short(frame.height * (1 - (AIR * total) / depth.most));
  let path = `M${short(xOf(points[0]!.price, depth, frame))} ${frame.height}`;
  for (const { price, total } of points) path += `H${short(xOf(price, depth, frame))}V${y(total)}`;
  return `${path}H${side === "asks" ? frame.width : 0}`;
}

/** The depth at a price: what is offered up to it, or bid down to it; undefined between the best prices. */
export function depthAt(price: number, { asks, bids }: Depth): (DepthPoint & { readonly isAsk: boolean }) | undefined {
  const ask = asks.findLast((point) => point.price <= price);
  if (ask !== undefined) return { ...ask, isAsk: true };
  const bid = bids.findLast((point) => point.price >= price);
  return bid && { ...bid, isAsk: false };
}
