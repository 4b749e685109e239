// "Did you mean": finds the known word closest to a mistyped one. Swapped neighbouring letters count as one slip, as
// commander counts them for flags; if they counted as two, `prot` would be too far from `port`.

/** The closest known word, if it is close enough; ties go to the first in the list. */
export function nearestWord(typed: string, known: readonly string[]): string | null {
  const limit = Math.max(1, Math.floor(typed.length / 3));
  let nearest: string | null = null;
  let least = limit + 1;
  for (const word of known) {
    const distance = editDistance(typed, word);
    if (distance < least) {
      least = distance;
      nearest = word;
    }
  }
  return nearest;
}

/** The number of insertions, deletions, replacements and swaps of neighbours between two words. */
function editDistance(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      let cost = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + (same ? 0 : 1));
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (swapped) cost = Math.min(cost, beforeLast[j - 2]! + 1);
      row.push(cost);
    }
    beforeLast = last;
    last = row;
  }
  return last[b.length]!;
}
