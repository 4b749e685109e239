// Deposits and withdrawals through the chain, and the faucet. The chain's libraries are loaded when the dialog is first
// opened; from then on it stays mounted, so that movements under way continue while the dialog is closed.

// Imported here and not by the dialog it styles: a style sheet loaded later would need a request of its own.
import "./funds.css";
import { useRef } from "react";
import { useCell } from "../../cells/use-cell.ts";
import { Dialog } from "../../parts/dialog.tsx";
import { lazyView } from "../../parts/lazy-view.tsx";
import { useTerminal } from "../../state/terminal-state.ts";
import { words } from "../../texts/words.ts";

export const fundsDialog = lazyView(() => import("./funds-dialog.tsx").then(({ FundsDialog }) => FundsDialog));

export function FundsView() {
  const state = useTerminal();
  const open = useCell(state.open);
  const session = useCell(state.account);
  const identity = useCell(state.identity);
  const direction = open === "deposit" || open === "withdraw" ? open : null;
  const wasOpened = useRef(false);
  if (direction !== null) wasOpened.current = true;
  if (!wasOpened.current || session === null || identity === null) return null;
  const close = () => state.close(direction);
  return (
    <fundsDialog.View
      key={identity.accountId}
      around={(place) =>
        direction !== null && (
          <Dialog title={words.funds.title} onClose={close}>
            {place}
          </Dialog>
        )
      }
      direction={direction}
      session={session}
      identity={identity}
      onDirection={(next) => state.open.set(next)}
      onClose={close}
    />
  );
}
