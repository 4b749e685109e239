// Which mutants are known to change nothing. An explanation holds for a sort of change on a line of that text, so that it
// outlives what moves the line and falls when the line changes.

import type { Mutant } from "./mutant.ts";

export interface Explanation {
  readonly file: string;
  /** Left out when every change to the line is meant. */
  readonly operator?: string;
  /** The line as it reads before the change; left out when every line of the file is meant. */
  readonly line?: string;
  /** The same after it; left out when every change of this sort is meant. */
  readonly after?: string;
  readonly why: string;
}

/** One reason for several: any of the sorts, on any of the lines, or any of the changes. */
type Row = { readonly why: string } & {
  readonly [part in "operator" | "line" | "after"]?: string | readonly string[];
};

/** Those of one file. */
export function inFile(file: string, rows: readonly Row[]): Explanation[] {
  return rows.flatMap(({ operator, line, after, why }) =>
    each("operator", operator).flatMap((sort) =>
      each("line", line).flatMap((text) =>
        each("after", after).map((change) => ({ file, ...sort, ...text, ...change, why })),
      ),
    ),
  );
}

function each<Part extends string>(part: Part, given: string | readonly string[] | undefined) {
  if (given === undefined) return [{}];
  return [given].flat().map((one) => ({ [part]: one }) as { readonly [name in Part]: string });
}

export function explanationOf(mutant: Mutant, list: readonly Explanation[]): Explanation | undefined {
  return list.find(
    ({ file, operator = mutant.operator, line = mutant.before, after = mutant.after }) =>
      file === mutant.file && operator === mutant.operator && line === mutant.before && after === mutant.after,
  );
}

/** Explanations that fit no mutant any more. */
export function outdated(mutants: readonly Mutant[], list: readonly Explanation[]): Explanation[] {
  return list.filter((one) => !mutants.some((mutant) => explanationOf(mutant, [one]) !== undefined));
}
