// The floors of the benchmarks, lowest first, like those of the engine: each of their folders, and what it holds. A
// file imports from its own folder and from those above it in this list. docs/performance.md describes the floors, and
// house-rules.ts enforces them.

import type { Floor } from "./engine-floors.ts";

export const BENCH_FLOORS: readonly Floor[] = [
  {
    name: "figures",
    holds: "how a figure is made, what it is meant to be, how it is shown",
    folders: ["figures"],
  },
  {
    name: "load",
    holds: "clients that send as much as a server takes, or as much as they are to",
    folders: ["load"],
  },
  {
    name: "processes",
    holds: "what is measured runs in a process of its own: venues, directories, who was busy",
    folders: ["processes"],
  },
  {
    name: "flow",
    holds: "the order flow that engines and journals are measured with",
    folders: ["flow"],
  },
  {
    name: "benchmarks",
    holds: "a folder for each part that is measured: its benchmarks, and what only they need",
    folders: [
      ...["engine", "feeds", "chain", "cluster", "rest", "history", "journal", "streams", "memory", "terminal"],
    ],
  },
];
