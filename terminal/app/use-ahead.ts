// Preloads the parts that a signed-in trader is likely to open, once the page is idle: they are there when needed, and the
// page itself starts without them.

import { useEffect } from "react";
import { useCell } from "../cells/use-cell.ts";
import { useTerminal } from "../state/terminal-state.ts";
import { accountParts } from "../views/signed-in/account-view.tsx";
import { historyPanel } from "../views/signed-in/histories-view.tsx";
import { sandboxDrawer } from "../views/signed-in/sandbox-view.tsx";

/** A page that is never idle, as with many updates a second, preloads by then anyway. */
const LATEST_MS = 10_000;

export function useAhead(): void {
  const { account, settings } = useTerminal();
  const isSignedIn = useCell(account) !== null;
  useEffect(() => {
    if (!isSignedIn) return;
    return whenIdle(() => {
      accountParts.ahead();
      historyPanel.ahead();
      if (settings.isSandbox) sandboxDrawer.ahead();
    });
  }, [isSignedIn, settings]);
}

/** @returns a function that stops it */
function whenIdle(work: () => void): () => void {
  // Not every browser can report when it is idle.
  if (!("requestIdleCallback" in window)) {
    const timer = setTimeout(work, 1_000);
    return () => clearTimeout(timer);
  }
  const asked = requestIdleCallback(work, { timeout: LATEST_MS });
  return () => cancelIdleCallback(asked);
}
