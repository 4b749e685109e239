/** Clamps to the range from −1 to 1. */
export function clampedToOne(x: number): number {
  return Math.min(Math.max(x, -1), 1);
}
