// What each of several processes takes of the processor for one of what they do together: what a machine of its own would need.

import { numberText } from "../figures/number-text.ts";
import { cpuSecondsOf } from "./cpu-use.ts";

export class CpuShares {
  readonly #processes: readonly { readonly name: string; readonly pids: readonly number[]; used: number }[];
  #count = 0;

  /** @param processes a name, and the ids of the processes that go by it */
  constructor(processes: Readonly<Record<string, readonly number[]>>) {
    this.#processes = Object.entries(processes).map(([name, pids]) => ({ name, pids, used: 0 }));
  }

  /** Counts what is used while the work lasts. @returns how many a second were done */
  async during(work: () => Promise<{ perSecond: number; answered: number }>): Promise<number> {
    const before = this.#processes.map(({ pids }) => secondsOf(pids));
    const { perSecond, answered } = await work();
    for (const [i, process] of this.#processes.entries()) process.used += secondsOf(process.pids) - before[i]!;
    this.#count += answered;
    return perSecond;
  }

  /** Microseconds for each, a name at a time. */
  text(): string {
    return this.#processes.map(({ name, used }) => `${name} ${numberText((used / this.#count) * 1e6)}`).join(", ");
  }
}

function secondsOf(pids: readonly number[]): number {
  return pids.reduce((sum, pid) => sum + cpuSecondsOf(pid), 0);
}
