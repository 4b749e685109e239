// The account view: overview, keys, sub-accounts, inbox, statistics, vaults and referral. The content of these parts is
// loaded after the page.

// Imported here and not by the parts it styles: a style sheet loaded later would need a request of its own.
import "../account/account.css";
import { useCell } from "../../cells/use-cell.ts";
import { Dialog } from "../../parts/dialog.tsx";
import { lazyView } from "../../parts/lazy-view.tsx";
import { Tabs } from "../../parts/tabs.tsx";
import { useTerminal } from "../../state/terminal-state.ts";
import { words } from "../../texts/words.ts";
import type { PartId } from "../account/reading/account-part.ts";

const PARTS = Object.keys(words.account.parts) as PartId[];
export const accountParts = lazyView(() => import("./when-signed-in.ts").then(({ Part }) => Part));

/** Open as `account`, or at one of its parts, such as `account/keys`. */
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
            // Remounted for another account, so that data of the previous one is not shown.
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
