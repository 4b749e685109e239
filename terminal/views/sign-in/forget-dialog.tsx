// Asks before an account's key is deleted from this browser.

import type { Identity } from "../../identity/identity.ts";
import { Button } from "../../parts/button.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { useTerminal } from "../../state/terminal-state.ts";
import { words } from "../../texts/words.ts";

const { forget } = words.signIn;

interface ForgetDialogProps {
  readonly identity: Identity;
  readonly onClose: () => void;
}

export function ForgetDialog({ identity, onClose }: ForgetDialogProps) {
  const { keyring } = useTerminal();
  return (
    <Dialog title={forget.title} onClose={onClose}>
      <p>{forget[identity.walletKind]}</p>
      <div className="dialog-foot">
        <Button onClick={onClose}>{words.common.cancel}</Button>
        <Button
          look="fall"
          onClick={() => {
            onClose();
            void keyring.forget(identity.mainAccountId);
          }}
        >
          {forget.confirm}
        </Button>
      </div>
    </Dialog>
  );
}
