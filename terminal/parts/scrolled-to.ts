// How far a row that scrolls has to be scrolled so that one of its parts is in sight.

interface Part {
  readonly from: number;
  readonly to: number;
}

/** So much of its neighbour shows that there is one. */
const NEIGHBOUR_PX = 24;

/**
 * All in pixels. What is in sight already stays where it is; what is wider than the row begins in sight.
 * @param scrolled how far the row is scrolled now
 * @param width how much of the row is in sight
 */
export function scrolledTo({ from, to }: Part, scrolled: number, width: number): number {
  const least = to + NEIGHBOUR_PX - width;
  const most = Math.max(0, from - NEIGHBOUR_PX);
  return Math.min(most, Math.max(scrolled, least));
}
