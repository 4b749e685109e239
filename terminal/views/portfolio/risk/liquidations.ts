// What was taken over from the account while this page was open, connected or not, until the trader has read it.

import { Cell } from "../../../cells/cell.ts";
import type { AccountSession } from "../../../session/account/account-session.ts";
import type { Liquidation } from "../../../session/account/liquidation.ts";

const liquidationsOfSessions = new WeakMap<AccountSession, Cell<readonly Liquidation[]>>();

/** Newest first; of a session from when it is first asked for. */
export function liquidationsOf(session: AccountSession): Cell<readonly Liquidation[]> {
  const known = liquidationsOfSessions.get(session);
  if (known !== undefined) return known;
  const cell = new Cell<readonly Liquidation[]>([]);
  liquidationsOfSessions.set(session, cell);
  session.listen((event) => {
    // What was missed is said among what happened meanwhile.
    if (event.type === "missed liquidation") cell.update((unread) => withMissed(unread, event.taken));
    if (event.type === "liquidation") cell.update((unread) => [...event.taken.toReversed(), ...unread]);
  });
  return cell;
}

/** What was reported just before the connection was lost is not there twice. */
export function withMissed(unread: readonly Liquidation[], missed: readonly Liquidation[]): readonly Liquidation[] {
  const known = new Set(unread.map(({ liquidationId }) => liquidationId));
  return [...missed.filter(({ liquidationId }) => !known.has(liquidationId)), ...unread];
}
