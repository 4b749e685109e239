// The account: what it is worth, its keys, sub-accounts, messages, days, vaults and referral. What stands in its parts is
// loaded later than the page.

// Here and not with what it styles: a style sheet that comes later would have to be asked for.
import "../account/account.css";
import { useCell } from "../../cells/use-cell.ts";
import { Dialog } from "../../parts/dialog.tsx";
import { later } from "../../parts/later.tsx";
import { Tabs } from "../../parts/tabs.tsx";
import { useTerminal } from "../../state/terminal-state.ts";
import { words } from "../../texts/words.ts";
import type { PartId } from "../account/reading/account-part.ts";

const PARTS = Object.keys(words.account.parts) as PartId[];
export const accountParts = later(() => import("./when-signed-in.ts").then(({ Part }) => Part));

/** Open as `account`, or on one of its parts, as `account/keys`. */
export function AccountView() {
  const terminal = useTerminal();
  const open = useCell(terminal.open);
  const session = useCell(terminal.account);
  const identity = useCell(terminal.identity);
  const [name, part = "overview"] = (open ?? "").split("/");
  if (name !== "account") return null;
  const close = () => terminal.close(open);
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
            tabs={PARTS.map((id) => ({
              id,
              name: words.account.parts[id],
              view: () => <accountParts.View id={id} session={session} identity={identity} />,
            }))}
            chosen={part}
            onChoose={(id) => terminal.open.set(`account/${id}`)}
          />
        )}
      </div>
    </Dialog>
  );
}
