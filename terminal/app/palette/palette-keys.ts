// Where keys lead in the list of the palette. It has no ends: after the last comes the first.

interface Pressed {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
}

/**
 * @param chosen place among all rows
 * @param sizes how many rows each group has
 * @returns the next place; undefined for keys that lead nowhere
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

/** Ctrl with n and j, p and k are what editors have for up and down. */
function stepOf(key: string, ctrlKey: boolean): number {
  if (key === "ArrowDown" || (ctrlKey && (key === "n" || key === "j"))) return 1;
  return key === "ArrowUp" || (ctrlKey && (key === "p" || key === "k")) ? -1 : 0;
}
