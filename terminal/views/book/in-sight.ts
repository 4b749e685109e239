// Which rows of a long list are in sight, when all are of one height.

/** Drawn beyond both edges, so that scrolling shows no empty place. */
const BEYOND = 5;

interface Sight {
  readonly count: number;
  /** In px, as the others. */
  readonly row: number;
  readonly top: number;
  readonly height: number;
}

/** From `first` on, up to and without `after`. */
export function inSight({ count, row, top, height }: Sight): { readonly first: number; readonly after: number } {
  const first = Math.min(count, Math.max(0, Math.floor(top / row) - BEYOND));
  return { first, after: Math.max(first, Math.min(count, Math.ceil((top + height) / row) + BEYOND)) };
}
