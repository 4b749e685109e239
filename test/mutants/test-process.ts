// Runs some test files in a separate process. It is killed when its time is up or when it uses too much memory, because
// an endless loop does not end otherwise. Its time is processor time, so that the result is the same on a busy machine.
// Random properties use a fixed seed, so that the result is the same each time.

import { readFileSync } from "node:fs";
import { join } from "node:path";

export interface TestRun {
  readonly outcome: "passed" | "failed" | "hung";
  /** Processor time. */
  readonly ms: number;
  readonly output: string;
}

export interface Limits {
  /** Processor time, or elapsed time where the system does not report the processor time of a process. */
  readonly ms: number;
  /** Resident memory, on systems that report it. */
  readonly bytes?: number;
}

const BYTES_MAX = 3_000_000_000;
const LOOK_EVERY_MS = 100;
/** One clock tick of the processor time in Linux's `/proc`. */
const TICK_MS = 10;
/**
 * The elapsed time for a single test. It is far more than any test needs, because the limit that counts is the
 * processor time.
 */
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
    // Three times as many random histories as in an ordinary run, because they can only notice what they reach.
    { cwd: root, stdin: "ignore", stdout: "ignore", stderr: "pipe", env: { ...process.env, PROPERTY_TIMES: "3" } },
  );
  // If this process is stopped, its child must not keep running.
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

/** 0 for a process that has ended in the meantime. */
function processorMs(pid: number): number {
  // After the name, which may contain any characters, come the state and further fields; the twelfth and thirteenth are
  // the ticks in user and system mode.
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
