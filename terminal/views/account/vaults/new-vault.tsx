// Opens a vault whose provider is the wallet. Only a venue's operator opens vaults; in a sandbox that is its user.

import { useState } from "react";
import { wholeOf } from "../../../format/typed.ts";
import type { Identity } from "../../../identity/identity.ts";
import { Button } from "../../../parts/button.tsx";
import { DecimalField, Field, SelectField } from "../../../parts/field.tsx";
import { useTerminal } from "../../../state/terminal-state.ts";
import { words } from "../../../texts/words.ts";
import { shareOf } from "../reading/fraction.ts";
import { Failure } from "../reading/readable.tsx";
import { useRequest } from "../reading/use-request.ts";

const texts = words.account.vaults.opening;
/** The venue's limits. */
const NAME_MAX = 64;
const DESCRIPTION_MAX = 1_000;

interface NewVaultProps {
  readonly identity: Identity;
  readonly onMade: () => void;
}

export function NewVault({ identity, onMade }: NewVaultProps) {
  const terminal = useTerminal();
  const { isRunning, failure, run } = useRequest();
  const [isOpen, setIsOpen] = useState(false);
  const [typed, setTyped] = useState({ name: "", description: "", fee: "20", kind: "operator" });
  const change = (part: Partial<typeof typed>) => setTyped((before) => ({ ...before, ...part }));
  const fee = shareOf(typed.fee);
  const make = () =>
    run(async () => {
      await terminal.venue.client.sandbox.openVault({
        vault_name: typed.name.trim(),
        sp_address: identity.wallet,
        broker_id: identity.brokerId,
        vault_type: typed.kind as "operator",
        performance_fee_rate: fee ?? "",
        description: typed.description.trim(),
      });
      terminal.notify({ tone: "good", title: typed.name.trim(), text: texts.done });
      setIsOpen(false);
      onMade();
    });
  if (!isOpen) {
    return (
      <div className="account-bar">
        <p className="account-small">{texts.means}</p>
        <Button onClick={() => setIsOpen(true)}>{texts.begin}</Button>
      </div>
    );
  }
  return (
    <form
      className="account-card account-form"
      onSubmit={(event) => {
        event.preventDefault();
        void make();
      }}
    >
      <h3>{texts.title}</h3>
      <div className="account-fields">
        <Field
          label={texts.name}
          maxLength={NAME_MAX}
          value={typed.name}
          onChange={({ target }) => change({ name: target.value })}
        />
        <DecimalField
          label={texts.fee}
          unit="%"
          hint={texts.feeHint}
          value={typed.fee}
          onText={(text) => change({ fee: text })}
        />
        <SelectField
          label={texts.kind}
          value={typed.kind}
          options={Object.entries(texts.kinds)}
          onChange={({ target }) => change({ kind: target.value })}
        />
        <Field
          label={texts.description}
          maxLength={DESCRIPTION_MAX}
          value={typed.description}
          onChange={({ target }) => change({ description: target.value })}
        />
      </div>
      <p className="note">{texts.next}</p>
      <Failure text={failure} />
      <div className="account-acts">
        <Button onClick={() => setIsOpen(false)}>{words.common.cancel}</Button>
        <Button
          type="submit"
          look="main"
          disabled={isRunning || typed.name.trim() === "" || fee === undefined || isNotWhole(typed.fee)}
        >
          {texts.open}
        </Button>
      </div>
    </form>
  );
}

/** The venue takes whole percentages up to 50. */
function isNotWhole(percent: string): boolean {
  const whole = wholeOf(percent);
  return whole === undefined || whole > 50;
}
