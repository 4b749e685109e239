// Runs the sandbox's controls: one at a time, each with a message about what happened.

import { ApiError } from "@evermark/client";
import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from "react";
import { venueWords } from "../../format/venue-words.ts";

export interface ControlResult {
  readonly tone: "good" | "bad";
  readonly text: string;
}

export interface Controls {
  /** True while a control is running. */
  readonly isBusy: boolean;
  /** Runs an act that returns its message. A second press while one is running does nothing. */
  readonly run: (act: () => Promise<string>) => void;
}

/** @param place gets the focus when the pressed element no longer exists */
export function useControls(place: RefObject<HTMLElement | null>): {
  readonly controls: Controls;
  readonly isBusy: boolean;
  readonly said: ControlResult | undefined;
} {
  const [isBusy, setBusy] = useState(false);
  const [said, setSaid] = useState<ControlResult>();
  const isUnderWay = useRef(false);
  const pressed = useRef<Element | null>(null);
  // A button that is disabled meanwhile loses the focus: the focus returns to it, or else to the drawer.
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
