// Signing in with a wallet of an extension, listed as the extensions announce them.

import { useCell } from "../../cells/use-cell.ts";
import type { InjectedWallet } from "../../identity/injected-wallets.ts";
import { Button } from "../../parts/button.tsx";
import { useTerminal } from "../../state/terminal-state.ts";
import { words } from "../../texts/words.ts";

const { injected } = words.signIn;

interface InjectedChoiceProps {
  readonly disabled: boolean;
  readonly onChoose: (wallet: InjectedWallet) => void;
}

export function InjectedChoice({ disabled, onChoose }: InjectedChoiceProps) {
  const wallets = useCell(useTerminal().wallets.wallets);
  return (
    <section className="sign-in-way">
      <h3>{injected.title}</h3>
      {wallets.length === 0 ? (
        <p className="soft">{injected.none}</p>
      ) : (
        <>
          <p className="soft">{injected.text}</p>
          <ul className="sign-in-wallets">
            {wallets.map((wallet) => (
              <li key={wallet.uuid}>
                <Button disabled={disabled} onClick={() => onChoose(wallet)}>
                  {wallet.icon === null ? null : <img src={wallet.icon} alt="" width={18} height={18} />}
                  <span className="sign-in-name">{wallet.name}</span>
                </Button>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}
