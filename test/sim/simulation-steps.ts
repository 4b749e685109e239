// The steps of a simulation: commands, and what happens to the machine that the venue runs on. A run is repeated from
// its list of steps alone, so the list can be shortened and saved as JSON.

import type { CoreSettings } from "@evermark/core";
import type { Command } from "@evermark/engine";

export type Step =
  /** A submitted command; accounts are numbered in the order of their opening. */
  | { readonly do: "command"; readonly command: Command }
  /** Commands that were appended are written to the disk. */
  | { readonly do: "write" }
  /** The disk syncs: commands that were written are applied and answered. */
  | { readonly do: "sync" }
  /** The process stops cleanly and starts again. */
  | { readonly do: "restart" }
  | { readonly do: "crash"; readonly how: Crash }
  /** The power fails during a clean stop, after this many syncs. */
  | { readonly do: "cut stop"; readonly syncs: number }
  /** The next call of this disk operation fails once. */
  | { readonly do: "fail"; readonly operation: DiskOperation; readonly code: "EIO" | "ENOSPC" }
  /** The disk has only `spare` bytes left, until `room`. */
  | { readonly do: "full"; readonly spare: number }
  | { readonly do: "room" }
  /** One bit in a copy of the disk is flipped: `at` decides which file, and how many billionths into it. */
  | { readonly do: "flip"; readonly at: number; readonly bit: number }
  /** A copy of the disk loses the journal's end: `at` says how many billionths of the last segment are left. */
  | { readonly do: "cut"; readonly at: number };

/** The process dies, or the power goes. */
export type Crash = "kill" | "power";

export type DiskOperation = "write" | "sync" | "truncate" | "rename" | "syncDirectory" | "open";

/** A run that can be repeated from its steps. */
export interface Recording {
  readonly seed: number;
  /** Whether the independent model judges every step. */
  readonly judged: boolean;
  readonly settings: CoreSettings;
  /** The claim that was violated, for the reader. */
  readonly claim: string;
  readonly steps: readonly Step[];
}

/** Numbers that JSON can't represent, but that a failing price source reports. */
const ODD_NUMBERS: readonly [string, number][] = [
  ["NaN", Number.NaN],
  ["Infinity", Number.POSITIVE_INFINITY],
  ["-Infinity", Number.NEGATIVE_INFINITY],
];

export function toJson(recording: Recording): string {
  const write = (_name: string, value: unknown) => {
    const odd = ODD_NUMBERS.find(([, number]) => Object.is(number, value));
    return odd === undefined ? value : { number: odd[0] };
  };
  const { steps, ...rest } = recording;
  const lines = steps.map((step) => `    ${JSON.stringify(step, write)}`).join(",\n");
  return `${JSON.stringify(rest, null, 2).slice(0, -2)},\n  "steps": [\n${lines}\n  ]\n}\n`;
}

export function fromJson(text: string): Recording {
  return JSON.parse(text, (_name, value) => {
    const odd = ODD_NUMBERS.find(([name]) => name === value?.number);
    return odd === undefined ? value : odd[1];
  });
}
