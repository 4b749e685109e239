// Histories: orders, algo orders, fills, positions, funding, liquidations, deposits and withdrawals, transfers, settlements,
// rebates. Their content is loaded after the page.

// Imported here and not by the parts it styles: a style sheet loaded later would need a request of its own.
import "../histories/histories.css";
import { useCell } from "../../cells/use-cell.ts";
import { lazyView } from "../../parts/lazy-view.tsx";
import { useTerminal } from "../../state/terminal-state.ts";
import { words } from "../../texts/words.ts";
import type { HistoryId } from "../histories/history-kind.ts";

export const historyPanel = lazyView(() => import("./when-signed-in.ts").then((file) => file.HistoryPanel));

/** Each history has its own tab. */
export const historyTabs = Object.entries(words.histories.names).map(([id, name]) => ({ id: id as HistoryId, name }));

/** A history by its id. */
export function HistoryView({ id }: { readonly id: HistoryId }) {
  const session = useCell(useTerminal().account);
  if (session === null) return <p className="empty">{words.histories.connect}</p>;
  // Remounted for another account or another history.
  return <historyPanel.View key={`${session.accountId} ${id}`} session={session} id={id} />;
}
