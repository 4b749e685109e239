// One of the owner's accounts: its balance, its name, and a button to trade with it.

import { useState } from "react";
import { decimal } from "../../../format/figure-text.ts";
import type { Identity } from "../../../identity/identity.ts";
import { Button } from "../../../parts/button.tsx";
import { Field } from "../../../parts/field.tsx";
import { useTerminal } from "../../../state/terminal-state.ts";
import { words } from "../../../texts/words.ts";
import { Facts } from "../reading/facts.tsx";
import { Failure } from "../reading/readable.tsx";
import { useRequest } from "../reading/use-request.ts";
import { clientFor } from "../reading/wallet-of.ts";
import { nameOfAccount, type OwnedAccount } from "./owned.ts";

const texts = words.account.subAccounts;

interface SubAccountCardProps {
  readonly identity: Identity;
  readonly account: OwnedAccount;
  readonly descriptionMax: number;
  readonly onChanged: () => void;
}

export function SubAccountCard({ identity, account, descriptionMax, onChanged }: SubAccountCardProps) {
  const { keyring } = useTerminal();
  const [isRenaming, setIsRenaming] = useState(false);
  const { isRunning, failure, run } = useRequest();
  const name = nameOfAccount(account);
  const isCurrent = account.accountId === identity.accountId;
  return (
    <li className="account-card">
      <div className="account-card-head">
        <strong>{name}</strong>
        {isCurrent && <span className="account-badge">{texts.current}</span>}
      </div>
      <code className="account-code">{account.accountId}</code>
      <Facts
        rows={[
          [texts.holding, `${decimal(account.holding)} USDC`],
          [texts.withdrawable, `${decimal(account.withdrawable)} USDC`],
        ]}
      />
      <Failure text={failure} />
      {isRenaming ? (
        <Rename
          identity={identity}
          account={account}
          descriptionMax={descriptionMax}
          onClose={(hasChanged) => {
            setIsRenaming(false);
            if (hasChanged) onChanged();
          }}
        />
      ) : (
        <div className="account-acts">
          {!account.isMain && (
            <Button aria-label={`${texts.rename}: ${name}`} onClick={() => setIsRenaming(true)}>
              {texts.rename}
            </Button>
          )}
          {!isCurrent && (
            <Button
              disabled={isRunning}
              aria-label={`${texts.use}: ${name}`}
              onClick={() => void run(() => keyring.actAs(account.accountId))}
            >
              {texts.use}
            </Button>
          )}
        </div>
      )}
    </li>
  );
}

interface RenameProps extends Omit<SubAccountCardProps, "onChanged"> {
  readonly onClose: (hasChanged: boolean) => void;
}

function Rename({ identity, account, descriptionMax, onClose }: RenameProps) {
  const terminal = useTerminal();
  const [description, setDescription] = useState(account.description);
  const { isRunning, failure, run } = useRequest();
  const save = () =>
    run(async () => {
      const main = await clientFor(terminal, identity, identity.mainAccountId);
      await main.subAccounts.updateSubAccount({
        sub_account_id: account.accountId,
        description: description.trim(),
      });
      onClose(true);
    });
  return (
    <form
      className="account-form"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <Field
        label={texts.name}
        maxLength={descriptionMax}
        value={description}
        onChange={({ target }) => setDescription(target.value)}
      />
      <Failure text={failure} />
      <div className="account-acts">
        <Button onClick={() => onClose(false)}>{words.common.cancel}</Button>
        <Button type="submit" look="main" disabled={isRunning}>
          {texts.save}
        </Button>
      </div>
    </form>
  );
}
