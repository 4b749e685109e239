// Runs the request behind a button: one at a time, with its failure for display next to the button.

import { useRef, useState } from "react";
import { wordsForFailure } from "../../../identity/failure-words.ts";

export interface AccountRequest {
  readonly isRunning: boolean;
  /** The reason in plain words; cleared by the next try. */
  readonly failure: string | undefined;
  readonly run: (step: () => Promise<unknown>) => Promise<void>;
}

export function useRequest(): AccountRequest {
  const [isRunning, setIsRunning] = useState(false);
  const [failure, setFailure] = useState<string | undefined>(undefined);
  // Two clicks may come before the first is rendered.
  const isBusy = useRef(false);
  const run = async (step: () => Promise<unknown>) => {
    if (isBusy.current) return;
    isBusy.current = true;
    setIsRunning(true);
    setFailure(undefined);
    try {
      await step();
    } catch (error) {
      setFailure(wordsForFailure(error));
    } finally {
      isBusy.current = false;
      setIsRunning(false);
    }
  };
  return { isRunning, failure, run };
}
