// Where an operator confirms a doubted clock: two files in the data directory, which only the operator may write to. The venue
// says in one what it doubts; `evermark confirm-clock` answers in the other.

import { rmSync } from "node:fs";
import type { DataPaths } from "@evermark/core";
import { readIfThere, replaceFile } from "../acts/whole-file.ts";

interface ClockDoubt {
  /** Both in milliseconds since 1970, when the doubt began. */
  readonly machineTime: number;
  readonly venueTime: number;
}

/** What was confirmed is what the machine's clock says by now, and not what it has jumped to since. */
const CONFIRMED_WITHIN_MS = 60_000;

type DoorPaths = Pick<DataPaths, "clockDoubt" | "clockConfirmed">;

/** What the venue doubts; undefined for nothing. */
export function findClockDoubt({ clockDoubt }: DoorPaths): ClockDoubt | undefined {
  const text = readIfThere(clockDoubt);
  return text === undefined ? undefined : (JSON.parse(text) as ClockDoubt);
}

/** The operator's answer. */
export function confirmClock({ clockConfirmed }: DoorPaths, machineTime: number): void {
  replaceFile(clockConfirmed, String(machineTime));
}

/** What was confirmed is taken back, if it was not heard. */
export function withdrawConfirmation({ clockConfirmed }: DoorPaths): void {
  rmSync(clockConfirmed, { force: true });
}

export class ClockDoor {
  readonly #paths: DoorPaths;

  constructor(paths: DoorPaths) {
    this.#paths = paths;
    this.close();
  }

  /** Nothing is doubted: neither file means anything any more. */
  close(): void {
    rmSync(this.#paths.clockDoubt, { force: true });
    withdrawConfirmation(this.#paths);
  }

  /** An answer to an earlier doubt is none to this one. */
  open(doubt: ClockDoubt): void {
    withdrawConfirmation(this.#paths);
    replaceFile(this.#paths.clockDoubt, JSON.stringify(doubt));
  }

  /** Whether an operator has said since the door was opened that the machine's clock, as it stands now, is right. */
  isConfirmed(machineTime: number): boolean {
    const text = readIfThere(this.#paths.clockConfirmed);
    if (text === undefined) return false;
    withdrawConfirmation(this.#paths);
    return Math.abs(machineTime - Number(text)) < CONFIRMED_WITHIN_MS;
  }
}
