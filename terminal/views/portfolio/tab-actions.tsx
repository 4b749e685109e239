// What can be done to all rows of the tab that is shown.

import { marketName } from "../../format/market-name.ts";
import { Button } from "../../parts/button.tsx";
import type { AccountSession } from "../../session/account-session.ts";
import { useTerminal } from "../../state/terminal-state.ts";
import { useCell, useSelected } from "../../state/use-cell.ts";
import { words } from "../../texts/words.ts";
import { PORTFOLIO_DIALOGS } from "./commands.ts";
import { cancellingAll } from "./order-acts.ts";
import { useAct } from "./use-acts.ts";

const text = words.portfolio;

interface TabActionsProps {
  readonly session: AccountSession;
  readonly tab: string;
  readonly counts: { readonly positions: number; readonly orders: number; readonly algo: number };
}

export function TabActions({ session, tab, counts }: TabActionsProps) {
  const { open } = useTerminal();
  const all = (name: string, dialog: string) => (
    <Button look="bare" onClick={() => open.set(dialog)}>
      {name}
    </Button>
  );
  return (
    <span className="portfolio-all">
      {tab === "positions" && counts.positions > 0 && all(text.positions.closeAll, PORTFOLIO_DIALOGS.closeAll)}
      {tab === "orders" && <CancelMarket session={session} />}
      {tab === "orders" && counts.orders > 0 && all(text.orders.cancelAll, PORTFOLIO_DIALOGS.cancelAll)}
      {tab === "algo" && counts.algo > 0 && all(text.orders.cancelAll, PORTFOLIO_DIALOGS.cancelAlgo)}
    </span>
  );
}

/** Those of the market that is looked at. */
function CancelMarket({ session }: { readonly session: AccountSession }) {
  const symbol = useCell(useTerminal().symbol);
  const symbols = useSelected(
    session.orders,
    (orders) => new Set([...(orders?.values() ?? [])].map((one) => one.symbol)),
  );
  const { isBusy, run } = useAct(session, `orders of ${symbol}`);
  if (!symbols.has(symbol)) return null;
  return (
    <Button look="bare" aria-busy={isBusy} onClick={() => void run(cancellingAll(session, symbol))}>
      {text.orders.cancelMarket(marketName(symbol))}
    </Button>
  );
}
