// Commands of a component: offered while it is there.

import { useEffect } from "react";
import type { Command } from "./commands.ts";
import { useTerminal } from "./terminal-state.ts";

/** @param offered the same array from drawing to drawing unless something has changed, as from `useMemo` */
export function useCommands(offered: readonly Command[]): void {
  const { commands } = useTerminal();
  useEffect(() => commands.offer(offered), [commands, offered]);
}
