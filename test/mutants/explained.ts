// Explanations of mutants that are known to change nothing. An explanation applies to a kind of change on a line with a
// certain text, so it stays valid when the line moves and becomes outdated when the line changes.

import type { Mutant } from "./mutant.ts";

export interface Explanation {
  readonly file: string;
  /** Absent if it applies to every change of the line. */
  readonly operator?: string;
  /** The text of the line before the change. Absent if it applies to every line of the file. */
  readonly line?: string;
  /** The text of the line after the change. Absent if it applies to every change of this kind. */
  readonly after?: string;
  readonly why: string;
}

/** One reason for several explanations: any of the operators, on any of the lines, with any of the changes. */
type Row = { readonly why: string } & {
  readonly [part in "operator" | "line" | "after"]?: string | readonly string[];
};

/** The explanations for one file. */
export function inFile(file: string, rows: readonly Row[]): Explanation[] {
  return rows.flatMap(({ operator, line, after, why }) =>
    each("operator", operator).flatMap((sort) =>
      each("line", line).flatMap((text) =>
        each("after", after).map((change) => ({ file, ...sort, ...text, ...change, why })),
      ),
    ),
  );
}

function each<Part extends string>(part: Part, texts: string | readonly string[] | undefined) {
  if (texts === undefined) return [{}];
  return [texts].flat().map((text) => ({ [part]: text }) as { readonly [name in Part]: string });
}

export function explanationOf(mutant: Mutant, list: readonly Explanation[]): Explanation | undefined {
  return list.find(
    ({ file, operator = mutant.operator, line = mutant.before, after = mutant.after }) =>
      file === mutant.file && operator === mutant.operator && line === mutant.before && after === mutant.after,
  );
}

/** Explanations that no longer match any mutant. */
export function outdated(mutants: readonly Mutant[], list: readonly Explanation[]): Explanation[] {
  return list.filter((explanation) => !mutants.some((mutant) => explanationOf(mutant, [explanation]) !== undefined));
}
