// What the venue says of something that the trader is about to do: asked whenever it changes, and only the answer to the
// last question counts.

import { useEffect, useRef, useState } from "react";

/** So long after the last key the question is asked. */
const TYPING_MS = 150;

/** @param key what a question is known by; null asks nothing. A failed question has no answer: the act itself will say why. */
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
