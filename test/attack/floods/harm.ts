// Decides whether a flood harmed honest traders. Some facts are harm on any machine: an order lost, refused or never
// answered, or more memory than a venue may need, whatever clients do. The times of orders are compared with the same
// traders' before the flood, in the same run; but other work on the machine changes them as well.

import type { FloodMeasurement, Phase } from "./flood-measurement.ts";

/** The limit for the 99th percentile, as a multiple of that before the flood. */
const SLOWER_MAX = 3;
/**
 * The limit as a multiple of the times at a server that does nothing, for floods of ordinary requests, which take the
 * cores.
 */
const SLOWER_THAN_BARE_MAX = 2;
/** Times below this are harmless on any machine. */
const UNHARMED_MS = 25;
const GROWTH_MAX_BYTES = 512 * 1_048_576;

type Both = Pick<FloodMeasurement, "before" | "beside" | "baseline">;

/** @returns sentences; none when the flood did no harm, apart from slow orders */
export function harmOf({ before, beside }: Both): string[] {
  const harm: string[] = [];
  for (const way of WAYS)
    if (beside[way].count === 0) harm.push(`no order over ${NAMES[way]} was answered during the flood`);
  if (beside.lost > 0) harm.push(`${beside.lost} orders had no answer`);
  if (beside.refused > before.refused) harm.push(`${beside.refused} orders were refused`);
  const growth = beside.memoryBytes - before.memoryBytes;
  if (growth > GROWTH_MAX_BYTES) harm.push(`the venue's memory grew by ${megabytes(growth)}`);
  return harm;
}

/**
 * @returns sentences; none when orders took at most three times as long as before, a harmless time or, where there is a
 * baseline, at most twice as long as there
 */
export function slownessOf({ before, beside, baseline }: Both): string[] {
  const slow: string[] = [];
  for (const way of WAYS) {
    const [usual, found] = [before[way].p99, beside[way].p99];
    const bare = baseline?.[way].p99 ?? 0;
    if (found <= UNHARMED_MS || found <= SLOWER_MAX * usual || found <= SLOWER_THAN_BARE_MAX * bare) continue;
    const times = `${(found / usual).toFixed(1)} times as long as before`;
    const than = bare > 0 ? `, ${(found / bare).toFixed(1)} times as long as with a bare server` : "";
    slow.push(`orders over ${NAMES[way]} took ${shown(found)} (p99), ${times}${than}`);
  }
  return slow;
}

/** The result in one line. */
export function textOf({ before, beside, baseline, counts }: FloodMeasurement): string {
  const of = (phase: Phase, way: "rest" | "stream") => `${shown(phase[way].p50)} / ${shown(phase[way].p99)}`;
  const bare = (way: "rest" | "stream") => (baseline === undefined ? "" : ` (bare server ${of(baseline, way)})`);
  const ways = WAYS.map((way) => `${way} ${of(before, way)} → ${of(beside, way)}${bare(way)}`);
  const memory = `memory ${megabytes(before.memoryBytes)} → ${megabytes(beside.memoryBytes)}`;
  const sent = Object.entries(counts).map(([what, count]) => `${what}: ${count}`);
  return `${ways.join(", ")} (p50 / p99 before → beside), ${memory}; ${sent.join(", ")}`;
}

const WAYS = ["rest", "stream"] as const;
const NAMES = { rest: "REST", stream: "streams" } as const;

const shown = (ms: number): string => `${ms < 10 ? ms.toFixed(1) : Math.round(ms)} ms`;
const megabytes = (bytes: number): string => `${Math.round(bytes / 1_048_576)} MiB`;
