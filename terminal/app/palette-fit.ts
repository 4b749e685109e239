// How well something fits what was typed: every word of it has to be the beginning of one of its words. Letters that only
// come in the same order are no likeness: whoever types `eth` means ETH.

/**
 * @param typed as it stands in the field
 * @param names of what is offered, such as a command's
 * @returns 0 for what does not fit, more for what fits better
 */
export function fit(_id: string, typed: string, names: readonly string[] = []): number {
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
