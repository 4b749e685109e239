// The red team at work: worker processes that go round the kits for some minutes. A find is printed as soon as it is
// made; every half minute, the number of worlds and the progress of each kit.

import { join } from "node:path";
import { KIT_NAMES } from "./kits.ts";
import { type RingRecording, recordingText } from "./written-find.ts";

const REPORT_EVERY_MS = 30_000;
/** Seeds are spaced so that workers of the next seed play other worlds than those of this one. */
const WORKERS_MAX = 64;
const USDC = 1_000_000;

export interface RingOptions {
  readonly minutes: number;
  /** Names separated by commas; "" for all kits. */
  readonly kit: string;
  readonly seed: number;
  readonly workers: number;
  /** The folder of another engine; "" for this one. */
  readonly engine: string;
  readonly print: (text: string) => void;
}

/** A worker's report on a kit after some worlds; amounts in micros. */
export interface Progress {
  readonly kit: string;
  readonly worlds: number;
  readonly commands: number;
  readonly best: number;
  readonly bestLoss: number;
  readonly bestEdge: number;
  readonly cpuSeconds: number;
}

/** A worker's report on a find. */
export interface Found {
  readonly recording: RingRecording;
  /** The worker's processor time, from its start to the find, and to its shortened form. */
  readonly cpuSeconds: number;
  readonly cpuSecondsShort: number;
  readonly worths: readonly number[];
}

export type WorkerMessage = { readonly progress: Progress } | { readonly found: Found };

/** @returns how many finds there were */
export async function huntInRing(options: RingOptions): Promise<number> {
  const tally = new RingTally(options);
  const started = performance.now();
  const printTally = () =>
    options.print(`after ${Math.round((performance.now() - started) / 1_000)} s\n${tally.text()}`);
  const timer = setInterval(printTally, REPORT_EVERY_MS);
  await Promise.all(Array.from({ length: options.workers }, (_, worker) => work(options, worker, tally)));
  clearInterval(timer);
  printTally();
  return tally.finds;
}

class RingTally {
  finds = 0;
  /** By worker and kit; each report is already a total. */
  private readonly progress = new Map<string, Progress>();

  constructor(private readonly options: RingOptions) {}

  add(worker: number, message: WorkerMessage): void {
    if ("progress" in message) this.progress.set(`${worker} ${message.progress.kit}`, message.progress);
    else this.found(message.found);
  }

  private found({ recording, cpuSeconds, cpuSecondsShort, worths }: Found): void {
    this.finds++;
    const { kit, seed, gain, fault, plan } = recording;
    const file = `ring-${kit}-${seed}-${this.finds}.json`;
    void Bun.write(file, recordingText(recording));
    const result = fault === "" ? `the ring gains ${dollars(gain)}` : `the engine stops: ${fault}`;
    const replay = `npm run sim -- --ring --replay ${file}`;
    this.options.print(
      [
        `found by ${kit} after ${cpuSeconds.toFixed(1)} s (${cpuSecondsShort.toFixed(1)} s with shortening): ${result}`,
        `  final values of the players: ${worths.map(dollars).join(", ")}`,
        `  world: ${JSON.stringify(plan.setting)}`,
        ...plan.moves.map((move) => `  ${JSON.stringify(move)}`),
        `again: ${replay}`,
      ].join("\n"),
    );
  }

  text(): string {
    const lines = KIT_NAMES.flatMap((kit) => {
      const reports = [...this.progress.values()].filter((each) => each.kit === kit);
      if (reports.length === 0) return [];
      const sum = (key: "worlds" | "commands" | "cpuSeconds") => reports.reduce((all, each) => all + each[key], 0);
      const [gain, loss] = [
        Math.max(...reports.map((each) => each.best)),
        Math.max(...reports.map((each) => each.bestLoss)),
      ];
      const edge = Math.min(...reports.map((each) => each.bestEdge));
      const played = `${sum("worlds")} worlds, ${sum("commands")} commands, ${sum("cpuSeconds").toFixed(0)} s`;
      const best = `gain ${dollars(gain)}, fund lost ${dollars(loss)}, margin left ${edge.toFixed(3)}`;
      return [`  ${kit.padEnd(12)} ${played}; best: ${best}`];
    });
    return `${lines.join("\n")}\n  finds        ${this.finds}`;
  }
}

async function work(options: RingOptions, worker: number, tally: RingTally): Promise<void> {
  const { minutes, kit, seed, workers, engine } = options;
  const program = join(import.meta.dir, "ring-hunt.child.ts");
  const args = [program, minutes, kit, seed * WORKERS_MAX + worker, workers, engine].map(String);
  const child = Bun.spawn([process.execPath, ...args], { stdout: "pipe", stderr: "inherit" });
  let unfinished = "";
  for await (const piece of child.stdout.pipeThrough(new TextDecoderStream())) {
    const lines = (unfinished + piece).split("\n");
    unfinished = lines.pop()!;
    for (const line of lines) tally.add(worker, JSON.parse(line) as WorkerMessage);
  }
  if ((await child.exited) !== 0) throw new Error("a worker process of the ring failed");
}

export function dollars(amount: number): string {
  return Number.isFinite(amount) ? (amount / USDC).toFixed(2) : "none";
}
