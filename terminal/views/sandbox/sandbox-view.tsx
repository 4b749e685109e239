// What only a sandbox has: its clock, prices, halts. Loaded when it is first opened.

import "./sandbox.css";
import { Dialog } from "../../parts/dialog.tsx";
import { later } from "../../parts/later.tsx";
import { useTerminal } from "../../state/terminal-state.ts";
import { useCell } from "../../state/use-cell.ts";
import { words } from "../../texts/words.ts";

export const sandboxDrawer = later(() => import("./sandbox-drawer.tsx").then((file) => file.SandboxDrawer));

/** There while `open` says `sandbox`, and the venue is one. */
export function SandboxView() {
  const { open, settings } = useTerminal();
  const isOpen = useCell(open) === "sandbox";
  if (!isOpen || !settings.isSandbox) return null;
  const close = () => open.set(null);
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
