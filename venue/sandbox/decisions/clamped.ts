/** Not below −1, not above 1. */
export function clampedToOne(x: number): number {
  return Math.min(Math.max(x, -1), 1);
}
