// How old what the page shows is. Old data looks old: the root element says so, and the style sheet follows.

import { useEffect, useState } from "react";
import { Cell } from "../cells/cell.ts";
import { useCell } from "../cells/use-cell.ts";
import { useTerminal } from "../state/terminal-state.ts";

/** Prices come every second. */
const OLD_MS = 3_000;
const LOOKS_EVERY_MS = 500;

/** @returns whole seconds since something came; 0 while that is as it should be */
export function useAge(): number {
  const { venue } = useTerminal();
  // React would keep a note of every look that saw nothing new.
  const [seconds] = useState(() => new Cell(0));
  useEffect(() => {
    const look = () => {
      const ageMs = performance.now() - venue.heardAt;
      const isLate = ageMs > OLD_MS || venue.connected.get().state !== "live";
      // Before the first answer there is nothing to be old.
      const isOld = isLate && venue.symbols.get().length > 0;
      document.documentElement.toggleAttribute("data-stale", isOld);
      seconds.set(isOld ? Math.max(1, Math.floor(ageMs / 1_000)) : 0);
    };
    const timer = setInterval(look, LOOKS_EVERY_MS);
    return () => clearInterval(timer);
  }, [venue, seconds]);
  return useCell(seconds);
}
