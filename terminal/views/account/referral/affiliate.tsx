// Affiliates in several levels: what the account earns as one, making other accounts affiliates, and what a builder's
// affiliates earn on.

import type { Client } from "@evermark/client";
import { percent } from "../../../format/figure-text.ts";
import { shortAddress } from "../../../identity/identity.ts";
import { Choice } from "../../../parts/choice.tsx";
import type { AccountSession } from "../../../session/account/account-session.ts";
import { words } from "../../../texts/words.ts";
import { Facts } from "../reading/facts.tsx";
import { Failure } from "../reading/readable.tsx";
import { useRequest } from "../reading/use-request.ts";
import { AffiliateForm } from "./affiliate-form.tsx";

const texts = words.account.referral.affiliate;

type Affiliate = Awaited<ReturnType<Client["referral"]["getAffiliate"]>>;
const BASES: readonly Affiliate["basis"][] = ["builder_revenue", "trading_fee"];

interface AffiliatePartProps {
  readonly session: AccountSession;
  readonly affiliate: Affiliate;
  readonly isAdmin: boolean;
  readonly onChanged: () => void;
}

/** Renders nothing for an account that is neither an affiliate nor its builder's administrator. */
export function AffiliatePart({ session, affiliate, isAdmin, onChanged }: AffiliatePartProps) {
  const { rate, above } = { rate: affiliate.rebate_rate, above: affiliate.parent_account_id };
  const { isRunning, failure, run } = useRequest();
  if (rate === null && !isAdmin) return null;
  const setBasis = (basis: Affiliate["basis"]) =>
    run(async () => {
      await session.client.referral.setAffiliateBasis({ basis });
      onChanged();
    });
  return (
    <section className="account-form">
      <h3>{texts.title}</h3>
      {rate !== null && (
        <Facts
          rows={[
            [texts.rate, percent(rate)],
            [texts.above, above === null ? texts.none : <span title={above}>{shortAddress(above)}</span>],
            // An administrator chooses the basis below.
            ...(isAdmin ? [] : [[texts.basis, texts.bases[affiliate.basis]] as const]),
          ]}
        />
      )}
      {isAdmin && (
        <fieldset className="account-fieldset" disabled={isRunning}>
          <p className="account-small">{texts.basis}</p>
          <Choice
            label={texts.basis}
            value={affiliate.basis}
            options={BASES.map((id) => [id, texts.bases[id]])}
            onChoose={(basis) => void setBasis(basis)}
          />
        </fieldset>
      )}
      <Failure text={failure} />
      <AffiliateForm session={session} isAdmin={isAdmin} onMade={onChanged} />
    </section>
  );
}
