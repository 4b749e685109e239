// Commands on the whole portfolio, available from anywhere: those that trade open a confirmation dialog.

import type { Command } from "../../state/offered-commands.ts";
import type { TerminalState } from "../../state/terminal-state.ts";
import { words } from "../../texts/words.ts";

/** Names of dialogs in `TerminalState.open`. */
export const PORTFOLIO_DIALOGS = { closeAll: "close-all-positions", cancelAlgo: "cancel-all-algo-orders" } as const;

const { commands } = words.portfolio;
const group = words.shell.group.trade;

export function portfolioCommands({ open }: TerminalState, toggleOnly: () => void): readonly Command[] {
  const { closeAll, cancelAlgo } = PORTFOLIO_DIALOGS;
  return [
    { id: closeAll, name: commands.closeAll, group, run: () => open.set(closeAll) },
    { id: cancelAlgo, name: commands.cancelAlgo, group, run: () => open.set(cancelAlgo) },
    { id: "only-market", name: commands.onlyMarket, group: words.shell.group.look, run: toggleOnly },
  ];
}
