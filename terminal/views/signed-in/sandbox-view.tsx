// The sandbox's own controls: clock, prices, halts. Loaded when first opened.

import "../sandbox/sandbox.css";
import { useCallback } from "react";
import { useCell } from "../../cells/use-cell.ts";
import { Dialog } from "../../parts/dialog.tsx";
import { lazyView } from "../../parts/lazy-view.tsx";
import { useTerminal } from "../../state/terminal-state.ts";
import { words } from "../../texts/words.ts";

export const sandboxDrawer = lazyView(() => import("./when-signed-in.ts").then((file) => file.SandboxDrawer));

/** Whether the drawer is open at the edge of the page. */
export function useSandboxDrawer(): boolean {
  const { open, settings } = useTerminal();
  return useCell(open) === "sandbox" && settings.isSandbox;
}

/** Mounted while `open` is `sandbox`, if the venue is one. */
export function SandboxView() {
  const state = useTerminal();
  const isOpen = useSandboxDrawer();
  const close = useCallback(() => state.close("sandbox"), [state]);
  if (!isOpen) return null;
  return (
    <sandboxDrawer.View
      around={(place) => (
        <Dialog title={words.sandbox.title} onClose={close}>
          {place}
        </Dialog>
      )}
      onClose={close}
    />
  );
}
