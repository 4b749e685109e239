// The geometry of a line over days: points of a box, oldest at the left, the highest value at the top.

export interface CurveBox {
  readonly width: number;
  readonly height: number;
  /** Room above the highest and below the lowest point. */
  readonly margin: number;
}

export interface Curve {
  /** As `points` of a polyline. */
  readonly points: string;
  /** The lowest and the highest value. */
  readonly low: number;
  readonly high: number;
}

/** A line that is flat stands in the middle; a single day is a point at the left. */
export function curveOf(values: readonly number[], { width, height, margin }: CurveBox): Curve {
  const low = Math.min(...values);
  const high = Math.max(...values);
  const room = height - 2 * margin;
  const step = values.length > 1 ? width / (values.length - 1) : 0;
  const points = values.map((value, at) => {
    const share = high > low ? (value - low) / (high - low) : 0.5;
    return `${rounded(at * step)},${rounded(margin + (1 - share) * room)}`;
  });
  return { points: points.join(" "), low, high };
}

/** Hundredths of a pixel are more than a screen shows. */
function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}
