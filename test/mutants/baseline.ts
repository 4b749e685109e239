// Runs each test file by itself without any change, and records how long it takes and which lines it executes. Only the
// tests that execute a mutant's line matter for that mutant.

import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { runTests } from "./test-process.ts";

const MS_MAX = 300_000;

export interface TestFile {
  readonly file: string;
  readonly ms: number;
  /** The lines that it executes, by source file. */
  readonly lines: ReadonlyMap<string, ReadonlySet<number>>;
}

/** @returns null if the test fails without any change, because then it can't detect mutants */
export async function measure(root: string, file: string): Promise<TestFile | null> {
  // Inside the copy, so that it is removed with the copy however the run ends.
  const folder = mkdtempSync(join(root, "coverage-"));
  try {
    const coverage = ["--coverage", "--coverage-reporter=lcov", `--coverage-dir=${folder}`];
    const { outcome, ms } = await runTests(root, [file], { ms: MS_MAX }, coverage);
    if (outcome !== "passed") return null;
    return { file, ms, lines: executedLines(readFileSync(join(folder, "lcov.info"), "utf8")) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Reads a report in the format of lcov: `SF:` names a file, `DA:` a line and how often it was executed. */
export function executedLines(report: string): Map<string, Set<number>> {
  const files = new Map<string, Set<number>>();
  let lines = new Set<number>();
  for (const row of report.split("\n")) {
    if (row.startsWith("SF:")) {
      lines = new Set();
      files.set(row.slice(3), lines);
    }
    const [, line, times] = /^DA:(\d+),(\d+)/.exec(row) ?? [];
    if (Number(times) > 0) lines.add(Number(line));
  }
  return files;
}
