// The controls of a sandbox: one at a time, and each says what happened.

import { ApiError } from "@evermark/client";
import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from "react";
import { venueWords } from "../../format/venue-words.ts";

export interface Said {
  readonly tone: "good" | "bad";
  readonly text: string;
}

export interface Controls {
  /** While one is under way. */
  readonly isBusy: boolean;
  /** Does something that ends in a sentence. A second press while one is under way does nothing. */
  readonly run: (act: () => Promise<string>) => void;
}

/** @param place has the focus when what was pressed is gone */
export function useControls(place: RefObject<HTMLElement | null>): {
  readonly controls: Controls;
  readonly isBusy: boolean;
  readonly said: Said | undefined;
} {
  const [isBusy, setBusy] = useState(false);
  const [said, setSaid] = useState<Said>();
  const isUnderWay = useRef(false);
  const pressed = useRef<Element | null>(null);
  // A button that is disabled meanwhile loses the focus: the trader goes on from there, or beside where it was.
  useLayoutEffect(() => {
    if (isBusy || pressed.current === null || document.activeElement !== document.body) return;
    if (pressed.current instanceof HTMLElement) pressed.current.focus();
    if (document.activeElement === document.body) place.current?.focus();
  }, [isBusy, place]);
  const run = useCallback(async (act: () => Promise<string>) => {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    pressed.current = document.activeElement;
    setBusy(true);
    try {
      setSaid({ tone: "good", text: await act() });
    } catch (error) {
      setSaid({ tone: "bad", text: wordsForRefusal(error) });
    } finally {
      isUnderWay.current = false;
      setBusy(false);
    }
  }, []);
  return { controls: { isBusy, run }, isBusy, said };
}

/** Why it did not happen, in the venue's words. */
function wordsForRefusal(error: unknown): string {
  if (error instanceof ApiError) return venueWords(error.message);
  return error instanceof Error ? error.message : String(error);
}
