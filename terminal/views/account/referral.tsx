// Referral: a code that the account is bound to, and what its own codes bring.

import type { Client } from "@evermark/client";
import { useCallback, useState } from "react";
import { decimal, percent } from "../../format/decimal.ts";
import { Button } from "../../parts/button.tsx";
import { Field } from "../../parts/field.tsx";
import { type Column, Table } from "../../parts/table.tsx";
import type { AccountSession } from "../../session/account-session.ts";
import { words } from "../../texts/words.ts";
import { Facts } from "./facts.tsx";
import { Fault, Readable } from "./readable.tsx";
import { useAct } from "./use-act.ts";
import { useRead } from "./use-read.ts";

const texts = words.account.referral;
const CODE_MAX = 15;

type Info = Awaited<ReturnType<Client["referral"]["getReferralInfo"]>>;
type Code = Info["referrer_info"]["referral_codes"][number];

const COLUMNS: readonly Column<Code>[] = [
  { id: "code", name: texts.code, cell: ({ code }) => code },
  { id: "back", name: texts.givenBack, isFigure: true, cell: (row) => percent(row.bonus_max_rebate_rate) },
  { id: "mine", name: texts.referrerShare, isFigure: true, cell: (row) => percent(row.bonus_referrer_rebate_rate) },
  { id: "theirs", name: texts.refereeShare, isFigure: true, cell: (row) => percent(row.bonus_referee_rebate_rate) },
  { id: "invites", name: texts.bound, isFigure: true, cell: (row) => decimal(row.total_invites) },
  { id: "traded", name: texts.traded, isFigure: true, cell: (row) => decimal(row.total_traded) },
];

export function Referral({ session }: { readonly session: AccountSession }) {
  const { referral } = session.client;
  const read = useRead(
    session,
    useCallback(() => referral.getReferralInfo(), [referral]),
  );
  return (
    <Readable read={read}>
      {({ referrer_info, referee_info }) => (
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
          {referrer_info.referral_codes.length > 0 && (
            <Facts
              rows={[
                [texts.volume, `${decimal(referrer_info.total_referee_volume)} USDC`],
                [texts.volume30d, `${decimal(referrer_info["30d_referee_volume"])} USDC`],
                [texts.rebates, `${decimal(referrer_info.total_referrer_rebate)} USDC`],
                [texts.rebates30d, `${decimal(referrer_info["30d_referrer_rebate"])} USDC`],
              ]}
            />
          )}
          <p className="account-small">{texts.paid}</p>
        </div>
      )}
    </Readable>
  );
}

interface RefereeProps {
  readonly session: AccountSession;
  readonly info: Info["referee_info"];
  readonly onBound: () => void;
}

function Referee({ session, info, onBound }: RefereeProps) {
  const [code, setCode] = useState("");
  const { isRunning, failure, run } = useAct();
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
      await session.client.referral.bindReferral({ referral_code: code.trim().toUpperCase() });
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
      <Fault text={failure} />
    </form>
  );
}
