// One run of some test files in a process of its own. It ends when its time is over or when it takes too much memory: an
// endless loop ends no other way. Its time is the processor's, so that a verdict is the same on a machine that has much
// else to do; and what is left to chance in properties follows from a fixed seed, so that it is the same tomorrow.

import { readFileSync } from "node:fs";
import { join } from "node:path";

export interface TestRun {
  readonly outcome: "passed" | "failed" | "hung";
  /** Of the processor. */
  readonly ms: number;
  readonly output: string;
}

export interface Limits {
  /** Of the processor; where the system does not show how much a process has had, on the clock. */
  readonly ms: number;
  /** Resident memory, where the system shows it. */
  readonly bytes?: number;
}

const BYTES_MAX = 3_000_000_000;
const LOOK_EVERY_MS = 100;
/** A clock tick of the processor's time in Linux's `/proc`. */
const TICK_MS = 10;
/** Of a single test, on the clock: far more than any takes, because the processor's time is what counts. */
const TEST_MS = 600_000;

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
  // A run that is stopped leaves none behind that never ends.
  const end = () => child.kill("SIGKILL");
  process.once("exit", end);
  let hung = false;
  const watch = setInterval(() => {
    const spent = SHOWS_TIME ? processorMs(child.pid) : performance.now() - started;
    if (spent < ms && residentBytes(child.pid) < bytes) return;
    hung = true;
    end();
  }, LOOK_EVERY_MS);
  const output = await new Response(child.stderr).text();
  const code = await child.exited;
  clearInterval(watch);
  process.off("exit", end);
  const outcome = hung ? "hung" : code === 0 ? "passed" : "failed";
  return { outcome, ms: Number(child.resourceUsage()!.cpuTime.total) / 1_000, output };
}

const SHOWS_TIME = shownOf(process.pid, "stat") !== undefined;

/** 0 for a process that has ended meanwhile. */
function processorMs(pid: number): number {
  // After the name, which may have any characters: its state, and eleven fields on the ticks for itself and for the system.
  const fields = (shownOf(pid, "stat") ?? "").replace(/^.*\) /s, "").split(" ");
  return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) * TICK_MS;
}

function residentBytes(pid: number): number {
  return Number(shownOf(pid, "statm")?.split(" ")[1] ?? 0) * 4096;
}

function shownOf(pid: number, name: string): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/${name}`, "utf8");
  } catch (_gone) {
    return undefined;
  }
}
