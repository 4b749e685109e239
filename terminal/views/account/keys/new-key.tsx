// Makes a key for a bot or another program: its private half is generated in this page and shown once, and the wallet
// signs for the key.

import { type ApiKey, bindKey, generateApiKey } from "@evermark/client";
import { useState } from "react";
import type { Identity } from "../../../identity/identity.ts";
import { Button } from "../../../parts/button.tsx";
import { Field, SelectField, Switch } from "../../../parts/field.tsx";
import { useTerminal } from "../../../state/terminal-state.ts";
import { words } from "../../../texts/words.ts";
import { Failure } from "../reading/readable.tsx";
import { useRequest } from "../reading/use-request.ts";
import { walletOf } from "../reading/wallet-of.ts";
import { MadeKey } from "./made-key.tsx";

const texts = words.account.keys;
const SCOPES = ["read", "trading", "asset"] as const;
const DAY_MS = 24 * 3_600_000;
const DAYS = [7, 30, 90, 365] as const;
const TAG_MAX = 64;

interface NewKeyProps {
  readonly identity: Identity;
  readonly onMade: () => void;
  readonly onClose: () => void;
}

export function NewKey({ identity, onMade, onClose }: NewKeyProps) {
  const terminal = useTerminal();
  const [tag, setTag] = useState("");
  const [scopes, setScopes] = useState<ReadonlySet<string>>(new Set(["read", "trading"]));
  const [days, setDays] = useState("90");
  const [made, setMade] = useState<ApiKey | null>(null);
  const { isRunning, failure, run } = useRequest();
  const make = () =>
    run(async () => {
      const wallet = await walletOf(terminal, identity);
      const key = await generateApiKey();
      await bindKey(terminal.venue.client.rest, wallet, identity.brokerId, key, {
        scope: SCOPES.filter((scope) => scopes.has(scope)).join(","),
        validForMs: Number(days) * DAY_MS,
        ...(tag.trim() !== "" && { tag: tag.trim() }),
      });
      setMade(key);
      onMade();
    });
  if (made !== null) return <MadeKey identity={identity} made={made} onClose={onClose} />;
  return (
    <form
      className="account-card account-form"
      onSubmit={(event) => {
        event.preventDefault();
        void make();
      }}
    >
      <h3>{texts.make}</h3>
      <div className="account-fields">
        <Field
          label={texts.tag}
          hint={texts.tagHint}
          maxLength={TAG_MAX}
          value={tag}
          onChange={({ target }) => setTag(target.value)}
        />
        <SelectField
          label={texts.expires}
          value={days}
          options={DAYS.map((each) => [String(each), texts.days(each)])}
          onChange={({ target }) => setDays(target.value)}
        />
      </div>
      <fieldset className="account-scopes">
        <legend>{texts.scope}</legend>
        {SCOPES.map((scope) => (
          <div key={scope}>
            <Switch
              label={texts.scopes[scope].name}
              checked={scopes.has(scope)}
              onChange={({ target }) => setScopes(changed(scopes, scope, target.checked))}
            />
            <span className="account-small">{texts.scopes[scope].means}</span>
          </div>
        ))}
      </fieldset>
      <Failure text={failure} />
      <div className="account-acts">
        <Button onClick={onClose}>{words.common.cancel}</Button>
        <Button type="submit" look="main" disabled={isRunning || scopes.size === 0}>
          {isRunning ? texts.signing : texts.sign}
        </Button>
      </div>
    </form>
  );
}

function changed(scopes: ReadonlySet<string>, scope: string, isIn: boolean): ReadonlySet<string> {
  const next = new Set(scopes);
  if (isIn) next.add(scope);
  else next.delete(scope);
  return next;
}
