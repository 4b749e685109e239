// The geometry of drawings, in pixels from the upper left corner of the pane: their lines, and which part of one a pointer is on.

import type { DrawingKind } from "./drawing.ts";

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

export type Segment = readonly [from: Point, to: Point];

/** Index of an anchor of the drawing, or the whole drawing. */
export type Part = number | "all";

/** The lines that a drawing consists of. */
export function segmentsOf(kind: DrawingKind, points: readonly Point[], pane: Size): readonly Segment[] {
  const [a, b] = points;
  if (a === undefined) return [];
  if (kind === "level")
    return [
      [
        { x: 0, y: a.y },
        { x: pane.width, y: a.y },
      ],
    ];
  if (b === undefined) return [];
  if (kind === "trend") return [[a, b]];
  if (kind === "ray") return [[a, edgeBeyond(a, b, pane)]];
  const corners = [a, { x: b.x, y: a.y }, b, { x: a.x, y: b.y }];
  return corners.map((corner, at) => [corner, corners[(at + 1) % corners.length]!]);
}

/** Where the line from one point through another leaves the pane; the second point if that is already outside. */
export function edgeBeyond(a: Point, b: Point, { width, height }: Size): Point {
  const [dx, dy] = [b.x - a.x, b.y - a.y];
  const across = dx > 0 ? (width - a.x) / dx : dx < 0 ? -a.x / dx : Number.POSITIVE_INFINITY;
  const along = dy > 0 ? (height - a.y) / dy : dy < 0 ? -a.y / dy : Number.POSITIVE_INFINITY;
  const times = Math.min(across, along);
  return Number.isFinite(times) && times > 1 ? { x: a.x + dx * times, y: a.y + dy * times } : b;
}

export function distanceTo(point: Point, [a, b]: Segment): number {
  const [dx, dy] = [b.x - a.x, b.y - a.y];
  const length = dx * dx + dy * dy;
  const along = length === 0 ? 0 : ((point.x - a.x) * dx + (point.y - a.y) * dy) / length;
  const nearest = Math.min(Math.max(along, 0), 1);
  return Math.hypot(point.x - a.x - dx * nearest, point.y - a.y - dy * nearest);
}

export interface Shape {
  readonly points: readonly Point[];
  readonly segments: readonly Segment[];
  /** The box of its text. */
  readonly box?: (Point & Size) | undefined;
}

/** The part of a drawing within reach. An anchor takes precedence over the line that it ends. */
export function partAt({ points, segments, box }: Shape, pointer: Point, reach: number): Part | undefined {
  const anchor = points.findIndex(({ x, y }) => Math.hypot(pointer.x - x, pointer.y - y) <= reach + 2);
  // A drawing with a single anchor is always moved as a whole.
  if (anchor >= 0) return points.length === 1 ? "all" : anchor;
  if (segments.some((segment) => distanceTo(pointer, segment) <= reach)) return "all";
  return box !== undefined && isIn(box, pointer, reach) ? "all" : undefined;
}

function isIn(box: Point & Size, { x, y }: Point, reach: number): boolean {
  const isAcross = x >= box.x - reach && x <= box.x + box.width + reach;
  return isAcross && y >= box.y - reach && y <= box.y + box.height + reach;
}
