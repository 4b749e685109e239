// Which rows of a long list are visible, when all have the same height.

/** Rows rendered beyond both edges, so that scrolling shows no empty space. */
const BEYOND = 5;

interface Sight {
  readonly count: number;
  /** Height of a row; this and the following are in pixels. */
  readonly row: number;
  readonly top: number;
  readonly height: number;
}

/** From `first` up to but not including `after`. */
export function inSight({ count, row, top, height }: Sight): { readonly first: number; readonly after: number } {
  const first = Math.min(count, Math.max(0, Math.floor(top / row) - BEYOND));
  return { first, after: Math.max(first, Math.min(count, Math.ceil((top + height) / row) + BEYOND)) };
}
