// The geometry of a line chart: points in a box, oldest at the left, the highest value at the top.

export interface CurveBox {
  readonly width: number;
  readonly height: number;
  /** Space above the highest and below the lowest point. */
  readonly margin: number;
}

export interface CurvePoint {
  readonly x: number;
  readonly y: number;
}

export interface Curve {
  readonly places: readonly CurvePoint[];
  /** The same points, as the `points` attribute of a polyline. */
  readonly points: string;
  /** The lowest and the highest value. */
  readonly low: number;
  readonly high: number;
}

/** A flat line is in the middle; a single value is a point at the left. */
export function curveOf(values: readonly number[], { width, height, margin }: CurveBox): Curve {
  const low = Math.min(...values);
  const high = Math.max(...values);
  const room = height - 2 * margin;
  const step = values.length > 1 ? width / (values.length - 1) : 0;
  const places = values.map((value, at) => {
    const share = high > low ? (value - low) / (high - low) : 0.5;
    return { x: rounded(at * step), y: rounded(margin + (1 - share) * room) };
  });
  return { places, points: places.map(({ x, y }) => `${x},${y}`).join(" "), low, high };
}

/**
 * Index of the value nearest to a horizontal position.
 * @param share position as a share of the width, from the left; positions beyond an end count as that end
 */
export function nearestOf(share: number, count: number): number {
  return Math.round(Math.min(1, Math.max(0, share)) * (count - 1));
}

/** Finer than hundredths of a pixel is never visible. */
function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}
