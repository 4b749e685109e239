// Offers a component's commands while it is mounted.

import { useEffect } from "react";
import type { Command } from "./offered-commands.ts";
import { useTerminal } from "./terminal-state.ts";

/** @param offered must be the same array on every render unless something has changed, as from `useMemo` */
export function useCommands(offered: readonly Command[]): void {
  const { commands } = useTerminal();
  useEffect(() => commands.offer(offered), [commands, offered]);
}
