// A button in the page's head with the number of unread notifications, which opens the inbox.

import "./unread-badge.css";
import { useCell } from "../../../cells/use-cell.ts";
import { decimal } from "../../../format/figure-text.ts";
import { Button } from "../../../parts/button.tsx";
import type { AccountSession } from "../../../session/account/account-session.ts";
import { useTerminal } from "../../../state/terminal-state.ts";
import { words } from "../../../texts/words.ts";

/** Larger numbers don't fit and are shown as 99+. */
const SHOWN_MAX = 99;

/** Renders nothing while no account is signed in. */
export function UnreadBadge() {
  const session = useCell(useTerminal().account);
  return session === null ? null : <Bell session={session} />;
}

function Bell({ session }: { readonly session: AccountSession }) {
  const { open } = useTerminal();
  const unread = useCell(session.unread) ?? 0;
  const label = words.account.inbox.bell(decimal(unread));
  return (
    <Button look="bare" className="unread" aria-label={label} title={label} onClick={() => open.set("account/inbox")}>
      <svg aria-hidden="true" width="16" height="16" viewBox="0 0 16 16" fill="none" stroke="currentColor">
        <path d="M3.5 11.5h9l-1-1.6V7a3.5 3.5 0 0 0-7 0v2.9zM6.7 13.5a1.4 1.4 0 0 0 2.6 0" />
      </svg>
      {unread > 0 && <span className="unread-count">{unread > SHOWN_MAX ? `${SHOWN_MAX}+` : decimal(unread)}</span>}
    </Button>
  );
}
