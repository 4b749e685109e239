// What only a sandbox has: its clock, prices, halts. Loaded when it is first opened.

import "./sandbox.css";
import { lazy, Suspense } from "react";
import { useTerminal } from "../../state/terminal-state.ts";
import { useCell } from "../../state/use-cell.ts";

const SandboxDrawer = lazy(() => import("./sandbox-drawer.tsx").then((file) => ({ default: file.SandboxDrawer })));

/** There while `open` says `sandbox`, and the venue is one. */
export function SandboxView() {
  const { open, settings } = useTerminal();
  const isOpen = useCell(open) === "sandbox";
  if (!isOpen || !settings.isSandbox) return null;
  return (
    <Suspense fallback={null}>
      <SandboxDrawer onClose={() => open.set(null)} />
    </Suspense>
  );
}
