// Accounts that this browser has keys for: a click signs in, after binding a new key if the old one is no longer valid.

import { useState } from "react";
import { useCell } from "../../cells/use-cell.ts";
import { dayAndTime } from "../../format/time.ts";
import { type Identity, shortAddress } from "../../identity/identity.ts";
import { isKeyGood } from "../../identity/key-check.ts";
import { Button } from "../../parts/button.tsx";
import { useTerminal } from "../../state/terminal-state.ts";
import { words } from "../../texts/words.ts";

const { known } = words.signIn;

interface KnownAccountsProps {
  readonly onDone: () => void;
  readonly onRenew: (identity: Identity) => void;
}

export function KnownAccounts({ onDone, onRenew }: KnownAccountsProps) {
  const { keyring, venue } = useTerminal();
  const accounts = useCell(keyring.accounts);
  const [isBusy, setIsBusy] = useState(false);
  if (accounts.length === 0) return null;
  const choose = async (identity: Identity) => {
    setIsBusy(true);
    // If the venue can't answer, the key is tried anyway.
    const isGood = await isKeyGood(venue.client, identity).catch(() => true);
    setIsBusy(false);
    if (!isGood) return onRenew(identity);
    await keyring.use(identity.accountId);
    onDone();
  };
  return (
    <section className="sign-in-way">
      <h3>{known.title}</h3>
      <ul className="sign-in-known">
        {accounts.map((identity) => (
          <li key={identity.accountId}>
            <Button disabled={isBusy} onClick={() => void choose(identity)}>
              {known.use(shortAddress(identity.wallet))}
            </Button>
            <span className="sign-in-small">
              {identity.keyExpiresAt <= venue.now()
                ? known.expired(identity.walletName)
                : known.text(identity.walletName, dayAndTime(identity.keyExpiresAt))}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
