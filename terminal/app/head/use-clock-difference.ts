// How far the venue's clock is from this machine's: a sandbox's clock may have been moved by hours.

import { useEffect, useState } from "react";
import { Cell } from "../../cells/cell.ts";
import { useCell } from "../../cells/use-cell.ts";
import { useTerminal } from "../../state/terminal-state.ts";

interface ClockDifference {
  readonly nowMs: number;
  readonly aheadMs: number;
}

const WORTH_A_WORD_MS = 2_000;
const LOOKS_EVERY_MS = 1_000;

/** @returns the venue's time and how far it is ahead, both in milliseconds; undefined when the clocks agree */
export function useClockDifference(): ClockDifference | undefined {
  const { venue } = useTerminal();
  // A cell, because React state would record every look, even one that finds no difference.
  const [difference] = useState(() => new Cell<ClockDifference | undefined>(undefined));
  useEffect(() => {
    const look = () => {
      const nowMs = venue.now();
      const aheadMs = nowMs - Date.now();
      difference.set(Math.abs(aheadMs) > WORTH_A_WORD_MS ? { nowMs, aheadMs } : undefined);
    };
    const timer = setInterval(look, LOOKS_EVERY_MS);
    return () => clearInterval(timer);
  }, [venue, difference]);
  return useCell(difference);
}
