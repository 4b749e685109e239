// The content of the account menu.

import { type ReactNode, useState } from "react";
import { useCell } from "../../cells/use-cell.ts";
import { dayAndTime } from "../../format/time.ts";
import { type Identity, shortAddress } from "../../identity/identity.ts";
import { Button } from "../../parts/button.tsx";
import { useTerminal } from "../../state/terminal-state.ts";
import { words } from "../../texts/words.ts";

const { menu } = words.signIn;

interface AccountMenuPanelProps {
  readonly identity: Identity;
  readonly onClose: () => void;
}

export function AccountMenuPanel({ identity, onClose }: AccountMenuPanelProps) {
  const { keyring, open } = useTerminal();
  const accounts = useCell(keyring.accounts);
  const others = accounts.filter(({ accountId }) => accountId !== identity.mainAccountId);
  const show = (name: string) => () => {
    onClose();
    open.set(name);
  };
  return (
    <div className="sign-in-panel">
      <dl className="facts sign-in-facts">
        <Fact name={identity.walletName} value={identity.wallet} shown={shortAddress(identity.wallet)} />
        <Fact name={menu.accountId} value={identity.accountId} shown={shortAddress(identity.accountId)} />
        <dt>{menu.keyUntil}</dt>
        <dd>{dayAndTime(identity.keyExpiresAt)}</dd>
      </dl>
      <Group>
        <Button onClick={show("deposit")}>{menu.deposit}</Button>
        <Button onClick={show("withdraw")}>{menu.withdraw}</Button>
      </Group>
      {others.length > 0 && (
        <>
          <h3 className="sign-in-small">{menu.others}</h3>
          <ul className="sign-in-known">
            {others.map(({ accountId, wallet, walletName }) => (
              <li key={accountId}>
                <Button
                  aria-label={menu.switchTo(shortAddress(wallet))}
                  onClick={() => {
                    onClose();
                    void keyring.use(accountId);
                  }}
                >
                  {shortAddress(wallet)}
                </Button>
                <span className="sign-in-small">{walletName}</span>
              </li>
            ))}
          </ul>
        </>
      )}
      <div className="sign-in-acts">
        <Button look="bare" onClick={show("sign-in")}>
          {menu.add}
        </Button>
        {identity.walletKind === "burner" && (
          <Button look="bare" onClick={show("wallet-key")}>
            {menu.showKey}
          </Button>
        )}
        <Button look="bare" onClick={() => void keyring.signOut()}>
          {menu.signOut}
        </Button>
        <Button look="bare" onClick={show("forget")}>
          {menu.forget}
        </Button>
      </div>
    </div>
  );
}

function Group({ children }: { readonly children: ReactNode }) {
  return <div className="sign-in-group">{children}</div>;
}

/** A value that is too long to be shown in full, with a copy button. */
function Fact({ name, value, shown }: { readonly name: string; readonly value: string; readonly shown: string }) {
  const [isCopied, setIsCopied] = useState(false);
  const copy = () => void navigator.clipboard.writeText(value).then(() => setIsCopied(true));
  return (
    <>
      <dt>{name}</dt>
      <dd>
        {shown}
        <Button look="bare" aria-label={menu.copy(name)} title={value} onClick={copy}>
          {isCopied ? menu.copied : <CopyIcon />}
        </Button>
      </dd>
    </>
  );
}

function CopyIcon() {
  return (
    <svg aria-hidden="true" width="14" height="14" viewBox="0 0 14 14" fill="none" stroke="currentColor">
      <rect x="4.5" y="4.5" width="8" height="8" rx="1.5" />
      <path d="M9.5 4.5v-2a1 1 0 0 0-1-1h-6a1 1 0 0 0-1 1v6a1 1 0 0 0 1 1h2" />
    </svg>
  );
}
