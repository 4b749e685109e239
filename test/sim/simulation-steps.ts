// What a simulation does, one step at a time: commands, and what happens to the machine that the venue runs on. A list
// of steps is all there is to repeat a run, so it can be shortened and written down as JSON.

import type { CoreSettings } from "@evermark/core";
import type { Command } from "@evermark/engine";

export type Step =
  /** Submitted; accounts are numbered by the order of their opening. */
  | { readonly do: "command"; readonly command: Command }
  /** What was appended goes to the disk. */
  | { readonly do: "write" }
  /** The disk has synced: what was written is applied and answered. */
  | { readonly do: "sync" }
  /** The process stops in an orderly way and starts again. */
  | { readonly do: "restart" }
  | { readonly do: "crash"; readonly how: Crash }
  /** The power goes while the process is about to stop in an orderly way, after so many syncs. */
  | { readonly do: "cut stop"; readonly syncs: number }
  /** The next call of this kind fails once. */
  | { readonly do: "fail"; readonly operation: DiskOperation; readonly code: "EIO" | "ENOSPC" }
  /** The disk has no room but what is left of so many bytes, until `room`. */
  | { readonly do: "full"; readonly spare: number }
  | { readonly do: "room" }
  /** One bit of a copy of the disk is not what was written: `at` says in which file, and how many billionths into it. */
  | { readonly do: "flip"; readonly at: number; readonly bit: number }
  /** A copy of the disk lacks the journal's end: `at` says how many billionths of the last segment are left. */
  | { readonly do: "cut"; readonly at: number };

/** The process dies, or the power goes. */
export type Crash = "kill" | "power";

export type DiskOperation = "write" | "sync" | "truncate" | "rename" | "syncDirectory" | "open";

/** A run that can be repeated. */
export interface Recording {
  readonly seed: number;
  /** Whether the independent model judges every step. */
  readonly judged: boolean;
  readonly settings: CoreSettings;
  /** What was violated, for the reader. */
  readonly claim: string;
  readonly steps: readonly Step[];
}

/** JSON has no word for these numbers, and a failing source says them. */
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
