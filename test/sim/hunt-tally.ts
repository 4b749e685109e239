// What all workers of a hunt have found together. The first failure of each kind is reported in full, and its
// recordings are written before their place is printed.

import { join } from "node:path";
import { Counters } from "../workload/counters.ts";
import type { WorkerLine } from "./hunt-seeds.ts";
import { failed, shortened, summary } from "./simulation-report.ts";

export class HuntTally {
  failures = 0;
  private readonly counters = new Counters();
  /** The first seed that failed with each claim. */
  private readonly claims = new Map<string, number>();
  private seeds = 0;
  private simulatedMs = 0;

  constructor(
    private readonly print: (text: string) => void,
    /** The directory of recordings. */
    private readonly directory: string,
  ) {}

  async add(line: WorkerLine): Promise<void> {
    const { seed } = line;
    if (line.type === "finished") {
      this.seeds++;
      this.simulatedMs += line.simulatedMs;
      this.counters.merge(line.counts);
    } else if (line.type === "failed") {
      this.failures++;
      if (this.claims.has(line.claim))
        return this.print(`seed ${seed} failed for the same reason as an earlier one: ${line.claim}`);
      this.claims.set(line.claim, seed);
      this.print(failed(line, await this.write(`sim-${seed}.json`, line.recording)));
    } else if (this.claims.get(line.claim) === seed) {
      this.print(shortened(line, await this.write(`sim-${seed}-short.json`, line.recording)));
    }
  }

  text(): string {
    const { seeds, simulatedMs, failures } = this;
    return `${summary({ seeds, simulatedMs, counts: this.counters.all() })}\n  failed                ${failures}`;
  }

  private async write(name: string, recording: string): Promise<string> {
    const file = join(this.directory, name);
    await Bun.write(file, recording);
    return file;
  }
}
