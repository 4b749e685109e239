// Closing all positions and cancelling all algo orders, with a confirmation. Opened by name, from anywhere.

import { useState } from "react";
import { useCell } from "../../cells/use-cell.ts";
import { Button } from "../../parts/button.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import type { AccountSession } from "../../session/account/account-session.ts";
import { useTerminal } from "../../state/terminal-state.ts";
import { words } from "../../texts/words.ts";
import { ActDialog } from "./acts/act-dialog.tsx";
import { closingBody, keyOfPosition, placing } from "./acts/position-acts.ts";
import { perform } from "./acts/use-acts.ts";
import { cancellingAllAlgo } from "./algo-orders/algo-acts.ts";
import { PORTFOLIO_DIALOGS } from "./portfolio-commands.ts";
import { openPositions } from "./positions/open-positions.ts";

const text = words.portfolio;

export function AllDialogs({ session }: { readonly session: AccountSession }) {
  const terminal = useTerminal();
  const open = useCell(terminal.open);
  const onClose = () => terminal.close(open);
  const algo = useCell(session.algoOrders)?.length ?? 0;
  if (open === PORTFOLIO_DIALOGS.closeAll) return <CloseAll session={session} onClose={onClose} />;
  if (open !== PORTFOLIO_DIALOGS.cancelAlgo) return null;
  return (
    <ActDialog
      {...{ session, onClose }}
      actKey="all algo orders"
      title={text.cancellingAll.algoTitle}
      submit={text.cancellingAll.submit}
      act={algo === 0 ? null : () => cancellingAllAlgo(session)}
    >
      <p>{algo === 0 ? text.algo.empty : text.cancellingAll.algoText(algo)}</p>
    </ActDialog>
  );
}

function CloseAll({ session, onClose }: { readonly session: AccountSession; readonly onClose: () => void }) {
  const terminal = useTerminal();
  const margin = useCell(session.margin);
  const [isSent, setSent] = useState(false);
  const rows = openPositions(margin) ?? [];
  const closeAll = () => {
    if (isSent) return;
    setSent(true);
    // Each position is closed by its own order; a position that is being closed already is skipped.
    for (const position of rows) {
      const body = closingBody(position, { quantity: Math.abs(position.position_qty) });
      const key = keyOfPosition(position);
      void perform(terminal, session, { key, act: placing(session, body), saysFailure: true });
    }
    onClose();
  };
  return (
    <Dialog title={text.closingAll.title} onClose={onClose}>
      <p>{rows.length === 0 ? text.positions.empty : text.closingAll.text(rows.length)}</p>
      <div className="dialog-foot">
        <Button onClick={onClose}>{words.common.cancel}</Button>
        <Button look="main" disabled={rows.length === 0} onClick={closeAll}>
          {text.closingAll.submit}
        </Button>
      </div>
    </Dialog>
  );
}
