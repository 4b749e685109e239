// Something that a button does: once at a time, and what went wrong is said where the button is.

import { useRef, useState } from "react";
import { wordsForFailure } from "../../../identity/failure.ts";

export interface AccountRequest {
  readonly isRunning: boolean;
  /** In plain words; undefined again with the next try. */
  readonly failure: string | undefined;
  readonly run: (step: () => Promise<unknown>) => Promise<void>;
}

export function useRequest(): AccountRequest {
  const [isRunning, setIsRunning] = useState(false);
  const [failure, setFailure] = useState<string | undefined>(undefined);
  // Two clicks may come before the first is drawn.
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
