// How wide candles are when a chart is first seen: as many as have room, but those of a young market fill some of it, too.

export interface Zoom {
  /** From the middle of a candle to that of the next one, in pixels. */
  readonly spacing: number;
  /** Room for so many candles is left at the right. */
  readonly right: number;
}

const USUAL: Zoom = { spacing: 8, right: 10 };
/** Wider candles would look like bars of something else. */
const SPACING_MAX = 18;

/** @param width of the chart, in pixels */
export function firstZoom(candles: number, width: number): Zoom {
  const spacing = width / (candles + USUAL.right);
  if (candles === 0 || spacing <= USUAL.spacing) return USUAL;
  const wide = Math.min(SPACING_MAX, Math.floor(spacing));
  return { spacing: wide, right: Math.ceil((USUAL.right * USUAL.spacing) / wide) };
}
