// Referral: the code that the account is bound to, the earnings of its own codes, and the settings of administrators
// and affiliates.

import { useCallback } from "react";
import { decimal, percent } from "../../../format/figure-text.ts";
import { Table } from "../../../parts/table/table.tsx";
import type { Column } from "../../../parts/table/table-column.ts";
import type { ReferralInfo } from "../../../session/asking/answers.ts";
import { words } from "../../../texts/words.ts";
import type { AccountPart } from "../reading/account-part.ts";
import { Facts } from "../reading/facts.tsx";
import { Readable } from "../reading/readable.tsx";
import { useRead } from "../reading/use-read.ts";
import { AffiliatePart } from "./affiliate.tsx";
import { Referee } from "./referee.tsx";
import { ReferralCodeForm } from "./referral-code-form.tsx";

const texts = words.account.referral;

type Code = ReferralInfo["referrer_info"]["referral_codes"][number];

const COLUMNS: readonly Column<Code>[] = [
  { id: "code", name: texts.code, cell: ({ code }) => code },
  { id: "back", name: texts.givenBack, isFigure: true, cell: (row) => percent(row.bonus_max_rebate_rate) },
  { id: "mine", name: texts.referrerShare, isFigure: true, cell: (row) => percent(row.bonus_referrer_rebate_rate) },
  { id: "theirs", name: texts.refereeShare, isFigure: true, cell: (row) => percent(row.bonus_referee_rebate_rate) },
  { id: "invites", name: texts.bound, isFigure: true, cell: (row) => decimal(row.total_invites) },
  { id: "traded", name: texts.traded, isFigure: true, cell: (row) => decimal(row.total_traded) },
];

export function Referral({ session, identity }: AccountPart) {
  const { client } = session;
  const read = useRead(
    session,
    useCallback(async () => {
      const [info, affiliate] = await Promise.all([client.referral.getReferralInfo(), client.referral.getAffiliate()]);
      return { info, affiliate, isAdmin: affiliate.is_administrator };
    }, [client]),
  );
  return (
    <Readable read={read}>
      {({ info: { referrer_info, referee_info }, affiliate, isAdmin }) => (
        <div className="account-part">
          <Referee session={session} info={referee_info} onBound={read.again} />
          <section>
            <h3>{texts.own}</h3>
            <Table
              caption={texts.own}
              columns={COLUMNS}
              rows={referrer_info.referral_codes}
              keyOf={({ code }) => code}
              empty={texts.noCodes}
            />
          </section>
          {referrer_info.referral_codes.length > 0 && <Brought info={referrer_info} />}
          <p className="account-small">{texts.paid}</p>
          {isAdmin && <ReferralCodeForm session={session} identity={identity} onMade={read.again} />}
          <AffiliatePart session={session} affiliate={affiliate} isAdmin={isAdmin} onChanged={read.again} />
        </div>
      )}
    </Readable>
  );
}

function Brought({ info }: { readonly info: ReferralInfo["referrer_info"] }) {
  return (
    <div className="account-columns">
      <Facts
        rows={[
          [texts.volume, `${decimal(info.total_referee_volume)} USDC`],
          [texts.volume30d, `${decimal(info["30d_referee_volume"])} USDC`],
        ]}
      />
      <Facts
        rows={[
          [texts.rebates, `${decimal(info.total_referrer_rebate)} USDC`],
          [texts.rebates30d, `${decimal(info["30d_referrer_rebate"])} USDC`],
        ]}
      />
    </div>
  );
}
