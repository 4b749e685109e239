// What only a sandbox has: its clock, prices, halts. Loaded when it is first opened.

import "./sandbox.css";
import { Dialog } from "../../parts/dialog.tsx";
import { later } from "../../parts/later.tsx";
import { useTerminal } from "../../state/terminal-state.ts";
import { useCell } from "../../state/use-cell.ts";
import { words } from "../../texts/words.ts";

export const sandboxDrawer = later(() => import("../when-signed-in.ts").then((file) => file.SandboxDrawer));

/** There while `open` says `sandbox`, and the venue is one. */
export function SandboxView() {
  const state = useTerminal();
  const isOpen = useCell(state.open) === "sandbox";
  if (!isOpen || !state.settings.isSandbox) return null;
  const close = () => state.close("sandbox");
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
