// The latest deposits and withdrawals with their states, and deposits sent from this browser that the venue does not know yet.

import { useEffect } from "react";
import { useSelected } from "../../cells/use-cell.ts";
import { decimal } from "../../format/figure-text.ts";
import { dayAndTime } from "../../format/time.ts";
import type { Identity } from "../../identity/identity.ts";
import type { AccountSession } from "../../session/account/account-session.ts";
import { useTerminal } from "../../state/terminal-state.ts";
import { words } from "../../texts/words.ts";
import { movementRows } from "./movement-rows.ts";
import { forgetSent, sentDeposits } from "./sent-deposits.ts";
import { Transaction } from "./transaction.tsx";
import { useAssetHistory } from "./use-asset-history.ts";
import { useSentDeposits } from "./use-sent-deposits.ts";

const texts = words.funds.recent;

interface RecentMovementsProps {
  readonly session: AccountSession;
  readonly identity: Identity;
  readonly explorerUrl: string | null;
}

export function RecentMovements({ session, identity, explorerUrl }: RecentMovementsProps) {
  const state = useTerminal();
  const history = useAssetHistory(session);
  const views = useSelected(state.preferences, (chosen) => chosen.views);
  const sent = sentDeposits(views).filter(({ accountId }) => accountId === identity.accountId);
  useSentDeposits(session, identity, sent);
  useEffect(() => {
    forgetSent(
      state,
      (history ?? []).map((row) => row.tx_id),
    );
  }, [state, history]);
  if (history === undefined) return null;
  const rows = movementRows(history, sent);
  return (
    <section className="funds-part">
      <h3>{texts.title}</h3>
      {rows.length === 0 && <p className="faint">{texts.empty}</p>}
      <ul className="funds-recent">
        {rows.map(({ id, side, amount, state: at, transaction, at: when }) => (
          <li key={id}>
            <span>
              {texts.side[side]} {shown(amount)} {words.funds.usdc}
            </span>
            <span className={at === "FAILED" ? "fall" : "soft"}>{texts.states[at]}</span>
            <time className="funds-small" dateTime={new Date(when).toISOString()}>
              {dayAndTime(when)}
            </time>
            {/^0x/.test(transaction) && <Transaction hash={transaction} explorerUrl={explorerUrl} />}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** A deposit that the venue has not seen yet has its amount as typed. */
function shown(amount: number | string): string {
  return typeof amount === "number" ? decimal(amount) : amount;
}
