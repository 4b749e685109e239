// How an operator confirms a doubted clock: two files in the data directory, which only the operator may write to. The
// venue writes its doubt to one; `evermark confirm-clock` answers in the other.

import { rmSync } from "node:fs";
import type { DataPaths } from "@evermark/core";
import { readIfThere, replaceFile } from "../acts/message-files.ts";

interface ClockDoubt {
  /** Both in milliseconds since 1970, at the time when the doubt began. */
  readonly machineTime: number;
  readonly venueTime: number;
}

/**
 * A confirmation must be this close to the machine's clock, so that it does not apply to a clock that has jumped since.
 */
const CONFIRMED_WITHIN_MS = 60_000;

type DoorPaths = Pick<DataPaths, "clockDoubt" | "clockConfirmed">;

/** The venue's current doubt; undefined for none. */
export function findClockDoubt({ clockDoubt }: DoorPaths): ClockDoubt | undefined {
  const text = readIfThere(clockDoubt);
  return text === undefined ? undefined : (JSON.parse(text) as ClockDoubt);
}

/** Writes the operator's answer. */
export function confirmClock({ clockConfirmed }: DoorPaths, machineTime: number): void {
  replaceFile(clockConfirmed, String(machineTime));
}

/** Takes a confirmation back, if the venue has not read it. */
export function withdrawConfirmation({ clockConfirmed }: DoorPaths): void {
  rmSync(clockConfirmed, { force: true });
}

export class ClockConfirmation {
  readonly #paths: DoorPaths;

  constructor(paths: DoorPaths) {
    this.#paths = paths;
    this.close();
  }

  /** Ends a doubt: removes both files. */
  close(): void {
    rmSync(this.#paths.clockDoubt, { force: true });
    withdrawConfirmation(this.#paths);
  }

  /** Opens a new doubt; an answer to an earlier one does not count for it. */
  open(doubt: ClockDoubt): void {
    withdrawConfirmation(this.#paths);
    replaceFile(this.#paths.clockDoubt, JSON.stringify(doubt));
  }

  /** Whether an operator has confirmed, since the doubt was opened, that the machine's clock in its present state is right. */
  isConfirmed(machineTime: number): boolean {
    const text = readIfThere(this.#paths.clockConfirmed);
    if (text === undefined) return false;
    withdrawConfirmation(this.#paths);
    return Math.abs(machineTime - Number(text)) < CONFIRMED_WITHIN_MS;
  }
}
