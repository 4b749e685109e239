// Requests a deposit into a vault or a return of shares. The wallet signs; the next period settles it.

import { AnswerLost, requestOfVault, type VaultRequest } from "@evermark/client";
import { useState } from "react";
import { useCell } from "../../../cells/use-cell.ts";
import { decimal, digitsOf } from "../../../format/figure-text.ts";
import { positiveOf } from "../../../format/typed.ts";
import type { Identity } from "../../../identity/identity.ts";
import { Button } from "../../../parts/button.tsx";
import { DecimalField } from "../../../parts/field.tsx";
import type { AccountSession } from "../../../session/account/account-session.ts";
import type { Holding, Vault, VaultShare } from "../../../session/asking/answers.ts";
import { useTerminal } from "../../../state/terminal-state.ts";
import { words } from "../../../texts/words.ts";
import { Failure } from "../reading/readable.tsx";
import { useRequest } from "../reading/use-request.ts";
import { walletOf } from "../reading/wallet-of.ts";

const texts = words.account.vaults;

export type VaultOperation = VaultRequest["operation"];

interface VaultRequestFormProps {
  readonly session: AccountSession;
  readonly identity: Identity;
  readonly vault: Vault;
  readonly share: VaultShare | undefined;
  readonly operation: VaultOperation;
  readonly onAsked: () => void;
  readonly onClose: () => void;
}

export function VaultRequestForm(props: VaultRequestFormProps) {
  const { session, identity, vault, share, operation, onAsked, onClose } = props;
  const terminal = useTerminal();
  const holding = useCell(session.holding);
  const [typed, setTyped] = useState("");
  const amount = positiveOf(typed);
  /** The answer was lost: the list below shows the outcome, and nothing is sent again. */
  const [isLost, setIsLost] = useState(false);
  const { isRunning, failure, run } = useRequest();
  const isDeposit = operation === "LP_DEPOSIT" || operation === "SP_DEPOSIT";
  const most = mostOf(operation, { holding, share });
  const ask = () =>
    run(async () => {
      if (amount === undefined) return;
      const wallet = await walletOf(terminal, identity);
      const { vault_id: vaultId } = vault;
      try {
        await requestOfVault(session.client.rest, wallet, { vaultId, brokerId: identity.brokerId, operation, amount });
      } catch (error) {
        if (!(error instanceof AnswerLost)) throw error;
        setIsLost(true);
        onAsked();
        return;
      }
      session.refresh();
      terminal.notify({ tone: "good", title: vault.vault_name, text: texts.asked });
      onAsked();
      onClose();
    });
  if (isLost) {
    return (
      <div className="account-form">
        <Failure text={texts.lost} />
        <div className="account-acts">
          <Button onClick={onClose}>{words.common.close}</Button>
        </div>
      </div>
    );
  }
  return (
    <form
      className="account-form"
      onSubmit={(event) => {
        event.preventDefault();
        void ask();
      }}
    >
      <p className="note">{texts.operations[operation].means}</p>
      <div className="account-fields">
        <DecimalField
          label={isDeposit ? texts.amount : texts.shares}
          unit={isDeposit ? "USDC" : undefined}
          value={typed}
          hint={most === undefined ? texts.ownShares : texts.most(decimal(most))}
          onText={setTyped}
        />
        {most !== undefined && (
          <Button className="account-most" onClick={() => setTyped(digitsOf(most))}>
            {texts.all}
          </Button>
        )}
      </div>
      <Failure text={failure} />
      <div className="account-acts">
        <Button onClick={onClose}>{words.common.cancel}</Button>
        <Button type="submit" look="main" disabled={isRunning || amount === undefined}>
          {isRunning ? words.account.keys.signing : words.account.keys.sign}
        </Button>
      </div>
    </form>
  );
}

/** Undefined for a provider's shares: the interface returns them only with each of its requests. */
function mostOf(
  operation: VaultOperation,
  { holding, share }: { readonly holding: Holding | undefined; readonly share: VaultShare | undefined },
): number | undefined {
  if (operation === "SP_WITHDRAW") return undefined;
  return operation === "LP_WITHDRAW" ? (share?.available_main_shares ?? 0) : (holding?.withdrawable ?? 0);
}
