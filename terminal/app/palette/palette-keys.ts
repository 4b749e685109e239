// Keyboard movement in the palette's list, which wraps around: the last row is followed by the first.

interface Pressed {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
}

/**
 * @param chosen index among all rows
 * @param sizes how many rows each group has
 * @returns the next index; undefined for keys that do not move
 */
export function nextPlace({ key, ctrlKey, metaKey, altKey }: Pressed, chosen: number, sizes: readonly number[]) {
  const count = sizes.reduce((sum, size) => sum + size, 0);
  const step = stepOf(key, ctrlKey);
  if (count === 0 || (step === 0 && key !== "Home" && key !== "End")) return undefined;
  if (key === "Home" || (metaKey && step < 0)) return 0;
  if (key === "End" || (metaKey && step > 0)) return count - 1;
  if (!altKey) return (chosen + step + count) % count;
  const firsts = sizes.map((_, group) => sizes.slice(0, group).reduce((sum, size) => sum + size, 0));
  const group = firsts.findLastIndex((first) => first <= chosen);
  return firsts.at((group + step) % firsts.length);
}

/** Ctrl with n or j, and with p or k, are the down and up keys of editors. */
function stepOf(key: string, ctrlKey: boolean): number {
  if (key === "ArrowDown" || (ctrlKey && (key === "n" || key === "j"))) return 1;
  return key === "ArrowUp" || (ctrlKey && (key === "p" || key === "k")) ? -1 : 0;
}
