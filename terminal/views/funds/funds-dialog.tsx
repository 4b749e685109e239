// The dialog of deposits and withdrawals. It stays mounted while it is closed, so that movements under way continue.

import type { ReactNode } from "react";
import type { Identity } from "../../identity/identity.ts";
import { Dialog } from "../../parts/dialog.tsx";
import { Tabs } from "../../parts/tabs.tsx";
import type { AccountSession } from "../../session/account/account-session.ts";
import { useTerminal } from "../../state/terminal-state.ts";
import { words } from "../../texts/words.ts";
import { DepositForm } from "./deposit-form.tsx";
import { Faucet } from "./faucet.tsx";
import { OtherChains } from "./other-chains.tsx";
import { RecentMovements } from "./recent-movements.tsx";
import { ReservesPart } from "./reserves.tsx";
import { useChain, useWalletBalances } from "./use-chain.ts";
import { useDeposit } from "./use-deposit.ts";
import { useWithdrawal } from "./use-withdrawal.ts";
import { WithdrawalForm } from "./withdrawal-form.tsx";

const texts = words.funds;

export type FundsDirection = "deposit" | "withdraw";

interface FundsDialogProps {
  /** Null while it is closed. */
  readonly direction: FundsDirection | null;
  readonly session: AccountSession;
  readonly identity: Identity;
  readonly onDirection: (direction: FundsDirection) => void;
  readonly onClose: () => void;
}

export function FundsDialog({ direction, session, identity, onDirection, onClose }: FundsDialogProps) {
  const { settings } = useTerminal();
  const isOpen = direction !== null;
  const { chain, failure } = useChain(isOpen);
  const wallet = useWalletBalances(identity, isOpen && chain !== undefined);
  const deposit = useDeposit(session, identity, wallet.read);
  const withdrawal = useWithdrawal(session, identity, wallet.read);
  if (!isOpen) return null;
  if (identity.accountId !== identity.mainAccountId) {
    return (
      <Dialog title={texts.title} onClose={onClose}>
        <p>{texts.subAccount}</p>
      </Dialog>
    );
  }
  const whole = (form: ReactNode) => (
    <div className="funds">
      {failure !== undefined && <p className="note">{failure}</p>}
      {chain === undefined && failure === undefined && <p role="status">{texts.loading}</p>}
      {chain !== undefined && form}
    </div>
  );
  const tabs = [
    {
      id: "deposit",
      name: texts.tabs.deposit,
      view: () => whole(chain && <DepositForm chain={chain} wallet={wallet} deposit={deposit} />),
    },
    {
      id: "withdraw",
      name: texts.tabs.withdraw,
      view: () => whole(chain && <WithdrawalForm chain={chain} session={session} withdrawal={withdrawal} />),
    },
  ];
  return (
    <Dialog title={texts.title} onClose={onClose}>
      <Tabs
        label={texts.tabs.label}
        tabs={tabs}
        chosen={direction}
        onChoose={(id) => onDirection(id === "withdraw" ? "withdraw" : "deposit")}
      />
      {direction === "deposit" && settings.isSandbox && (
        <Faucet identity={identity} hasChain={chain !== undefined} onWallet={wallet.read} />
      )}
      {direction === "deposit" && <OtherChains session={session} />}
      <ReservesPart />
      <RecentMovements session={session} identity={identity} explorerUrl={chain?.facts.explorerUrl ?? null} />
    </Dialog>
  );
}
