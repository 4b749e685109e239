// Sub-accounts: each has its own money, positions and risk; the main account's key signs for all.

import { useCallback, useState } from "react";
import type { Identity } from "../../../identity/identity.ts";
import { Button } from "../../../parts/button.tsx";
import { Field } from "../../../parts/field.tsx";
import type { AccountSession } from "../../../session/account/account-session.ts";
import { useTerminal } from "../../../state/terminal-state.ts";
import { words } from "../../../texts/words.ts";
import { Failure, Readable } from "../reading/readable.tsx";
import { useRead } from "../reading/use-read.ts";
import { useRequest } from "../reading/use-request.ts";
import { clientFor } from "../reading/wallet-of.ts";
import { ownedAccounts } from "./owned.ts";
import { SubAccountCard } from "./sub-account-card.tsx";
import { Transfer } from "./transfer.tsx";

const texts = words.account.subAccounts;
/** The venue's limits. */
const ACCOUNTS_MAX = 10;
const DESCRIPTION_MAX = 64;

interface SubAccountsProps {
  readonly session: AccountSession;
  readonly identity: Identity;
}

export function SubAccounts({ session, identity }: SubAccountsProps) {
  const terminal = useTerminal();
  const read = useRead(
    session,
    useCallback(
      async () => ownedAccounts(await clientFor(terminal, identity, identity.mainAccountId)),
      [terminal, identity],
    ),
    "wallet",
  );
  return (
    <div className="account-part">
      <p className="soft">{texts.means}</p>
      <Readable read={read}>
        {(accounts) => (
          <>
            <ul className="account-cards" aria-label={texts.list}>
              {accounts.map((account) => (
                <SubAccountCard
                  key={account.accountId}
                  identity={identity}
                  account={account}
                  onChanged={read.again}
                  descriptionMax={DESCRIPTION_MAX}
                />
              ))}
            </ul>
            {accounts.length === 1 && <p className="empty">{texts.empty}</p>}
            {accounts.length <= ACCOUNTS_MAX ? (
              <NewSubAccount identity={identity} onMade={read.again} />
            ) : (
              <p className="account-small">{texts.full}</p>
            )}
            {accounts.length > 1 && (
              <Transfer session={session} identity={identity} accounts={accounts} onMoved={read.again} />
            )}
          </>
        )}
      </Readable>
    </div>
  );
}

interface NewSubAccountProps {
  readonly identity: Identity;
  readonly onMade: () => void;
}

function NewSubAccount({ identity, onMade }: NewSubAccountProps) {
  const terminal = useTerminal();
  const [description, setDescription] = useState("");
  const { isRunning, failure, run } = useRequest();
  const make = () =>
    run(async () => {
      const main = await clientFor(terminal, identity, identity.mainAccountId);
      await main.subAccounts.addSubAccount({ description: description.trim() });
      setDescription("");
      onMade();
    });
  return (
    <form
      className="account-line"
      onSubmit={(event) => {
        event.preventDefault();
        void make();
      }}
    >
      <Field
        label={texts.name}
        maxLength={DESCRIPTION_MAX}
        value={description}
        onChange={({ target }) => setDescription(target.value)}
      />
      <Button type="submit" disabled={isRunning}>
        {texts.make}
      </Button>
      <Failure text={failure} />
    </form>
  );
}
