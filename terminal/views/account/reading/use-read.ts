// Something that a part of the account view shows: read when it opens, when asked for, and when the account changes.

import { useCallback, useEffect, useRef, useState } from "react";
import { wordsForFailure } from "../../../identity/failure.ts";
import type { AccountEvent, AccountSession } from "../../../session/account/account-session.ts";
import { Refreshing } from "../../../session/asking/refreshing.ts";

export interface Read<Value> {
  /** Undefined until the first answer. What was read last stays when a later reading fails. */
  readonly value: Value | undefined;
  /** In plain words. */
  readonly failure: string | undefined;
  readonly again: () => void;
}

/**
 * @param read the same function as long as the same is asked
 * @param on what has to happen so that it is read again
 */
export function useRead<Value>(
  session: AccountSession,
  read: () => Promise<Value>,
  on?: AccountEvent["type"],
): Read<Value> {
  const [state, setState] = useState<Omit<Read<Value>, "again">>({ value: undefined, failure: undefined });
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
