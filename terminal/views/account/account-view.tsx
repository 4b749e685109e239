// The account: what it is worth, its keys, sub-accounts, messages, days, vaults and referral.

import "./account.css";
import type { ReactNode } from "react";
import type { Identity } from "../../identity/identity.ts";
import { Dialog } from "../../parts/dialog.tsx";
import { Tabs } from "../../parts/tabs.tsx";
import type { AccountSession } from "../../session/account-session.ts";
import { useTerminal } from "../../state/terminal-state.ts";
import { useCell } from "../../state/use-cell.ts";
import { words } from "../../texts/words.ts";
import { Inbox } from "./inbox.tsx";
import { Keys } from "./keys.tsx";
import { Overview } from "./overview.tsx";
import { Referral } from "./referral.tsx";
import { Statistics } from "./statistics.tsx";
import { SubAccounts } from "./sub-accounts.tsx";
import { VaultsPart } from "./vaults.tsx";

export interface AccountPart {
  readonly session: AccountSession;
  readonly identity: Identity;
}

const PARTS: readonly (readonly [id: keyof typeof words.account.parts, view: (part: AccountPart) => ReactNode])[] = [
  ["overview", (part) => <Overview {...part} />],
  ["keys", (part) => <Keys {...part} />],
  ["subAccounts", (part) => <SubAccounts {...part} />],
  ["inbox", (part) => <Inbox {...part} />],
  ["statistics", (part) => <Statistics {...part} />],
  ["vaults", (part) => <VaultsPart {...part} />],
  ["referral", (part) => <Referral {...part} />],
];

/** Open as `account`, or on one of its parts, as `account/keys`. */
export function AccountView() {
  const terminal = useTerminal();
  const open = useCell(terminal.open);
  const session = useCell(terminal.account);
  const identity = useCell(terminal.identity);
  const [name, part = "overview"] = (open ?? "").split("/");
  if (name !== "account") return null;
  const close = () => terminal.open.update((now) => (now === open ? null : now));
  return (
    <Dialog title={words.account.title} size="wide" onClose={close}>
      <div className="account">
        {session === null || identity === null ? (
          <p className="empty">{words.account.connect}</p>
        ) : (
          <Tabs
            // What was read of one account is not shown for another.
            key={session.accountId}
            label={words.account.title}
            tabs={PARTS.map(([id, view]) => ({
              id,
              name: words.account.parts[id],
              view: () => view({ session, identity }),
            }))}
            chosen={part}
            onChoose={(id) => terminal.open.set(`account/${id}`)}
          />
        )}
      </div>
    </Dialog>
  );
}
