// A hunt: fresh seeds for some minutes, with one worker process per core. Prints a summary every half minute, and the
// first failure of each kind in full as soon as a worker has found it; its whole recording is in a file by then. The
// short list of steps follows when it is found, or when the time is over.

import { availableParallelism } from "node:os";
import { join } from "node:path";
import type { WorkerLine } from "./hunt-seeds.ts";
import { HuntTally } from "./hunt-tally.ts";

const REPORT_EVERY_MS = 30_000;

interface HuntOptions {
  readonly minutes: number;
  readonly commands: number;
  /** The seed of the first world; the others count up from it. */
  readonly firstSeed: number;
  /** Whether the model judges. */
  readonly judged: boolean;
  /** How long a worker looks for a short list of steps, at most. */
  readonly shrinkSeconds: number;
  readonly workers?: number;
  readonly print: (text: string) => void;
}

/** @returns how many worlds failed */
export async function hunt(options: HuntOptions): Promise<number> {
  const { minutes, print, workers = availableParallelism() } = options;
  const tally = new HuntTally(print, ".");
  const started = performance.now();
  const until = Date.now() + minutes * 60_000;
  const printTally = () => print(`after ${Math.round((performance.now() - started) / 1_000)} s\n${tally.text()}`);
  const timer = setInterval(printTally, REPORT_EVERY_MS);
  try {
    await Promise.all(Array.from({ length: workers }, (_, worker) => follow(options, worker, workers, until, tally)));
  } finally {
    clearInterval(timer);
  }
  printTally();
  return tally.failures;
}

async function follow(
  options: HuntOptions,
  worker: number,
  stride: number,
  until: number,
  tally: HuntTally,
): Promise<void> {
  const { firstSeed, commands, judged, shrinkSeconds } = options;
  const program = join(import.meta.dir, "seed-hunt.child.ts");
  const task = [firstSeed + worker, stride, commands, until, shrinkSeconds, judged ? "judged" : ""].map(String);
  const child = Bun.spawn([process.execPath, program, ...task], { stdout: "pipe", stderr: "inherit" });
  let unfinished = "";
  for await (const piece of child.stdout.pipeThrough(new TextDecoderStream())) {
    const lines = (unfinished + piece).split("\n");
    unfinished = lines.pop()!;
    for (const line of lines) await tally.add(JSON.parse(line) as WorkerLine);
  }
  if ((await child.exited) !== 0) throw new Error("a worker process of the hunt failed");
}
