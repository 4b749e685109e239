// One run of some test files in a process of its own. It ends when its time is over or when it takes too much memory: an
// endless loop ends no other way. What is left to chance in properties follows from a fixed seed, so that a verdict is
// the same tomorrow.

import { readFileSync } from "node:fs";
import { join } from "node:path";

export interface TestRun {
  readonly outcome: "passed" | "failed" | "hung";
  readonly ms: number;
  readonly output: string;
}

export interface Limits {
  readonly ms: number;
  /** Resident memory, where the system tells. */
  readonly bytes?: number;
}

const BYTES_MAX = 3_000_000_000;
const LOOK_EVERY_MS = 100;
/** What `npm test` gives a single test. */
const TEST_MS = 30_000;

export async function runTests(
  root: string,
  files: readonly string[],
  { ms, bytes = BYTES_MAX }: Limits,
  options: readonly string[] = [],
): Promise<TestRun> {
  const started = performance.now();
  const child = Bun.spawn(
    [
      process.execPath,
      "test",
      ...["--bail", "--timeout", String(TEST_MS), "--preload", join(import.meta.dir, "fixed-chance.program.ts")],
      ...options,
      ...files.map((file) => `./${file}`),
    ],
    // Of random histories three times as many as in a hurry: what they reach is what they notice.
    { cwd: root, stdin: "ignore", stdout: "ignore", stderr: "pipe", env: { ...process.env, PROPERTY_TIMES: "3" } },
  );
  let hung = false;
  const watch = setInterval(() => {
    if (performance.now() - started < ms && residentBytes(child.pid) < bytes) return;
    hung = true;
    child.kill("SIGKILL");
  }, LOOK_EVERY_MS);
  const output = await new Response(child.stderr).text();
  const code = await child.exited;
  clearInterval(watch);
  const outcome = hung ? "hung" : code === 0 ? "passed" : "failed";
  return { outcome, ms: performance.now() - started, output };
}

function residentBytes(pid: number): number {
  try {
    const pages = readFileSync(`/proc/${pid}/statm`, "utf8").split(" ")[1];
    return Number(pages) * 4096;
  } catch (_gone) {
    // Ended meanwhile, or a system that does not tell; then the time limit alone ends it.
    return 0;
  }
}
