// A run: makes copies of the repository, runs the tests without changes, and then tries the mutants, one at a time in
// each copy.

import { measure, type TestFile } from "./baseline.ts";
import type { Mutant } from "./mutant.ts";
import { described, hasSurvived } from "./mutant-report.ts";
import { type Outcome, tryMutant } from "./mutant-trial.ts";
import { WorkingCopy } from "./working-copy.ts";

export interface Run {
  readonly repository: string;
  /** Everything that is copied, including the tests. */
  readonly files: readonly string[];
  readonly testFiles: readonly string[];
  readonly mutants: readonly Mutant[];
  /** Whether a mutant is known to change nothing. */
  readonly isExplained?: (mutant: Mutant) => boolean;
  readonly workers: number;
  /** The constant part of the time limit for a mutant's tests; the other part is a multiple of their usual time. */
  readonly leastMs?: number;
  print(text: string): void;
}

const SAY_EVERY_MS = 30_000;

export interface Result {
  /** The result for each mutant, in the order of the mutants. */
  readonly outcomes: readonly Outcome[];
  /** Test files that failed without any change and were left out. */
  readonly leftOut: readonly string[];
}

export async function runMutants(run: Run): Promise<Result> {
  const { repository, files, testFiles, workers, mutants, print } = run;
  const copies = Array.from({ length: workers }, () => new WorkingCopy(repository, files));
  const removeAll = () => {
    for (const copy of copies) copy.remove();
  };
  const stop = () => {
    removeAll();
    process.exit(130);
  };
  process.once("SIGINT", stop).once("SIGTERM", stop);
  try {
    print(`running ${testFiles.length} test files without mutants`);
    const tests: TestFile[] = [];
    const leftOut: string[] = [];
    await share(copies, testFiles, async (copy, file) => {
      const test = await measure(copy.root, file);
      if (test === null) leftOut.push(file);
      else tests.push(test);
    });
    print(`trying ${mutants.length} mutants`);
    return { outcomes: await tryAll(copies, tests, run), leftOut };
  } finally {
    process.off("SIGINT", stop).off("SIGTERM", stop);
    removeAll();
  }
}

async function tryAll(
  copies: readonly WorkingCopy[],
  tests: readonly TestFile[],
  { mutants, isExplained, leastMs, print }: Run,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  let done = 0;
  const progress = setInterval(() => print(`${done} of ${mutants.length} tried`), SAY_EVERY_MS);
  await share(copies, mutants, async (copy, mutant, place) => {
    const outcome = await tryMutant(copy, tests, mutant, { leastMs, isExplained: isExplained?.(mutant) === true });
    outcomes[place] = outcome;
    done += 1;
    if (hasSurvived(outcome)) print(`${outcome.verdict}: ${described(mutant)}`);
  });
  clearInterval(progress);
  return outcomes;
}

/** Each copy takes the next item as soon as it has finished its last one. */
async function share<Item>(
  copies: readonly WorkingCopy[],
  items: readonly Item[],
  work: (copy: WorkingCopy, item: Item, place: number) => Promise<unknown>,
): Promise<void> {
  const queue = [...items.entries()];
  await Promise.all(
    copies.map(async (copy) => {
      for (let next = queue.shift(); next !== undefined; next = queue.shift()) await work(copy, next[1], next[0]);
    }),
  );
}
