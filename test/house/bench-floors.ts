// The floors of the benchmarks, lowest first, like those of the engine: each of their folders, and what it holds. A
// file imports from its own folder and from those above it in this list. docs/performance.md describes the floors, and
// house-rules.ts enforces them.

import type { Floor } from "./engine-floors.ts";

export const BENCH_FLOORS: readonly Floor[] = [
  {
    name: "figures",
    holds: "how a figure is measured, its target, how it is shown",
    folders: ["figures"],
  },
  {
    name: "load",
    holds: "clients that send as much as a server accepts, or at a given rate",
    folders: ["load"],
  },
  {
    name: "processes",
    holds: "the measured program in its own process: venues, directories, use of the processor",
    folders: ["processes"],
  },
  {
    name: "flow",
    holds: "the order flow with which engines and journals are measured",
    folders: ["flow"],
  },
  {
    name: "benchmarks",
    holds: "a folder for each measured part: its benchmarks, and what only they need",
    folders: [
      ...["engine", "feeds", "chain", "cluster", "rest", "history", "journal", "streams", "memory", "terminal"],
    ],
  },
];
