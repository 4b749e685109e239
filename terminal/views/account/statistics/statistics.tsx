// The account's volume, fees and value by UTC day.

import type { Client } from "@evermark/client";
import { useCallback } from "react";
import { decimal } from "../../../format/figure-text.ts";
import { Change } from "../../../parts/figure.tsx";
import { Table } from "../../../parts/table/table.tsx";
import type { Column } from "../../../parts/table/table-column.ts";
import type { AccountSession } from "../../../session/account/account-session.ts";
import { words } from "../../../texts/words.ts";
import { Facts } from "../reading/facts.tsx";
import { Readable } from "../reading/readable.tsx";
import { useRead } from "../reading/use-read.ts";
import { ValueCurve } from "./value-curve.tsx";

const texts = words.account.statistics;
const DAYS = 90;
const DAY_MS = 24 * 3_600_000;

type DayRow = Awaited<ReturnType<Client["statistics"]["getDailyStatistics"]>>["rows"][number];

const COLUMNS: readonly Column<DayRow>[] = [
  { id: "date", name: texts.day, cell: ({ date }) => date },
  { id: "equity", name: texts.equity, isFigure: true, cell: (row) => decimal(row.account_value) },
  { id: "pnl", name: texts.pnl, isFigure: true, cell: ({ pnl }) => <Change value={pnl} /> },
  { id: "volume", name: texts.volume, isFigure: true, cell: (row) => decimal(row.perp_volume) },
];

export function Statistics({ session }: { readonly session: AccountSession }) {
  const { statistics, rest } = session.client;
  const read = useRead(
    session,
    useCallback(async () => {
      const now = rest.clock.now();
      const [totals, { rows }] = await Promise.all([
        statistics.getStatistics(),
        statistics.getDailyStatistics({
          start_date: utcDay(now - (DAYS - 1) * DAY_MS),
          end_date: utcDay(now),
          size: DAYS,
        }),
      ]);
      return { totals, days: rows.toReversed() };
    }, [statistics, rest]),
    "report",
  );
  const usdc = (value: number) => `${decimal(value)} USDC`;
  return (
    <Readable read={read}>
      {({ totals, days }) => (
        <div className="account-part">
          {days.length === 0 ? <p className="empty">{texts.empty}</p> : <Curve days={days} />}
          <div className="account-columns">
            <Facts
              rows={[
                [texts.volume24h, usdc(totals.perp_trading_volume_last_24_hours)],
                [texts.volume7d, usdc(totals.perp_trading_volume_last_7_days)],
                [texts.volume30d, usdc(totals.perp_trading_volume_last_30_days)],
                [texts.volumeYear, usdc(totals.perp_trading_volume_ytd)],
              ]}
            />
            <Facts
              rows={[
                [texts.volumeEver, usdc(totals.perp_trading_volume_ltd)],
                [texts.fees30d, usdc(totals.perp_fees_paid_last_30_days)],
                [texts.age, texts.days(decimal(totals.days_since_registration))],
              ]}
            />
          </div>
          {days.length > 0 && (
            <Table
              caption={texts.table}
              columns={COLUMNS}
              rows={days.toReversed()}
              keyOf={({ date }) => date}
              empty={texts.empty}
            />
          )}
        </div>
      )}
    </Readable>
  );
}

function Curve({ days }: { readonly days: readonly DayRow[] }) {
  const values = days.map(({ date, account_value }) => ({ at: date, value: account_value }));
  return <ValueCurve caption={texts.curve} values={values} />;
}

function utcDay(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}
