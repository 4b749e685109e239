// Whether a flood did the honest harm: their orders at most three times as slow as without it, in the same run; none lost,
// none refused; and no more memory than a venue may need, whatever clients do.

import type { Beside, Phase } from "./beside.ts";

/** The 99th of a hundred orders, as a multiple of the same before. */
export const SLOWER_MAX = 3;
/** Less than this is no harm on any machine. */
const UNHARMED_MS = 25;
const GROWTH_MAX_BYTES = 512 * 1_048_576;

/** @returns sentences; none when it did no harm */
export function harmOf({ before, beside }: Pick<Beside, "before" | "beside">): string[] {
  const harm: string[] = [];
  for (const way of ["rest", "stream"] as const) {
    const [usual, found] = [before[way], beside[way]];
    if (found.count === 0) harm.push(`no order over ${NAMES[way]} was answered beside it`);
    else if (found.p99 > UNHARMED_MS && found.p99 > SLOWER_MAX * usual.p99) {
      const times = (found.p99 / usual.p99).toFixed(1);
      harm.push(`orders over ${NAMES[way]} took ${shown(found.p99)} (p99), ${times} times as long as before`);
    }
  }
  if (beside.lost > 0) harm.push(`${beside.lost} orders had no answer`);
  if (beside.refused > before.refused) harm.push(`${beside.refused} orders were refused`);
  const growth = beside.memoryBytes - before.memoryBytes;
  if (growth > GROWTH_MAX_BYTES) harm.push(`the venue's memory grew by ${megabytes(growth)}`);
  return harm;
}

/** One line. */
export function textOf({ before, beside, counts }: Beside): string {
  const of = (phase: Phase, way: "rest" | "stream") => `${shown(phase[way].p50)} / ${shown(phase[way].p99)}`;
  const ways = (["rest", "stream"] as const).map((way) => `${way} ${of(before, way)} → ${of(beside, way)}`);
  const memory = `memory ${megabytes(before.memoryBytes)} → ${megabytes(beside.memoryBytes)}`;
  const sent = Object.entries(counts).map(([what, count]) => `${what}: ${count}`);
  return `${ways.join(", ")} (p50 / p99 before → beside), ${memory}; ${sent.join(", ")}`;
}

const NAMES = { rest: "REST", stream: "streams" } as const;

const shown = (ms: number): string => `${ms < 10 ? ms.toFixed(1) : Math.round(ms)} ms`;
const megabytes = (bytes: number): string => `${Math.round(bytes / 1_048_576)} MiB`;
