// What a run prints: each survivor before and after the change, and the counts at the end.

import { type Explanation, explanationOf } from "./explained.ts";
import type { Mutant } from "./mutant.ts";
import type { Outcome } from "./mutant-trial.ts";

export interface Sorted {
  readonly killed: readonly Outcome[];
  readonly unexplained: readonly Outcome[];
  readonly explained: readonly { outcome: Outcome; why: string }[];
}

export function sortOut(outcomes: readonly Outcome[], list: readonly Explanation[]): Sorted {
  const explained = outcomes.filter(hasSurvived).flatMap((outcome) => {
    const found = explanationOf(outcome.mutant, list);
    return found === undefined ? [] : [{ outcome, why: found.why }];
  });
  const explainedOutcomes = new Set(explained.map(({ outcome }) => outcome));
  return {
    killed: outcomes.filter((outcome) => !hasSurvived(outcome)),
    unexplained: outcomes.filter((outcome) => hasSurvived(outcome) && !explainedOutcomes.has(outcome)),
    explained,
  };
}

export function hasSurvived({ verdict }: Outcome): boolean {
  return verdict === "survived" || verdict === "unexecuted";
}

export function described({ file, line, operator, before, after }: Mutant): string {
  return `${file}:${line}  ${operator}\n  - ${before}\n  + ${after}`;
}

export function report(outcomes: readonly Outcome[], list: readonly Explanation[], minutes: number): string {
  const { killed, unexplained, explained } = sortOut(outcomes, list);
  const parts: string[] = [];
  for (const outcome of unexplained) {
    const note = outcome.verdict === "unexecuted" ? "  no test executes this line\n" : "";
    parts.push(`survived: ${described(outcome.mutant)}\n${note}`);
  }
  for (const { outcome, why } of explained) {
    parts.push(`survived, as explained: ${described(outcome.mutant)}\n  because ${why}\n`);
  }
  const hung = killed.filter(({ verdict }) => verdict === "hung").length;
  const unexecuted = unexplained.filter(({ verdict }) => verdict === "unexecuted").length;
  const rows: [string, number, string][] = [
    ["mutants", outcomes.length, ""],
    ["killed", killed.length, hung === 0 ? "" : `, ${hung} of them because their tests never ended`],
    ["survived", unexplained.length, unexecuted === 0 ? "" : `, ${unexecuted} of them on lines that no test executes`],
    ["explained", explained.length, ""],
  ];
  const share = (n: number) => `${((n * 100) / Math.max(1, outcomes.length)).toFixed(1)} %`;
  const lines = rows.map(
    ([name, n, note]) => `  ${name.padEnd(12)}${String(n).padStart(5)}  ${share(n).padStart(7)}${note}`,
  );
  return [
    ...parts,
    ...byOperator(outcomes, new Set(killed)),
    "",
    ...lines,
    `  minutes     ${minutes.toFixed(1).padStart(5)}`,
  ].join("\n");
}

function byOperator(outcomes: readonly Outcome[], killed: ReadonlySet<Outcome>): string[] {
  const names = [...new Set(outcomes.map(({ mutant }) => mutant.operator))].sort();
  return names.map((name) => {
    const group = outcomes.filter(({ mutant }) => mutant.operator === name);
    const dead = group.filter((outcome) => killed.has(outcome)).length;
    return `  ${name.padEnd(12)}${String(dead).padStart(5)} of ${group.length} killed`;
  });
}

/** The same as data. */
export function reportData(outcomes: readonly Outcome[], list: readonly Explanation[]): object[] {
  return outcomes.map(({ mutant, verdict, killedBy, ms }) => {
    const { file, line, operator, before, after } = mutant;
    const why = verdict === "killed" || verdict === "hung" ? undefined : explanationOf(mutant, list)?.why;
    return {
      file,
      line,
      operator,
      before,
      after,
      verdict,
      killedBy,
      ms: Math.round(ms),
      ...(why === undefined ? {} : { why }),
    };
  });
}
