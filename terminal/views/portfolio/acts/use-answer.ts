// Asks the venue about something that the trader is about to do: on every change, and only the answer to the latest
// question counts.

import { useEffect, useRef, useState } from "react";

/** How long after the last keystroke the question is sent. */
const TYPING_MS = 150;

/**
 * @param key identifies the question; null asks nothing. A failed question has no answer: the act itself will show the reason.
 */
export function useAnswer<Answer>(key: string | null, ask: () => Promise<Answer>): Answer | undefined {
  const [known, setKnown] = useState<{ readonly key: string; readonly answer: Answer } | undefined>();
  const last = useRef(ask);
  last.current = ask;
  useEffect(() => {
    if (key === null) return;
    let isWanted = true;
    const timer = setTimeout(() => {
      last.current().then(
        (answer) => isWanted && setKnown({ key, answer }),
        () => undefined,
      );
    }, TYPING_MS);
    return () => {
      isWanted = false;
      clearTimeout(timer);
    };
  }, [key]);
  return known?.key === key ? known?.answer : undefined;
}
