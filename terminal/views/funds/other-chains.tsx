// Deposits by plain transfer from other chains, where the venue accepts them.

import { type SyntheticEvent, useState } from "react";
import { digitsOf } from "../../format/figure-text.ts";
import { shortAddress } from "../../identity/identity.ts";
import { Button } from "../../parts/button.tsx";
import { SelectField } from "../../parts/field.tsx";
import type { AccountSession } from "../../session/account/account-session.ts";
import { words } from "../../texts/words.ts";
import { type Receiver, receiversOf } from "./receivers.ts";

const texts = words.funds.others;

/** Read only when the section is opened: most venues accept none. */
export function OtherChains({ session }: { readonly session: AccountSession }) {
  const [receivers, setReceivers] = useState<readonly Receiver[] | undefined>(undefined);
  const [chosen, setChosen] = useState("");
  const onToggle = ({ currentTarget }: SyntheticEvent<HTMLDetailsElement>) => {
    if (currentTarget.open && receivers === undefined) void receiversOf(session.client).then(setReceivers);
  };
  const receiver = receivers?.find(({ chainId }) => String(chainId) === chosen) ?? receivers?.[0];
  return (
    <details className="funds-part" onToggle={onToggle}>
      <summary>{texts.title}</summary>
      {receivers !== undefined && receiver === undefined && <p className="soft">{texts.none}</p>}
      {receivers !== undefined && receiver !== undefined && (
        <div className="funds-form">
          <p className="soft">{texts.text}</p>
          <SelectField
            label={texts.chain}
            value={String(receiver.chainId)}
            options={receivers.map(({ chainId }) => [String(chainId), texts.names[chainId] ?? texts.chainOf(chainId)])}
            onChange={({ target }) => setChosen(target.value)}
          />
          {receiver.stop !== null && <p className="note">{words.funds.reserves.stopped(receiver.stop)}</p>}
          <dl className="facts">
            <dt>{texts.address}</dt>
            <dd className="funds-address">
              {receiver.address}
              <Button
                look="bare"
                aria-label={words.signIn.menu.copy(texts.address)}
                onClick={() => void navigator.clipboard.writeText(receiver.address)}
              >
                {words.funds.others.copy}
              </Button>
            </dd>
            <dt>{texts.minimum}</dt>
            <dd>{`${digitsOf(receiver.minimum)} ${words.funds.usdc}`}</dd>
            {receiver.token !== null && (
              <>
                <dt>{texts.tokens}</dt>
                <dd title={receiver.token}>{`${words.funds.usdc} ${shortAddress(receiver.token)}`}</dd>
              </>
            )}
          </dl>
        </div>
      )}
    </details>
  );
}
