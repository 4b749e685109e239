// How old the displayed data is. Old data looks old: the root element is marked, and the style sheet follows.

import { useEffect, useState } from "react";
import { Cell } from "../cells/cell.ts";
import { useCell } from "../cells/use-cell.ts";
import { useTerminal } from "../state/terminal-state.ts";

/** Data older than this is old; prices come every second. */
const OLD_MS = 3_000;
const LOOKS_EVERY_MS = 500;

/** @returns whole seconds since data last came; 0 while data is current */
export function useAge(): number {
  const { venue } = useTerminal();
  // A cell, because React state would record every look, even one that finds nothing new.
  const [seconds] = useState(() => new Cell(0));
  useEffect(() => {
    const look = () => {
      const ageMs = performance.now() - venue.heardAt;
      const isLate = ageMs > OLD_MS || venue.connected.get().state !== "live";
      // Before the first answer there is no data to be old.
      const isOld = isLate && venue.symbols.get().length > 0;
      document.documentElement.toggleAttribute("data-stale", isOld);
      seconds.set(isOld ? Math.max(1, Math.floor(ageMs / 1_000)) : 0);
    };
    const timer = setInterval(look, LOOKS_EVERY_MS);
    return () => clearInterval(timer);
  }, [venue, seconds]);
  return useCell(seconds);
}
