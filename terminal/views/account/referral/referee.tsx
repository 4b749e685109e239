// The referral code that the account trades under, or the form that binds the account to one, permanently.

import { useState } from "react";
import { decimal, percent } from "../../../format/figure-text.ts";
import { Button } from "../../../parts/button.tsx";
import { Field } from "../../../parts/field.tsx";
import type { AccountSession } from "../../../session/account/account-session.ts";
import type { ReferralInfo } from "../../../session/asking/answers.ts";
import { words } from "../../../texts/words.ts";
import { Facts } from "../reading/facts.tsx";
import { Failure } from "../reading/readable.tsx";
import { useRequest } from "../reading/use-request.ts";
import { CODE_MAX, codeOf } from "./referral-code.ts";

const texts = words.account.referral;

interface RefereeProps {
  readonly session: AccountSession;
  readonly info: ReferralInfo["referee_info"];
  readonly onBound: () => void;
}

export function Referee({ session, info, onBound }: RefereeProps) {
  const [code, setCode] = useState("");
  const { isRunning, failure, run } = useRequest();
  if (info.referer_code !== null) {
    return (
      <section>
        <h3>{texts.referee}</h3>
        <Facts
          rows={[
            [texts.code, info.referer_code],
            [texts.refereeShare, percent(info.bonus_referee_rebate_rate)],
            [texts.rebates, `${decimal(info.total_referee_rebate)} USDC`],
            [texts.rebates30d, `${decimal(info["30d_referee_rebate"])} USDC`],
          ]}
        />
      </section>
    );
  }
  const bind = () =>
    run(async () => {
      await session.client.referral.bindReferral({ referral_code: codeOf(code) });
      onBound();
    });
  return (
    <form
      className="account-form"
      onSubmit={(event) => {
        event.preventDefault();
        void bind();
      }}
    >
      <h3>{texts.referee}</h3>
      <p className="soft">{texts.bindMeans}</p>
      <div className="account-line">
        <Field label={texts.code} maxLength={CODE_MAX} value={code} onChange={({ target }) => setCode(target.value)} />
        <Button type="submit" disabled={isRunning || code.trim() === ""}>
          {texts.bind}
        </Button>
      </div>
      <Failure text={failure} />
    </form>
  );
}
