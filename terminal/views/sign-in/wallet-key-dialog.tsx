// Shows the private key of a burner wallet to a trader who wants to keep a copy.

import { useEffect, useState } from "react";
import type { Identity } from "../../identity/identity.ts";
import type { KeptWallet } from "../../identity/identity-storage.ts";
import { Button } from "../../parts/button.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { useTerminal } from "../../state/terminal-state.ts";
import { words } from "../../texts/words.ts";

const { walletKey, menu } = words.signIn;

interface WalletKeyDialogProps {
  readonly identity: Identity;
  readonly onClose: () => void;
}

export function WalletKeyDialog({ identity, onClose }: WalletKeyDialogProps) {
  const { keyring } = useTerminal();
  /** Null while it is being looked up; undefined when it is not in this browser. */
  const [found, setFound] = useState<KeptWallet | undefined | null>(null);
  const [isShown, setIsShown] = useState(false);
  const [isCopied, setIsCopied] = useState(false);
  useEffect(() => {
    void keyring.findWallet(identity.wallet).then(setFound);
  }, [keyring, identity.wallet]);
  const copy = (privateKey: string) => void navigator.clipboard.writeText(privateKey).then(() => setIsCopied(true));
  return (
    <Dialog title={walletKey.title} onClose={onClose}>
      <p className="soft">{walletKey.text}</p>
      {found === undefined && <p className="note">{walletKey.missing}</p>}
      {found && (
        <>
          {isShown && (
            <output className="sign-in-key" aria-label={walletKey.label}>
              {found.privateKey}
            </output>
          )}
          <div className="dialog-foot">
            <Button onClick={() => setIsShown((wasShown) => !wasShown)}>
              {isShown ? walletKey.hide : walletKey.show}
            </Button>
            <Button look="main" onClick={() => copy(found.privateKey)}>
              {isCopied ? menu.copied : walletKey.copy}
            </Button>
          </div>
        </>
      )}
    </Dialog>
  );
}
