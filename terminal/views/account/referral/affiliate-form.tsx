// Makes an account an affiliate, or changes its rate: an administrator for any account, an affiliate for accounts
// bound to its codes.

import { useState } from "react";
import { Button } from "../../../parts/button.tsx";
import { DecimalField, Field } from "../../../parts/field.tsx";
import type { AccountSession } from "../../../session/account/account-session.ts";
import { words } from "../../../texts/words.ts";
import { shareOf } from "../reading/fraction.ts";
import { Done, Failure } from "../reading/readable.tsx";
import { useRequest } from "../reading/use-request.ts";

const texts = words.account.referral.affiliate;

interface AffiliateFormProps {
  readonly session: AccountSession;
  readonly isAdmin: boolean;
  readonly onMade: () => void;
}

export function AffiliateForm({ session, isAdmin, onMade }: AffiliateFormProps) {
  const { isRunning, failure, run } = useRequest();
  const [typed, setTyped] = useState({ account: "", rate: "", above: "" });
  const [isDone, setIsDone] = useState(false);
  const change = (part: Partial<typeof typed>) => setTyped((before) => ({ ...before, ...part }));
  const rate = shareOf(typed.rate);
  const [account, above] = [typed.account.trim(), typed.above.trim()];
  const make = () =>
    run(async () => {
      if (rate === undefined) return;
      setIsDone(false);
      const parent = above === "" ? {} : { parent_account_id: above };
      await session.client.referral.setAffiliate({ account_id: account, rebate_rate: rate, ...parent });
      setIsDone(true);
      setTyped({ account: "", rate: "", above: "" });
      onMade();
    });
  return (
    <form
      className="account-card account-form"
      aria-label={texts.make}
      onSubmit={(event) => {
        event.preventDefault();
        void make();
      }}
    >
      <p className="soft">{isAdmin ? texts.adminMeans : texts.means}</p>
      <div className="account-fields">
        <Field
          label={texts.account}
          value={typed.account}
          onChange={({ target }) => change({ account: target.value })}
        />
        <DecimalField
          label={texts.rateOf}
          unit="%"
          value={typed.rate}
          fault={typed.rate !== "" && rate === undefined ? words.account.referral.giving.fault : undefined}
          onText={(text) => change({ rate: text })}
        />
        {isAdmin && (
          <Field
            label={texts.aboveIt}
            hint={texts.aboveHint}
            value={typed.above}
            onChange={({ target }) => change({ above: target.value })}
          />
        )}
      </div>
      <Failure text={failure} />
      <Done text={isDone ? texts.done : undefined} />
      <div className="account-acts">
        <Button type="submit" disabled={isRunning || account === "" || rate === undefined}>
          {texts.make}
        </Button>
      </div>
    </form>
  );
}
