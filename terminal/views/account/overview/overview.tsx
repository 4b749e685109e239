// The account's value, its risk, its terms, and manual settlement.

import { useCell } from "../../../cells/use-cell.ts";
import { decimal } from "../../../format/figure-text.ts";
import { Switch } from "../../../parts/field.tsx";
import { Change } from "../../../parts/figure.tsx";
import type { AccountSession } from "../../../session/account/account-session.ts";
import type { AccountInfo, Holding, Margin } from "../../../session/asking/answers.ts";
import { words } from "../../../texts/words.ts";
import type { AccountPart } from "../reading/account-part.ts";
import { Facts } from "../reading/facts.tsx";
import { Failure } from "../reading/readable.tsx";
import { useRequest } from "../reading/use-request.ts";
import { MarginGauge } from "./margin-gauge.tsx";
import { Settlement } from "./settlement.tsx";

const texts = words.account.overview;

export function Overview({ session, identity }: AccountPart) {
  const margin = useCell(session.margin);
  const holding = useCell(session.holding);
  const info = useCell(session.info);
  if (margin === undefined || holding === undefined || info === undefined) {
    return <p className="empty">{words.common.loading}</p>;
  }
  return (
    <div className="account-overview">
      <Worth margin={margin} />
      <MarginGauge margin={margin} />
      <div className="account-columns">
        <Balance holding={holding} />
        <Terms info={info} />
      </div>
      <Settlement session={session} identity={identity} />
      <Maintenance session={session} info={info} />
    </div>
  );
}

const usdc = (value: number) => `${decimal(value)} USDC`;

function Worth({ margin }: { readonly margin: Margin }) {
  return (
    <dl className="account-worth">
      <div>
        <dt>{texts.equity}</dt>
        <dd>{usdc(margin.account_value)}</dd>
      </div>
      <div>
        <dt>{texts.free}</dt>
        <dd>{usdc(margin.free_collateral)}</dd>
      </div>
      <div>
        <dt>{texts.day}</dt>
        <dd>
          <Change value={margin.total_pnl_24_h} text={decimal(margin.total_pnl_24_h, { isSigned: true })} /> USDC
        </dd>
      </div>
    </dl>
  );
}

function Balance({ holding }: { readonly holding: Holding }) {
  return (
    <section>
      <h3>{texts.balance}</h3>
      <Facts
        rows={[
          [texts.holding, usdc(holding.holding)],
          [texts.withdrawable, usdc(holding.withdrawable)],
          [texts.isolated, usdc(holding.isolated_margin)],
          [texts.isolatedOrders, usdc(holding.isolated_order_frozen)],
          [texts.frozen, usdc(holding.frozen)],
        ]}
      />
    </section>
  );
}

function Terms({ info }: { readonly info: AccountInfo }) {
  const bps = (rate: number) => texts.bps(decimal(rate));
  return (
    <section>
      <h3>{texts.terms}</h3>
      <Facts
        rows={[
          [texts.taker, bps(info.futures_taker_fee_rate)],
          [texts.maker, bps(info.futures_maker_fee_rate)],
          [texts.rwaTaker, bps(info.rwa_taker_fee_rate)],
          [texts.rwaMaker, bps(info.rwa_maker_fee_rate)],
          [texts.leverage, `${decimal(info.max_leverage)}×`],
        ]}
      />
    </section>
  );
}

interface MaintenanceProps {
  readonly session: AccountSession;
  readonly info: AccountInfo;
}

function Maintenance({ session, info }: MaintenanceProps) {
  const { isRunning, failure, run } = useRequest();
  const set = (flag: boolean) =>
    run(async () => {
      await session.client.account.setMaintenanceConfig({ maintenance_cancel_order_flag: flag });
      session.info.update((known) => known && { ...known, maintenance_cancel_orders: flag });
    });
  return (
    <section>
      <h3>{texts.maintenance}</h3>
      <Switch
        label={texts.cancelOrders}
        checked={info.maintenance_cancel_orders}
        disabled={isRunning}
        onChange={({ target }) => void set(target.checked)}
      />
      <p className="account-small">{texts.cancelOrdersMeans}</p>
      <Failure text={failure} />
    </section>
  );
}
