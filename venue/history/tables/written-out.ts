// Code that is written out for the columns that it moves: each value is taken from its place at once, where a loop over the
// names costs a tenth of writing a row.

/** @param lines made of names of columns alone: nothing that a caller says is among them */
export function writtenOut(parameters: readonly string[], lines: readonly string[]): (...given: unknown[]) => void {
  return new Function(...parameters, lines.join("\n")) as (...given: unknown[]) => void;
}
