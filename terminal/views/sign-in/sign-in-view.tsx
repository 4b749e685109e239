// Signing in, and the signed-in account: with a burner wallet, an extension's wallet, or none yet.

import "./sign-in.css";
import { useCell } from "../../cells/use-cell.ts";
import { Button } from "../../parts/button.tsx";
import { useTerminal } from "../../state/terminal-state.ts";
import { words } from "../../texts/words.ts";
import { AccountMenu } from "./account-menu.tsx";
import { ForgetDialog } from "./forget-dialog.tsx";
import { SignInDialog } from "./sign-in-dialog.tsx";
import { useKeyGuard } from "./use-key-guard.ts";
import { WalletKeyDialog } from "./wallet-key-dialog.tsx";

/** The part in the head of the page, and the open dialog. */
export function SignInView() {
  const state = useTerminal();
  const identity = useCell(state.identity);
  const isReady = useCell(state.keyring.isReady);
  const open = useCell(state.open);
  const { ended, forget } = useKeyGuard();
  const close = () => {
    forget();
    state.close(open);
  };
  return (
    <>
      {identity === null ? (
        <Button look="main" className="sign-in-connect" disabled={!isReady} onClick={() => state.open.set("sign-in")}>
          {isReady ? words.common.connect : words.signIn.checking}
        </Button>
      ) : (
        <AccountMenu identity={identity} />
      )}
      {open === "sign-in" && <SignInDialog ended={ended} onClose={close} />}
      {open === "wallet-key" && identity !== null && <WalletKeyDialog identity={identity} onClose={close} />}
      {open === "forget" && identity !== null && <ForgetDialog identity={identity} onClose={close} />}
    </>
  );
}
