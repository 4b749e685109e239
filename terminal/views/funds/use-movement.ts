// A deposit or withdrawal as it goes: what was reported on the way, how it ended. One at a time of each.

import { useState } from "react";
import { wordsForFundsFailure } from "./funds-failure.ts";
import type { Reached } from "./steps.ts";

export interface Movement<Progress extends Reached<string>> {
  /** What was reported so far. */
  readonly reached: readonly Progress[];
  /** In plain words, when it has failed. */
  readonly failure: string | undefined;
  /** What came of it, in USDC. */
  readonly amount: number | undefined;
}

export function useMovement<Progress extends Reached<string>>() {
  const [movement, setMovement] = useState<Movement<Progress> | undefined>(undefined);
  /** @param move resolves with what came of it */
  const run = async (move: (onProgress: (progress: Progress) => void) => Promise<number>) => {
    let now: Movement<Progress> = { reached: [], failure: undefined, amount: undefined };
    const change = (next: Partial<Movement<Progress>>) => {
      now = { ...now, ...next };
      setMovement(now);
    };
    change({});
    try {
      change({ amount: await move((progress) => change({ reached: [...now.reached, progress] })) });
    } catch (error) {
      change({ failure: wordsForFundsFailure(error) });
    }
  };
  return { movement, run, clear: () => setMovement(undefined) };
}
