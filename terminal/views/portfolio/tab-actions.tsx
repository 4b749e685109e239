// The actions on all rows of the current tab.

import { useCell, useSelected } from "../../cells/use-cell.ts";
import { marketName } from "../../format/market-name.ts";
import { Button } from "../../parts/button.tsx";
import type { AccountSession } from "../../session/account/account-session.ts";
import type { OpenOrders } from "../../session/orders/open-order.ts";
import { useTerminal } from "../../state/terminal-state.ts";
import { words } from "../../texts/words.ts";
import { useAct } from "./acts/use-acts.ts";
import { cancellingMarket } from "./orders/order-acts.ts";
import { PORTFOLIO_DIALOGS } from "./portfolio-commands.ts";

const text = words.portfolio;
/** Name of the page's own dialog, which a shortcut opens too. */
const CANCEL_ALL = "cancel-all";

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
      {tab === "open-positions" && counts.positions > 0 && all(text.positions.closeAll, PORTFOLIO_DIALOGS.closeAll)}
      {tab === "open-orders" && <CancelMarket session={session} />}
      {tab === "open-orders" && counts.orders > 0 && all(text.orders.cancelAll, CANCEL_ALL)}
      {tab === "algo-orders" && counts.algo > 0 && all(text.orders.cancelAll, PORTFOLIO_DIALOGS.cancelAlgo)}
    </span>
  );
}

/** Cancels the orders of the current market. */
function CancelMarket({ session }: { readonly session: AccountSession }) {
  const symbol = useCell(useTerminal().symbol);
  const symbols = useSelected(session.orders, symbolsOf);
  const { isBusy, run } = useAct(session, `orders of ${symbol}`);
  if (!symbols.has(symbol)) return null;
  return (
    <Button look="bare" aria-busy={isBusy} onClick={() => void run(cancellingMarket(session, symbol))}>
      {text.orders.cancelMarket(marketName(symbol))}
    </Button>
  );
}

function symbolsOf(orders: OpenOrders | undefined): ReadonlySet<string> {
  return new Set([...(orders?.values() ?? [])].map(({ symbol }) => symbol));
}
