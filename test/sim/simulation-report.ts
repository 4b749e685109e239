// The text that a simulation or a hunt prints.

import type { Counts } from "../workload/counters.ts";

const HOUR_MS = 3_600_000;

interface Tally {
  readonly seeds: number;
  readonly simulatedMs: number;
  readonly counts: Counts;
}

/** The figures worth watching, one line each. */
export function summary({ seeds, simulatedMs, counts }: Tally): string {
  const count = (name: string) => counts[name] ?? 0;
  const starting = (prefix: string) =>
    Object.entries(counts)
      .filter(([name]) => name.startsWith(prefix))
      .map(([name, count]) => `${name.slice(prefix.length)} ${count.toLocaleString("en")}`)
      .join(", ") || "none";
  const rows: [string, string | number][] = [
    ["worlds", seeds],
    ["simulated hours", (simulatedMs / HOUR_MS).toFixed(1)],
    ["commands", `${count("accepted") + count("refused")}: accepted ${count("accepted")}, refused ${count("refused")}`],
    ["by kind", byKind(counts)],
    ["trades", count("trades")],
    ["liquidations", starting("liquidation ")],
    ["positions transferred", starting("transferred ")],
    ["funding", starting("funding ")],
    ["algo orders", starting("algo ")],
    ["markets", starting("market ")],
    ["money", starting("withdrawal ")],
    ["crashes", starting("crash: ")],
    ["faults injected", starting("fault: ")],
    ["snapshots", count("log: snapshot written")],
    ["restarts", count("restarts")],
  ];
  return rows.map(([name, value]) => `  ${name.padEnd(22)}${value}`).join("\n");
}

/** The numbers of accepted and refused commands of every kind. */
function byKind(counts: Counts): string {
  const kinds = new Set(Object.keys(counts).flatMap((name) => /^(\w+) (?:accepted|refused)$/.exec(name)?.[1] ?? []));
  return [...kinds]
    .map((kind) => `${kind} ${counts[`${kind} accepted`] ?? 0}/${counts[`${kind} refused`] ?? 0}`)
    .join(", ");
}

interface Found {
  readonly seed: number;
  readonly claim: string;
  readonly detail: string;
  readonly step: number;
}

/** Printed as soon as a world fails; the file has all steps. */
export function failed({ seed, claim, detail, step }: Found, file: string): string {
  return `seed ${seed} failed at step ${step}\nclaim: ${claim}\n${detail}\n${repeatHint(file)}\nlooking for a shorter list of steps`;
}

/** @param found the recording as JSON */
export function shortened(
  found: { readonly seed: number; readonly steps: number; readonly recording: string },
  file: string,
): string {
  const { seed, steps, recording } = found;
  return `seed ${seed}, the shortest list of steps found (${steps}):\n${recording}${repeatHint(file)}`;
}

function repeatHint(file: string): string {
  return `again: npm run sim -- --replay ${file}`;
}
