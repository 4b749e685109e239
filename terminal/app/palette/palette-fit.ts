// How well something fits what was typed: every word of it has to be the beginning of one of its words. Letters that only
// come in the same order are no likeness: a trader who types `eth` means ETH.

/** What the palette offers under one heading. */
export interface Offers<Each> {
  readonly heading: string;
  readonly rows: readonly Each[];
}

/**
 * What fits, the best first, under its headings, of which the one with the best comes first.
 * @param namesOf what something can be found by
 */
export function found<Each>(
  typed: string,
  offers: readonly Offers<Each>[],
  namesOf: (each: Each) => readonly string[],
): Offers<Each>[] {
  const scored = offers.map(({ heading, rows }) => {
    const fitting = rows.map((row) => ({ row, score: fit(typed, namesOf(row)) })).filter(({ score }) => score > 0);
    // Until something is typed, all stands as it was offered.
    const sorted = typed.trim() === "" ? fitting : fitting.toSorted((a, b) => b.score - a.score);
    return { heading, rows: sorted.map(({ row }) => row), best: typed.trim() === "" ? 0 : (sorted[0]?.score ?? 0) };
  });
  return scored.filter(({ rows }) => rows.length > 0).toSorted((a, b) => b.best - a.best);
}

/**
 * @param typed as it stands in the field
 * @param names of what is offered, such as a command's
 * @returns 0 for what does not fit, more for what fits better
 */
export function fit(typed: string, names: readonly string[]): number {
  const wanted = wordsOf(typed);
  const scores = names.map((name) => {
    const offered = wordsOf(name);
    if (!wanted.every((word) => offered.some((other) => other.startsWith(word)))) return 0;
    // What begins as it was typed comes first, and of that the shortest.
    return (offered[0]?.startsWith(wanted[0] ?? "") ? 1 : 0.5) - Math.min(name.length, 100) / 1_000;
  });
  return Math.max(0, ...scores);
}

function wordsOf(text: string): string[] {
  return text
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== "");
}
