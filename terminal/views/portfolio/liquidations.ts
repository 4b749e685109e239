// What was taken over from the account while this page was open, until somebody has read it.

import type { AccountSession } from "../../session/account-session.ts";
import type { LiquidationReport } from "../../session/answers.ts";
import { Cell } from "../../state/cell.ts";

export type Liquidation = LiquidationReport[number];

const liquidationsOfSessions = new WeakMap<AccountSession, Cell<readonly Liquidation[]>>();

/**
 * Newest first.
 * @param onNew told of those that come, wherever somebody looks
 */
export function liquidationsOf(
  session: AccountSession,
  onNew: (taken: LiquidationReport) => void,
): Cell<readonly Liquidation[]> {
  const known = liquidationsOfSessions.get(session);
  if (known !== undefined) return known;
  const cell = new Cell<readonly Liquidation[]>([]);
  liquidationsOfSessions.set(session, cell);
  session.listen((event) => {
    if (event.type !== "liquidation") return;
    cell.update((unread) => [...event.taken.toReversed(), ...unread]);
    onNew(event.taken);
  });
  return cell;
}
