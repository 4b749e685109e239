// A form by which the builder's administrator gives an account a referral code.

import { useState } from "react";
import { percent } from "../../../format/figure-text.ts";
import { Button } from "../../../parts/button.tsx";
import { DecimalField, Field } from "../../../parts/field.tsx";
import { words } from "../../../texts/words.ts";
import type { AccountPart } from "../reading/account-part.ts";
import { restOf, shareOf } from "../reading/fraction.ts";
import { Done, Failure } from "../reading/readable.tsx";
import { useRequest } from "../reading/use-request.ts";
import { CODE_MAX, codeOf } from "./referral-code.ts";

const texts = words.account.referral.giving;

interface ReferralCodeFormProps extends AccountPart {
  readonly onMade: () => void;
}

export function ReferralCodeForm({ session, identity, onMade }: ReferralCodeFormProps) {
  const { isRunning, failure, run } = useRequest();
  const [typed, setTyped] = useState({ account: identity.mainAccountId, code: "", back: "50", inviter: "60" });
  const [given, setGiven] = useState<string | undefined>(undefined);
  const change = (part: Partial<typeof typed>) => setTyped((before) => ({ ...before, ...part }));
  const [back, inviter] = [shareOf(typed.back), shareOf(typed.inviter)];
  const code = codeOf(typed.code);
  const isWhole = back !== undefined && inviter !== undefined && code !== "" && typed.account.trim() !== "";
  const make = () =>
    run(async () => {
      if (back === undefined || inviter === undefined) return;
      setGiven(undefined);
      await session.client.referral.createReferralCode({
        account_id: typed.account.trim(),
        referral_code: code,
        bonus_max_rebate_rate: back,
        bonus_referrer_rebate_rate: inviter,
        bonus_referee_rebate_rate: restOf(inviter),
      });
      setGiven(code);
      change({ code: "" });
      onMade();
    });
  return (
    <form
      className="account-card account-form"
      aria-label={texts.title}
      onSubmit={(event) => {
        event.preventDefault();
        void make();
      }}
    >
      <h3>{texts.title}</h3>
      <p className="soft">{texts.means}</p>
      <div className="account-fields">
        <Field
          label={texts.code}
          maxLength={CODE_MAX}
          hint={texts.codeHint}
          value={typed.code}
          onChange={({ target }) => change({ code: target.value })}
        />
        <Field
          label={texts.account}
          hint={typed.account === identity.mainAccountId ? texts.accountHint : undefined}
          value={typed.account}
          onChange={({ target }) => change({ account: target.value })}
        />
        <DecimalField
          label={texts.back}
          unit="%"
          value={typed.back}
          fault={back === undefined ? texts.fault : undefined}
          onText={(text) => change({ back: text })}
        />
        <DecimalField
          label={texts.inviter}
          unit="%"
          hint={inviter && texts.invited(percent(Number(restOf(inviter))))}
          value={typed.inviter}
          fault={inviter === undefined ? texts.fault : undefined}
          onText={(text) => change({ inviter: text })}
        />
      </div>
      <Failure text={failure} />
      <Done text={given && texts.done(given)} />
      <div className="account-acts">
        <Button type="submit" disabled={isRunning || !isWhole}>
          {texts.give}
        </Button>
      </div>
    </form>
  );
}
