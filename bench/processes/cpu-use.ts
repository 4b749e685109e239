// How busy the processes of a measurement are. If the load generator has used up its core, the generator is the limit,
// and the figure says nothing about the server.

import { readFileSync } from "node:fs";
import { numberText } from "../figures/number-text.ts";

const TICKS_PER_SECOND = 100;
/** From this use on, the generator has no time to spare. */
const SATURATED = 0.9;

export interface CpuUse {
  /** Cores in use on average: 1 is one core all the time. */
  readonly client: number;
  /** NaN where the system does not report it. */
  readonly server: number;
}

/** Measures from its creation on. @param pid of the server; the client is this process */
export class CpuWatch {
  readonly #pid: number;
  readonly #startedAt = performance.now();
  readonly #client = process.cpuUsage();
  readonly #server: number;

  constructor(pid: number) {
    this.#pid = pid;
    this.#server = cpuSecondsOf(pid);
  }

  use(): CpuUse {
    const seconds = (performance.now() - this.#startedAt) / 1_000;
    const { user, system } = process.cpuUsage(this.#client);
    return {
      client: (user + system) / 1e6 / seconds,
      server: (cpuSecondsOf(this.#pid) - this.#server) / seconds,
    };
  }
}

/** One line about who was busy. It says so if the generator was the limit. */
export function cpuNote(server: string, { client, server: used }: CpuUse): string {
  const cores = Number.isNaN(used) ? "" : `${server} used ${used.toFixed(2)} cores, `;
  const limit = client >= SATURATED ? "; the load generator is the limit here, the server may be faster" : "";
  return `${cores}the load generator ${client.toFixed(2)}${limit}`;
}

/** User and system time of all threads; only available on Linux. */
export function cpuSecondsOf(pid: number): number {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The name in parentheses may contain spaces; the first field after it is number 3.
    const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
    return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
  } catch {
    return Number.NaN;
  }
}

/**
 * How much processor time each of several processes uses per unit of their joint work: the load that a machine of its
 * own would have.
 */
export class CpuShares {
  readonly #processes: readonly { readonly name: string; readonly pids: readonly number[]; used: number }[];
  #count = 0;

  /** @param processes each name with the ids of the processes that it stands for */
  constructor(processes: Readonly<Record<string, readonly number[]>>) {
    this.#processes = Object.entries(processes).map(([name, pids]) => ({ name, pids, used: 0 }));
  }

  /** Counts what is used while the work runs. @returns how many units were done per second */
  async during(work: () => Promise<{ perSecond: number; answered: number }>): Promise<number> {
    const before = this.#processes.map(({ pids }) => secondsOf(pids));
    const { perSecond, answered } = await work();
    for (const [i, process] of this.#processes.entries()) process.used += secondsOf(process.pids) - before[i]!;
    this.#count += answered;
    return perSecond;
  }

  /** Microseconds per unit for each name. */
  text(): string {
    return this.#processes.map(({ name, used }) => `${name} ${numberText((used / this.#count) * 1e6)}`).join(", ");
  }
}

function secondsOf(pids: readonly number[]): number {
  return pids.reduce((sum, pid) => sum + cpuSecondsOf(pid), 0);
}
