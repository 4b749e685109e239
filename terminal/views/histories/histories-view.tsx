// What was: orders, fills, positions, funding, liquidations, deposits and withdrawals, transfers, settlements, rebates.

import "./histories.css";
import { useTerminal } from "../../state/terminal-state.ts";
import { useCell } from "../../state/use-cell.ts";
import { words } from "../../texts/words.ts";
import type { History } from "./history.ts";
import { HistoryPanel } from "./history-panel.tsx";
import { moneyHistories } from "./money-histories.ts";
import { tradingHistories } from "./trading-histories.ts";

const histories: readonly History[] = [...tradingHistories, ...moneyHistories];

/** Ids and names: each is shown in a tab of its own. */
export const historyTabs: readonly Pick<History, "id" | "name">[] = histories;

/** One of them by its id. */
export function HistoryView({ id }: { readonly id: string }) {
  const session = useCell(useTerminal().account);
  const history = histories.find((each) => each.id === id) ?? histories[0]!;
  if (session === null) return <p className="empty">{words.histories.connect}</p>;
  // Another account or another list begins anew.
  return <HistoryPanel key={`${session.accountId} ${history.id}`} session={session} history={history} />;
}
