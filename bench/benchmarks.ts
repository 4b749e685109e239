// The list of all benchmarks in the order in which they run. Each is in its own file and is imported only when it is
// asked for, so a process that measures one loads only what that one needs.

import type { Benchmark } from "./figures/measure.ts";

const BENCHMARKS: Readonly<Record<string, () => Promise<Benchmark>>> = {
  "engine-mix": async () => (await import("./engine/engine-mix.benchmark.ts")).engineMix,
  "engine-place-cancel": async () => (await import("./engine/engine-place-cancel.benchmark.ts")).enginePlaceCancel,
  "engine-scale": async () => (await import("./engine/engine-scale.benchmark.ts")).engineScale,
  "price-update": async () => (await import("./engine/price-update.benchmark.ts")).priceUpdate,
  "rest-order": async () => (await import("./rest/rest-order.benchmark.ts")).restOrder,
  "rest-read": async () => (await import("./rest/rest-read.benchmark.ts")).restRead,
  "hostile-bodies": async () => (await import("./rest/hostile-bodies.benchmark.ts")).hostileBodies,
  floods: async () => (await import("./rest/floods.benchmark.ts")).floods,
  feeds: async () => (await import("./feeds/feeds.benchmark.ts")).feeds,
  "order-to-report": async () => (await import("./streams/order-to-report.benchmark.ts")).orderToReport,
  "ws-order": async () => (await import("./streams/ws-order.benchmark.ts")).wsOrder,
  terminal: async () => (await import("./terminal/terminal.benchmark.ts")).terminal,
  "fan-out": async () => (await import("./streams/fan-out.benchmark.ts")).fanOut,
  history: async () => (await import("./history/history.benchmark.ts")).history,
  "history-in-database": async () => (await import("./history/history-in-database.benchmark.ts")).historyInDatabase,
  "history-read": async () => (await import("./history/history-read.benchmark.ts")).historyRead,
  replay: async () => (await import("./journal/replay.benchmark.ts")).replay,
  restart: async () => (await import("./journal/restart.benchmark.ts")).restart,
  restore: async () => (await import("./journal/restore.benchmark.ts")).restore,
  start: async () => (await import("./journal/start.benchmark.ts")).start,
  deposits: async () => (await import("./chain/deposits.benchmark.ts")).deposits,
  withdrawals: async () => (await import("./chain/withdrawals.benchmark.ts")).withdrawals,
  "journal-append": async () => (await import("./journal/journal-append.benchmark.ts")).journalAppend,
  "shared-append": async () => (await import("./journal/shared-append.benchmark.ts")).sharedAppend,
  "cluster-order": async () => (await import("./rest/cluster-order.benchmark.ts")).clusterOrder,
  "cluster-leader": async () => (await import("./cluster/cluster-leader.benchmark.ts")).clusterLeader,
  memory: async () => (await import("./memory/memory.benchmark.ts")).memory,
  soak: async () => (await import("./memory/soak.benchmark.ts")).soak,
};

export const BENCHMARK_NAMES: readonly string[] = Object.keys(BENCHMARKS);

/** @param names all benchmarks if this is empty or if one of the names is unknown, so that the error can list them all */
export function benchmarks(names: readonly string[] = []): Promise<readonly Benchmark[]> {
  const areKnown = names.length > 0 && names.every((name) => Object.hasOwn(BENCHMARKS, name));
  const given = areKnown ? BENCHMARK_NAMES.filter((name) => names.includes(name)) : BENCHMARK_NAMES;
  return Promise.all(given.map((name) => BENCHMARKS[name]!()));
}
