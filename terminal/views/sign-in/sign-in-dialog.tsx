// The sign-in dialog.

import { useState } from "react";
import { useCell } from "../../cells/use-cell.ts";
import { importedBurner, injectedOwner, newBurner, ownerOf } from "../../identity/signing-wallet.ts";
import { Dialog } from "../../parts/dialog.tsx";
import { SelectField } from "../../parts/field.tsx";
import { useTerminal } from "../../state/terminal-state.ts";
import { words } from "../../texts/words.ts";
import { BurnerChoice } from "./burner-choice.tsx";
import { InjectedChoice } from "./injected-choice.tsx";
import { KnownAccounts } from "./known-accounts.tsx";
import { SignInProgress } from "./sign-in-progress.tsx";
import type { KeyEnd } from "./use-key-guard.ts";
import { useSignIn } from "./use-sign-in.ts";

const texts = words.signIn;

const DAY_MS = 86_400_000;
const DAYS = [1, 7, 30, 90, 365] as const;

interface SignInDialogProps {
  /** Why the previously signed-in account no longer is. */
  readonly ended: KeyEnd | null;
  readonly onClose: () => void;
}

export function SignInDialog({ ended, onClose }: SignInDialogProps) {
  const { keyring, wallets, venue, settings } = useTerminal();
  const { attempt, run, again, back } = useSignIn(onClose);
  const [days, setDays] = useState("30");
  const lasts = useCell(keyring.lasts);
  const { client } = venue;
  const validForMs = Number(days) * DAY_MS;
  if (attempt !== undefined) {
    return (
      <Dialog title={texts.title} onClose={onClose}>
        <SignInProgress attempt={attempt} onAgain={again} onBack={back} />
      </Dialog>
    );
  }
  return (
    <Dialog title={ended === null ? texts.title : texts.titleAgain} onClose={onClose}>
      {ended !== null && (
        <p className="note" role="status">
          {texts.ended[ended]}
        </p>
      )}
      {!canSign() && <p className="note">{texts.failures.insecure}</p>}
      {!lasts && <p className="note">{texts.keepsNothing}</p>}
      <KnownAccounts
        onDone={onClose}
        onRenew={(identity) => run(() => ownerOf(identity, { keyring, wallets, client }), validForMs)}
      />
      {settings.isSandbox && (
        <BurnerChoice
          disabled={!canSign()}
          onNew={() => run(() => newBurner(keyring), validForMs)}
          onImport={(privateKey) => run(() => importedBurner(keyring, privateKey), validForMs)}
        />
      )}
      <InjectedChoice
        disabled={!canSign()}
        onChoose={(wallet) => run(() => injectedOwner(wallet, client), validForMs)}
      />
      <SelectField
        label={texts.validity.label}
        hint={texts.validity.hint}
        value={days}
        options={DAYS.map((count) => [String(count), texts.validity.days(count)] as const)}
        onChange={({ target }) => setDays(target.value)}
      />
    </Dialog>
  );
}

/** Browsers have Web Crypto only on https pages and on localhost. */
function canSign(): boolean {
  return globalThis.crypto?.subtle !== undefined;
}
