// Generates code for the columns that it moves: it takes each value from its place directly, while a loop over the names
// would add a tenth to the cost of writing a row.

/** @param lines made only of column names and constants: nothing from outside may get into them */
export function compileFunction(
  parameters: readonly string[],
  lines: readonly string[],
): (...given: unknown[]) => void {
  return new Function(...parameters, lines.join("\n")) as (...given: unknown[]) => void;
}
