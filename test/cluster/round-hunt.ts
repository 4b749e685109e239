// A hunt: one seed after the other, shared among processes. Prints each failure at once, and a summary every minute.

import { join } from "node:path";
import { type Counts, countsOf, noCounts } from "./round-counts.ts";
import type { Report } from "./rounds.child.ts";

const REPORT_EVERY_MS = 60_000;

interface HuntOptions {
  readonly firstSeed: number;
  readonly rounds: number;
  readonly workers: number;
  readonly print: (text: string) => void;
}

/** @returns how many rounds failed */
export async function hunt({ firstSeed, rounds, workers, print }: HuntOptions): Promise<number> {
  const startedAt = performance.now();
  let counts = noCounts();
  let failures = 0;
  const hear = (report: Report) => {
    counts = countsOf(counts, report.counts);
    if (report.failed === undefined) return;
    failures++;
    const { seed, violations } = report.failed;
    print(`seed ${seed}: ${violations[0]}`);
  };
  const shares = Array.from({ length: workers }, (_, worker) => Math.ceil((rounds - worker) / workers));
  const report = () => print(summary(counts, performance.now() - startedAt));
  const timer = setInterval(report, REPORT_EVERY_MS);
  try {
    await Promise.all(shares.map((share, worker) => follow([firstSeed + worker, workers, share, 0], hear)));
  } finally {
    clearInterval(timer);
  }
  report();
  return failures;
}

export function summary(counts: Counts, ms: number): string {
  const { rounds, simulatedMs, batches, terms, outcomes, refusals, unknowns, reads, accepted, unheard, listed } =
    counts;
  const lines: readonly [string, string | number][] = [
    ["rounds", `${rounds}, ${Math.round((rounds / ms) * 60_000)} a minute`],
    ["simulated hours", (simulatedMs / 3_600_000).toFixed(1)],
    ["batches", `${batches} in ${terms} terms`],
    [
      "commands",
      `${outcomes + refusals + unknowns}: ${outcomes} happened, ${refusals} did not happen, ${unknowns} unknown`,
    ],
    ["reads", reads],
    [
      "losses",
      `${accepted} accepted, ${unheard} of terms unknown to every node; ${listed} nodes stopped because of a loss`,
    ],
  ];
  return lines.map(([name, value]) => `  ${name.padEnd(20)}  ${value}`).join("\n");
}

async function follow(task: readonly number[], hear: (report: Report) => void): Promise<void> {
  const args = [join(import.meta.dir, "rounds.child.ts"), ...task].map(String);
  const child = Bun.spawn([process.execPath, ...args], { stdout: "pipe", stderr: "inherit" });
  let unfinished = "";
  for await (const piece of child.stdout.pipeThrough(new TextDecoderStream())) {
    const lines = (unfinished + piece).split("\n");
    unfinished = lines.pop()!;
    for (const line of lines) hear(JSON.parse(line) as Report);
  }
  if ((await child.exited) !== 0) throw new Error("a worker process of the hunt failed");
}
