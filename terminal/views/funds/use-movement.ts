// A deposit or withdrawal in progress: its progress reports and its result. One deposit and one withdrawal at a time.

import { useState } from "react";
import { wordsForFundsFailure } from "./funds-failure.ts";
import type { StepReport } from "./steps.ts";

export interface Movement<Progress extends StepReport<string>> {
  /** Progress reports so far. */
  readonly reached: readonly Progress[];
  /** The reason in plain words, if it failed. */
  readonly failure: string | undefined;
  /** The resulting amount, in USDC. */
  readonly amount: number | undefined;
}

export function useMovement<Progress extends StepReport<string>>() {
  const [movement, setMovement] = useState<Movement<Progress> | undefined>(undefined);
  /** @param move resolves with the resulting amount */
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
