// What the command palette offers of the portfolio: each opens a dialog that asks first.

import { words } from "../../texts/words.ts";

/** Names of dialogs, as `TerminalState.open` has them. */
export const PORTFOLIO_DIALOGS = {
  closeAll: "close-all-positions",
  cancelAll: "cancel-all-orders",
  cancelAlgo: "cancel-all-algo-orders",
} as const;

const { commands } = words.portfolio;

export const portfolioCommands = [
  { id: PORTFOLIO_DIALOGS.closeAll, name: commands.closeAll, opens: PORTFOLIO_DIALOGS.closeAll },
  { id: PORTFOLIO_DIALOGS.cancelAll, name: commands.cancelAll, opens: PORTFOLIO_DIALOGS.cancelAll },
  { id: PORTFOLIO_DIALOGS.cancelAlgo, name: commands.cancelAlgo, opens: PORTFOLIO_DIALOGS.cancelAlgo },
] as const;
