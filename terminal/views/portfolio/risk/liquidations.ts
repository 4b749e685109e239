// The account's liquidations while this page was open, connected or not, until the trader dismisses them.

import { Cell } from "../../../cells/cell.ts";
import type { AccountSession } from "../../../session/account/account-session.ts";
import type { Liquidation } from "../../../session/account/liquidation-report.ts";

const liquidationsOfSessions = new WeakMap<AccountSession, Cell<readonly Liquidation[]>>();

/** Newest first; recorded for a session from its first use here. */
export function liquidationsOf(session: AccountSession): Cell<readonly Liquidation[]> {
  const known = liquidationsOfSessions.get(session);
  if (known !== undefined) return known;
  const cell = new Cell<readonly Liquidation[]>([]);
  liquidationsOfSessions.set(session, cell);
  session.listen((event) => {
    // Missed liquidations are also part of the notice about the lost connection.
    if (event.type === "missed liquidation") cell.update((unread) => withMissed(unread, event.taken));
    if (event.type === "liquidation") cell.update((unread) => [...event.taken.toReversed(), ...unread]);
  });
  return cell;
}

/** Skips liquidations that were reported just before the connection was lost. */
export function withMissed(unread: readonly Liquidation[], missed: readonly Liquidation[]): readonly Liquidation[] {
  const known = new Set(unread.map(({ liquidationId }) => liquidationId));
  return [...missed.filter(({ liquidationId }) => !known.has(liquidationId)), ...unread];
}
