// The scroll position at which a given part of a scrolling row is in view.

interface Part {
  readonly from: number;
  readonly to: number;
}

/** How much of the neighbour is shown, so that there visibly is one. */
const NEIGHBOUR_PX = 24;

/**
 * All in pixels. A part already in view does not move; a part wider than the row is shown from its beginning.
 * @param scrolled current scroll position of the row
 * @param width visible width of the row
 */
export function scrolledTo({ from, to }: Part, scrolled: number, width: number): number {
  const least = to + NEIGHBOUR_PX - width;
  const most = Math.max(0, from - NEIGHBOUR_PX);
  return Math.min(most, Math.max(scrolled, least));
}
