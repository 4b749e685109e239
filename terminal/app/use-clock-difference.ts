// How far the venue's clock is from this machine's: a sandbox's may have been moved by hours.

import { useEffect, useState } from "react";
import { useTerminal } from "../state/terminal-state.ts";

const WORTH_A_WORD_MS = 2_000;
const LOOKS_EVERY_MS = 1_000;

/** @returns the venue's time and how far it is ahead, both in milliseconds; undefined where they agree */
export function useClockDifference(): { readonly nowMs: number; readonly aheadMs: number } | undefined {
  const { venue } = useTerminal();
  const [difference, setDifference] = useState<{ readonly nowMs: number; readonly aheadMs: number }>();
  useEffect(() => {
    const look = () => {
      const nowMs = venue.now();
      const aheadMs = nowMs - Date.now();
      setDifference(Math.abs(aheadMs) > WORTH_A_WORD_MS ? { nowMs, aheadMs } : undefined);
    };
    const timer = setInterval(look, LOOKS_EVERY_MS);
    return () => clearInterval(timer);
  }, [venue]);
  return difference;
}
