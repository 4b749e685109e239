// How well an offer matches what was typed: every typed word has to be the beginning of one of the offer's words. Letters
// that merely occur in the same order are no match: a trader who types `eth` means ETH.

/** The palette's offers under one heading. */
export interface Offers<Each> {
  readonly heading: string;
  readonly rows: readonly Each[];
}

/**
 * The matching offers, best first, under their headings; the heading with the best match comes first.
 * @param namesOf the names by which an offer can be found
 */
export function matchingOffers<Each>(
  typed: string,
  offers: readonly Offers<Each>[],
  namesOf: (each: Each) => readonly string[],
): Offers<Each>[] {
  const scored = offers.map(({ heading, rows }) => {
    const fitting = rows
      .map((row) => ({ row, score: matchScore(typed, namesOf(row)) }))
      .filter(({ score }) => score > 0);
    // While nothing is typed, everything keeps its original order.
    const sorted = typed.trim() === "" ? fitting : fitting.toSorted((a, b) => b.score - a.score);
    return { heading, rows: sorted.map(({ row }) => row), best: typed.trim() === "" ? 0 : (sorted[0]?.score ?? 0) };
  });
  return scored.filter(({ rows }) => rows.length > 0).toSorted((a, b) => b.best - a.best);
}

/**
 * @param typed the text in the field
 * @param names names of an offer, such as a command's
 * @returns 0 when nothing matches; the better the match, the higher
 */
export function matchScore(typed: string, names: readonly string[]): number {
  const wanted = wordsOf(typed);
  const scores = names.map((name) => {
    const offered = wordsOf(name);
    if (!wanted.every((word) => offered.some((other) => other.startsWith(word)))) return 0;
    // Names that begin with the first typed word come first, and among those the shortest.
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
