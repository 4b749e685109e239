// How long panels of a group are, in pixels: those that have a size of their own keep it while the page grows, the others
// share what is left.

/** One gains what the other loses; neither becomes less than it needs. */
export function moved(sizes: readonly [number, number], mins: readonly [number, number], by: number): [number, number] {
  const [before, after] = sizes;
  const least = Math.min(0, mins[0] - before);
  const most = Math.max(0, after - mins[1]);
  const taken = Math.max(least, Math.min(most, by));
  return [before + taken, after - taken];
}

/**
 * How long a panel is in a flexible box.
 * @param size of its own; undefined for what the others leave
 * @param px what it was dragged to
 */
export function flexOf(size: number | undefined, px: number | undefined) {
  return size === undefined ? { flexGrow: px ?? 1, flexBasis: 0 } : { flexGrow: 0, flexBasis: px ?? size };
}
