// Drawings as lines on the pane, in pixels from its upper left corner: where each is drawn, and which part of it a pointer
// is on.

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

/** The place of an anchor among those of its drawing, or all of it. */
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

/** Where the line from one point through another leaves the pane; the other where it has left it already. */
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
  /** Where its text stands. */
  readonly box?: (Point & Size) | undefined;
}

/** What of a drawing is within reach. An anchor comes before the line that it ends. */
export function partAt({ points, segments, box }: Shape, pointer: Point, reach: number): Part | undefined {
  const anchor = points.findIndex(({ x, y }) => Math.hypot(pointer.x - x, pointer.y - y) <= reach + 2);
  // All of a text is taken by it, wherever it is taken.
  if (anchor >= 0) return points.length === 1 ? "all" : anchor;
  if (segments.some((segment) => distanceTo(pointer, segment) <= reach)) return "all";
  return box !== undefined && isIn(box, pointer, reach) ? "all" : undefined;
}

function isIn(box: Point & Size, { x, y }: Point, reach: number): boolean {
  const isAcross = x >= box.x - reach && x <= box.x + box.width + reach;
  return isAcross && y >= box.y - reach && y <= box.y + box.height + reach;
}
