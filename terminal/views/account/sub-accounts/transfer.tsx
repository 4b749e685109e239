// A form that transfers money between the owner's accounts.

import { useState } from "react";
import { decimal, digitsOf } from "../../../format/figure-text.ts";
import { positiveOf } from "../../../format/typed.ts";
import type { Identity } from "../../../identity/identity.ts";
import { Button } from "../../../parts/button.tsx";
import { DecimalField, SelectField } from "../../../parts/field.tsx";
import type { AccountSession } from "../../../session/account/account-session.ts";
import { useTerminal } from "../../../state/terminal-state.ts";
import { words } from "../../../texts/words.ts";
import { Failure } from "../reading/readable.tsx";
import { clientFor } from "../reading/wallet-of.ts";
import { nameOfAccount, type OwnedAccount } from "./owned.ts";
import { useTransfer } from "./use-transfer.ts";

const texts = words.account.transfer;

interface TransferProps {
  readonly session: AccountSession;
  readonly identity: Identity;
  readonly accounts: readonly OwnedAccount[];
  readonly onMoved: () => void;
}

export function Transfer({ session, identity, accounts, onMoved }: TransferProps) {
  const terminal = useTerminal();
  const [from, setFrom] = useState(identity.accountId);
  const [chosenTo, setTo] = useState("");
  const [typed, setTyped] = useState("");
  const amount = positiveOf(typed);
  const others = accounts.filter(({ accountId }) => accountId !== from);
  const to = others.some(({ accountId }) => accountId === chosenTo) ? chosenTo : (others[0]?.accountId ?? "");
  const sender = accounts.find(({ accountId }) => accountId === from);
  const { state, send, askAgain, giveUp } = useTransfer(() => {
    setTyped("");
    session.refresh();
    onMoved();
  });
  const isStill = state.name === "ready" || state.name === "done";
  const options = (each: readonly OwnedAccount[]) =>
    each.map((account) => [account.accountId, nameOfAccount(account)] as const);
  const submit = async () => {
    if (amount !== undefined) await send(await clientFor(terminal, identity, from), { to, amount });
  };
  return (
    <form
      className="account-card account-form"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <h3>{texts.title}</h3>
      <fieldset className="account-fields account-fieldset" disabled={!isStill}>
        <SelectField
          label={texts.from}
          value={from}
          options={options(accounts)}
          onChange={({ target }) => setFrom(target.value)}
        />
        <SelectField
          label={texts.to}
          value={to}
          options={options(others)}
          onChange={({ target }) => setTo(target.value)}
        />
        <DecimalField
          label={texts.amount}
          unit="USDC"
          value={typed}
          hint={texts.most(decimal(sender?.withdrawable ?? 0))}
          onText={setTyped}
        />
        <Button className="account-most" onClick={() => setTyped(digitsOf(sender?.withdrawable ?? 0))}>
          {texts.all}
        </Button>
      </fieldset>
      {state.name === "ready" && <Failure text={state.failure} />}
      {state.name === "done" && (
        <p className="note" data-tone="good" role="status">
          {texts.done}
        </p>
      )}
      {state.name === "lost" && <Failure text={texts.lost} />}
      <div className="account-acts">
        {state.name === "lost" ? (
          <>
            <Button onClick={giveUp}>{texts.giveUp}</Button>
            <Button look="main" onClick={() => void askAgain()}>
              {texts.askAgain}
            </Button>
          </>
        ) : (
          <Button type="submit" look="main" disabled={!isStill || amount === undefined}>
            {state.name === "running" ? texts.moving : texts.move}
          </Button>
        )}
      </div>
    </form>
  );
}
