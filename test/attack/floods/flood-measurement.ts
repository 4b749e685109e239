// Measures what a flood does to honest traders: the times of their orders before, during and after it, in one run, and
// the venue's memory.

import { type ChildProcessByStdio, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable, Writable } from "node:stream";
import { type HonestOrders, PACE_MS } from "./honest-orders.ts";

/** A child process that answers each line with a line. */
export class LineChild {
  readonly #child: ChildProcessByStdio<Writable, Readable, null>;
  readonly #lines: AsyncIterator<string>;

  constructor(script: string, args: readonly string[]) {
    this.#child = spawn(process.execPath, [join(import.meta.dir, script), ...args], {
      stdio: ["pipe", "pipe", "inherit"],
    });
    this.#lines = createInterface({ input: this.#child.stdout })[Symbol.asyncIterator]();
  }

  send(): void {
    this.#child.stdin.write("\n");
  }

  /** @throws {Error} when the process has ended instead */
  async line(): Promise<string> {
    const { value, done } = await this.#lines.next();
    if (done === true) throw new Error("the process has exited");
    return value;
  }

  get pid(): number {
    return this.#child.pid!;
  }

  kill(): void {
    this.#child.kill("SIGKILL");
  }
}

export interface Times {
  readonly count: number;
  readonly p50: number;
  readonly p99: number;
  readonly worst: number;
}

export interface Phase {
  readonly rest: Times;
  readonly stream: Times;
  readonly lost: number;
  readonly refused: number;
  /** The server's memory at the end of the phase. */
  readonly memoryBytes: number;
}

/**
 * A trader who waits for an answer places no orders meanwhile, so the longest waits would be counted too rarely.
 * Therefore each moment at which another order would have been placed counts too, with the time that it would have
 * waited.
 */
export function timesOf(took: readonly number[]): Times {
  const all = took.flatMap((ms) => Array.from({ length: 1 + Math.floor(ms / PACE_MS) }, (_, i) => ms - i * PACE_MS));
  const sorted = all.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
  return { count: took.length, p50: at(0.5), p99: at(0.99), worst: at(1) };
}

/** The honest traders of one run. */
export class Honest {
  readonly #child: LineChild;
  readonly #pid: number;

  private constructor(child: LineChild, pid: number) {
    this.#child = child;
    this.#pid = pid;
  }

  /** @param pid of the server; @param isBare whether the server does nothing with requests */
  static async begin(url: string, pid: number, isBare = false): Promise<Honest> {
    const child = new LineChild(isBare ? "bare-honest.child.ts" : "honest.child.ts", [url]);
    await child.line();
    return new Honest(child, pid);
  }

  /** Lets them trade for a while. @returns the results */
  async trade(ms: number): Promise<Phase> {
    await this.#orders();
    await Bun.sleep(ms);
    const { rest, stream, lost, refused } = await this.#orders();
    return { rest: timesOf(rest), stream: timesOf(stream), lost, refused, memoryBytes: memoryOf(this.#pid) };
  }

  end(): void {
    this.#child.kill();
  }

  async #orders(): Promise<HonestOrders> {
    this.#child.send();
    return JSON.parse(await this.#child.line()) as HonestOrders;
  }
}

/** A process's memory, according to the system. */
export function memoryOf(pid: number): number {
  const kilobytes = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
  return Number(kilobytes) * 1_024;
}

export interface FloodMeasurement {
  readonly before: Phase;
  readonly beside: Phase;
  readonly after: Phase;
  readonly counts: Readonly<Record<string, number>>;
  /** The times during the same flood of a server that does nothing; for an ordinary flood, if requested. */
  readonly baseline?: Phase;
}

/** The times at a server that does nothing and is flooded instead of the venue. */
export async function baselineOf(flood: string, url: string, ms: number): Promise<Phase> {
  const bare = new LineChild("bare.child.ts", [url]);
  let hostile: LineChild | undefined;
  let honest: Honest | undefined;
  try {
    const address = await bare.line();
    hostile = new LineChild("flood.child.ts", [url, flood, address]);
    await hostile.line();
    honest = await Honest.begin(address, bare.pid, true);
    await honest.trade(1_000);
    hostile.send();
    return await honest.trade(ms);
  } finally {
    honest?.end();
    hostile?.kill();
    bare.kill();
  }
}

/** Runs one flood together with honest traders. @param pid of the venue */
export async function beside(flood: string, url: string, pid: number, ms: number): Promise<FloodMeasurement> {
  const hostile = new LineChild("flood.child.ts", [url, flood]);
  let honest: Honest | undefined;
  try {
    await hostile.line();
    honest = await Honest.begin(url, pid);
    await honest.trade(1_000);
    const before = await honest.trade(ms);
    hostile.send();
    const during = await honest.trade(ms);
    hostile.send();
    const counts = JSON.parse(await hostile.line()) as Record<string, number>;
    return { before, beside: during, after: await honest.trade(ms / 4), counts };
  } finally {
    honest?.end();
    hostile.kill();
  }
}
