// Cancels all open orders after one confirmation. Trigger orders are not included.

import { useState } from "react";
import { useCell } from "../../cells/use-cell.ts";
import { wordsForFailure } from "../../identity/failure-words.ts";
import { Button } from "../../parts/button.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import type { AccountSession } from "../../session/account/account-session.ts";
import { useTerminal } from "../../state/terminal-state.ts";
import { words } from "../../texts/words.ts";

const { cancelAll: texts } = words.shell;

interface CancelAllDialogProps {
  readonly account: AccountSession;
  readonly onClose: () => void;
}

export function CancelAllDialog({ account, onClose }: CancelAllDialogProps) {
  const terminal = useTerminal();
  const orders = useCell(account.orders);
  const [isUnderWay, setIsUnderWay] = useState(false);
  const [fault, setFault] = useState<string>();
  const cancel = async () => {
    setIsUnderWay(true);
    try {
      await account.client.orders.cancelOrders();
      terminal.notify({ tone: "good", title: texts.done });
      onClose();
    } catch (error) {
      setFault(wordsForFailure(error));
      account.refreshOrders();
      setIsUnderWay(false);
    }
  };
  return (
    <Dialog title={texts.title} onClose={onClose}>
      <p>{texts.text(orders?.size ?? 0)}</p>
      {fault !== undefined && (
        <p className="note" data-tone="bad" role="alert">
          {fault}
        </p>
      )}
      <div className="dialog-foot">
        <Button onClick={onClose}>{texts.keep}</Button>
        <Button look="fall" disabled={isUnderWay || orders?.size === 0} onClick={() => void cancel()}>
          {texts.cancel}
        </Button>
      </div>
    </Dialog>
  );
}
