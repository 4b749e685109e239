// Collects the honest bystander's reports: how long its orders took before and during the attack, and whether it was
// harmed.

import { spawn } from "node:child_process";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { BystanderLine } from "./bystander.child.ts";
import { Latencies } from "./latencies.ts";

/**
 * Slow means longer than this, and longer than this multiple of the time before the attack; a loaded machine is slow
 * even without an attack.
 */
const SLOW = { medianMs: 500, medianRatio: 10, worstMs: 15_000 } as const;
/** Time for the bystander to check every order at the end. */
const END_MS = 600_000;

/** Refusals that an honest trader gets because of others: too many requests, and an unreachable core. */
const BECAUSE_OF_OTHERS = ["-1003", "-1011"] as const;

export class Bystander {
  readonly #before = new Latencies();
  readonly #during = new Latencies();
  readonly #child: ReturnType<typeof spawn>;
  readonly #first = Promise.withResolvers<void>();
  readonly #end = Promise.withResolvers<Extract<BystanderLine, { type: "end" }> | undefined>();
  #isUnderAttack = false;
  #last: Extract<BystanderLine, { type: "beat" }> | undefined;

  private constructor(url: string, seed: number) {
    this.#child = spawn(process.execPath, [join(import.meta.dir, "bystander.child.ts"), url, String(seed)], {
      stdio: ["pipe", "pipe", "inherit"],
    });
    createInterface({ input: this.#child.stdout! }).on("line", (line) => this.#read(JSON.parse(line) as BystanderLine));
    this.#child.on("close", () => {
      this.#first.resolve();
      this.#end.resolve(undefined);
    });
  }

  /** Starts it, and lets it trade until there are times to compare with. */
  static async start(url: string, seed: number, quietMs: number): Promise<Bystander> {
    const bystander = new Bystander(url, seed);
    await bystander.#first.promise;
    await Bun.sleep(quietMs);
    return bystander;
  }

  attackBegins(): void {
    this.#isUnderAttack = true;
  }

  /** @returns the ways in which it was harmed */
  async end(): Promise<string[]> {
    this.#child.stdin?.write("end\n");
    const timer = setTimeout(() => this.#child.kill("SIGKILL"), END_MS);
    const end = await this.#end.promise;
    clearTimeout(timer);
    if (end === undefined) return ["it could not continue, or never learned whether its orders exist"];
    return [...this.#harm(), ...(end.broken === null ? [] : [`an earlier answer no longer holds: ${end.broken}`])];
  }

  /** @returns how much longer its calls took than before, if it is more than a little */
  slowness(): string[] {
    const slow: string[] = [];
    const [before, during] = [this.#before.quantile(0.5), this.#during.quantile(0.5)];
    if (during > SLOW.medianMs && during > before * SLOW.medianRatio) {
      slow.push(`the median of its orders was ${during} ms, and ${before} ms before the attack`);
    }
    if (this.#during.quantile(1) > SLOW.worstMs) slow.push(`one of its calls took ${this.#during.quantile(1)} ms`);
    return slow;
  }

  text(): string {
    return `bystander before: ${this.#before.text()}\nbystander during: ${this.#during.text()}`;
  }

  #harm(): string[] {
    const harm: string[] = [];
    const { lost = 0, refused = {} } = this.#last ?? {};
    if (lost > 0) harm.push(`${lost} of its calls got no answer`);
    for (const code of BECAUSE_OF_OTHERS) {
      const count = refused[code] ?? 0;
      if (count > 0) harm.push(`${count} of its orders were refused with ${code}`);
    }
    return harm;
  }

  #read(line: BystanderLine): void {
    if (line.type === "end") return this.#end.resolve(line);
    this.#last = line;
    const latencies = this.#isUnderAttack ? this.#during : this.#before;
    for (const ms of line.took) latencies.add(ms);
    this.#first.resolve();
  }
}
