// Sizes of the panels in a group, in pixels: panels with a size of their own keep it when the page grows, the others share
// the remaining space.

/** One panel gains what the other loses; neither falls below its minimum. */
export function resizedPair(
  sizes: readonly [number, number],
  mins: readonly [number, number],
  by: number,
): [number, number] {
  const [before, after] = sizes;
  const least = Math.min(0, mins[0] - before);
  const most = Math.max(0, after - mins[1]);
  const taken = Math.max(least, Math.min(most, by));
  return [before + taken, after - taken];
}

/**
 * A panel's flexbox style.
 * @param size its own size; undefined for a panel that takes the remaining space
 * @param px the size it was dragged to, if any
 */
export function flexOf(size: number | undefined, px: number | undefined) {
  return size === undefined ? { flexGrow: px ?? 1, flexBasis: 0 } : { flexGrow: 0, flexBasis: px ?? size };
}
