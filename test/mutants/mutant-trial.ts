// Tries one mutant: runs the tests that execute its line, the nearest and fastest first, until one fails.

import { basename, dirname } from "node:path";
import type { TestFile } from "./baseline.ts";
import { type Mutant, mutated } from "./mutant.ts";
import { runTests } from "./test-process.ts";
import type { WorkingCopy } from "./working-copy.ts";

export type Verdict = "killed" | "hung" | "survived" | "unexecuted";

export interface Outcome {
  readonly mutant: Mutant;
  readonly verdict: Verdict;
  /** The test files that were running when it was killed. */
  readonly killedBy: readonly string[];
  readonly ms: number;
}

/** Files that take longer than this get their own process. */
const QUICK_MS = 600;
/** The time limit of tests: their time without the change times a factor, plus a constant. */
const PATIENCE = 3;
const LEAST_MS = 4_000;
/** The turns with quick tests. */
const TURNS_OF_EXPLAINED = 3;

interface Terms {
  readonly leastMs?: number | undefined;
  /** Whether it is known to change nothing. If so, the slow tests are not run. */
  readonly isExplained?: boolean;
}

export async function tryMutant(
  copy: WorkingCopy,
  tests: readonly TestFile[],
  mutant: Mutant,
  { leastMs = LEAST_MS, isExplained = false }: Terms = {},
): Promise<Outcome> {
  const started = performance.now();
  const outcome = (verdict: Verdict, killedBy: readonly string[] = []) => ({
    mutant,
    verdict,
    killedBy,
    ms: performance.now() - started,
  });
  const turns = turnsOf(mutant, tests).slice(0, isExplained ? TURNS_OF_EXPLAINED : undefined);
  if (turns.length === 0) return outcome("unexecuted");
  const original = copy.read(mutant.file);
  copy.write(mutant.file, mutated(original, mutant.edits));
  try {
    for (const turn of turns) {
      const files = turn.map((test) => test.file);
      const usual = turn.reduce((sum, test) => sum + test.ms, 0);
      const run = await runTests(copy.root, files, { ms: leastMs + usual * PATIENCE });
      if (run.outcome === "hung") return outcome("hung", files);
      if (run.outcome === "failed") return outcome("killed", files);
    }
    return outcome("survived");
  } finally {
    copy.write(mutant.file, original);
  }
}

/**
 * The tests in the groups that are run, with one process for each group: the nearest test, those in its folder, then
 * all other quick ones, then each slow one alone.
 */
export function turnsOf(mutant: Mutant, tests: readonly TestFile[]): TestFile[][] {
  const reaching = tests
    .filter((test) => reaches(test, mutant))
    .toSorted((a, b) => distance(a, mutant) - distance(b, mutant) || a.ms - b.ms || (a.file < b.file ? -1 : 1));
  const quick = reaching.filter((test) => test.ms <= QUICK_MS);
  const slow = reaching.filter((test) => test.ms > QUICK_MS).toSorted((a, b) => a.ms - b.ms);
  const [nearest, ...others] = quick;
  const isBeside = (test: TestFile) => distance(test, mutant) < 2;
  const turns = [
    nearest === undefined ? [] : [nearest],
    others.filter(isBeside),
    others.filter((test) => !isBeside(test)),
    ...slow.map((test) => [test]),
  ];
  return turns.filter(({ length }) => length > 0);
}

function reaches(test: TestFile, { file, firstLine, line }: Mutant): boolean {
  const lines = test.lines.get(file);
  if (lines === undefined) return false;
  for (let at = firstLine; at <= line; at++) if (lines.has(at)) return true;
  return false;
}

/** 0 for the test with the same name as the file, 1 for others in its folder, 2 elsewhere. */
function distance({ file }: TestFile, mutant: Mutant): number {
  if (dirname(file) !== dirname(mutant.file)) return 2;
  return basename(file).startsWith(`${basename(mutant.file, ".ts")}.`) ? 0 : 1;
}
