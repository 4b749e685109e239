// What was: orders, algo orders, fills, positions, funding, liquidations, deposits and withdrawals, transfers, settlements,
// rebates. What shows them is loaded later than the page.

// Here and not with what it styles: a style sheet that comes later would have to be asked for.
import "../histories/histories.css";
import { useCell } from "../../cells/use-cell.ts";
import { later } from "../../parts/later.tsx";
import { useTerminal } from "../../state/terminal-state.ts";
import { words } from "../../texts/words.ts";
import type { HistoryId } from "../histories/history.ts";

export const historyPanel = later(() => import("./when-signed-in.ts").then((file) => file.HistoryPanel));

/** Each is shown in a tab of its own. */
export const historyTabs = Object.entries(words.histories.names).map(([id, name]) => ({ id: id as HistoryId, name }));

/** One of them by its id. */
export function HistoryView({ id }: { readonly id: HistoryId }) {
  const session = useCell(useTerminal().account);
  if (session === null) return <p className="empty">{words.histories.connect}</p>;
  // Another account or another list begins anew.
  return <historyPanel.View key={`${session.accountId} ${id}`} session={session} id={id} />;
}
