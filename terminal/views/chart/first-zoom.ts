// The initial width of candles: as many as have room, but the few candles of a young market are widened to use more of it.

export interface Zoom {
  /** Distance between the middles of neighbouring candles, in pixels. */
  readonly spacing: number;
  /** Empty space at the right, as a number of candles. */
  readonly right: number;
}

const USUAL: Zoom = { spacing: 8, right: 10 };
/** Wider candles would no longer look like candles. */
const SPACING_MAX = 18;

/** @param width of the chart, in pixels */
export function firstZoom(candles: number, width: number): Zoom {
  const spacing = width / (candles + USUAL.right);
  if (candles === 0 || spacing <= USUAL.spacing) return USUAL;
  const wide = Math.min(SPACING_MAX, Math.floor(spacing));
  return { spacing: wide, right: Math.ceil((USUAL.right * USUAL.spacing) / wide) };
}
