// What was: orders, fills, positions, funding, liquidations, deposits and withdrawals, transfers, settlements, rebates.

import "./histories.css";
import { Tabs } from "../../parts/tabs.tsx";
import { useTerminal } from "../../state/terminal-state.ts";
import { useCell, useSelected } from "../../state/use-cell.ts";
import { words } from "../../texts/words.ts";
import type { History } from "./history.ts";
import { HistoryPanel } from "./history-panel.tsx";
import { moneyHistories } from "./money-histories.ts";
import { tradingHistories } from "./trading-histories.ts";

const histories: readonly History[] = [...tradingHistories, ...moneyHistories];

/** Ids and names, for whoever shows each in a tab of its own. */
export const historyTabs: readonly Pick<History, "id" | "name">[] = histories;

/** One of them by its id. */
export function HistoryView({ id }: { readonly id: string }) {
  const session = useCell(useTerminal().account);
  const history = histories.find((each) => each.id === id) ?? histories[0]!;
  if (session === null) return <p className="empty">{words.histories.connect}</p>;
  // Another account or another list begins anew.
  return <HistoryPanel key={`${session.accountId} ${history.id}`} session={session} history={history} />;
}

/** All of them. */
export function HistoriesView() {
  const terminal = useTerminal();
  const chosen = useSelected(terminal.preferences, ({ views }) => views.histories);
  return (
    <Tabs
      label={words.histories.title}
      tabs={histories.map(({ id, name }) => ({ id, name, view: () => <HistoryView id={id} /> }))}
      chosen={typeof chosen === "string" ? chosen : "orders"}
      onChoose={(id) => terminal.prefer({ views: { ...terminal.preferences.get().views, histories: id } })}
    />
  );
}
