// A hunt: fresh seeds for so many minutes, one worker process for each core. Says every half minute what was seen, and
// of each kind of failure the first one in full.

import { availableParallelism } from "node:os";
import { join } from "node:path";
import { Counters, type Counts } from "./counters.ts";
import { summary } from "./report.ts";

const REPORT_EVERY_MS = 30_000;

interface HuntOptions {
  readonly minutes: number;
  readonly commands: number;
  /** Of the first world; the next ones count up. */
  readonly firstSeed: number;
  /** Whether the model judges. */
  readonly judged: boolean;
  readonly workers?: number;
  readonly say: (text: string) => void;
}

interface Finished {
  readonly seed: number;
  readonly counts: Counts;
  readonly simulatedMs: number;
  readonly failed?: {
    readonly claim: string;
    readonly detail: string;
    readonly step: number;
    readonly recording: string;
  };
}

/** @returns how many worlds failed */
export async function hunt(options: HuntOptions): Promise<number> {
  const { minutes, firstSeed, say, workers = availableParallelism() } = options;
  const tally = new Tally(say);
  const started = performance.now();
  const until = Date.now() + minutes * 60_000;
  const tell = () => say(`after ${Math.round((performance.now() - started) / 1_000)} s\n${tally.text()}`);
  const timer = setInterval(tell, REPORT_EVERY_MS);
  const children = Array.from({ length: workers }, (_, worker) =>
    work(options, firstSeed + worker, workers, until, tally),
  );
  await Promise.all(children);
  clearInterval(timer);
  tell();
  return tally.failures;
}

class Tally {
  failures = 0;
  private readonly counters = new Counters();
  private readonly claims = new Set<string>();
  private seeds = 0;
  private simulatedMs = 0;

  constructor(private readonly say: (text: string) => void) {}

  add({ seed, counts, simulatedMs, failed }: Finished): void {
    this.seeds++;
    this.simulatedMs += simulatedMs;
    this.counters.merge(counts);
    if (failed === undefined) return;
    this.failures++;
    if (this.claims.has(failed.claim)) return this.say(`seed ${seed} failed like another one: ${failed.claim}`);
    this.claims.add(failed.claim);
    const file = `sim-${seed}.json`;
    void Bun.write(file, failed.recording);
    const found = `seed ${seed} failed at step ${failed.step}\nclaim: ${failed.claim}\n${failed.detail}`;
    this.say(`${found}\nthe shortest list of steps found:\n${failed.recording}again: npm run sim -- --replay ${file}`);
  }

  text(): string {
    const { seeds, simulatedMs, failures } = this;
    return `${summary({ seeds, simulatedMs, counts: this.counters.all() })}\n  failed                ${failures}`;
  }
}

async function work(options: HuntOptions, seed: number, stride: number, until: number, tally: Tally): Promise<void> {
  const program = join(import.meta.dir, "hunt.child.ts");
  const words = [program, seed, stride, options.commands, until, options.judged ? "judged" : ""].map(String);
  const child = Bun.spawn([process.execPath, ...words], { stdout: "pipe", stderr: "inherit" });
  let rest = "";
  for await (const piece of child.stdout.pipeThrough(new TextDecoderStream())) {
    const lines = (rest + piece).split("\n");
    rest = lines.pop()!;
    for (const line of lines) tally.add(JSON.parse(line) as Finished);
  }
  if ((await child.exited) !== 0) throw new Error("a worker of the hunt has ended badly");
}
