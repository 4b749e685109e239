// Reads the data of a part of the account view: when the part opens, on request, and when the account changes.

import { useCallback, useEffect, useRef, useState } from "react";
import { wordsForFailure } from "../../../identity/failure-words.ts";
import type { AccountEvent, AccountSession } from "../../../session/account/account-session.ts";
import { Refreshing } from "../../../session/asking/refreshing.ts";

export interface ReadState<Value> {
  /** Undefined until the first answer. The last value stays when a later read fails. */
  readonly value: Value | undefined;
  /** The reason in plain words. */
  readonly failure: string | undefined;
  readonly again: () => void;
}

/**
 * @param read must be the same function as long as it reads the same
 * @param on the event after which it is read again
 */
export function useRead<Value>(
  session: AccountSession,
  read: () => Promise<Value>,
  on?: AccountEvent["type"],
): ReadState<Value> {
  const [state, setState] = useState<Omit<ReadState<Value>, "again">>({ value: undefined, failure: undefined });
  const refreshing = useRef<Refreshing | undefined>(undefined);
  useEffect(() => {
    let isEnded = false;
    const reading = new Refreshing(async () => {
      try {
        const value = await read();
        if (!isEnded) setState({ value, failure: undefined });
      } catch (error) {
        if (!isEnded) setState(({ value }) => ({ value, failure: wordsForFailure(error) }));
        throw error;
      }
    });
    refreshing.current = reading;
    reading.now();
    const stop = session.listen(({ type }) => {
      if (type === on || type === "again") reading.now();
    });
    return () => {
      isEnded = true;
      stop();
      reading.end();
    };
  }, [session, read, on]);
  return { ...state, again: useCallback(() => refreshing.current?.now(), []) };
}
