// A vault's gain and value over time, its drawdown, and its fund's current positions: all of it public.

import type { Client } from "@evermark/client";
import { useCallback, useState } from "react";
import { decimal, percent } from "../../../format/figure-text.ts";
import { marketName } from "../../../format/market-name.ts";
import { day, dayAndTime } from "../../../format/time.ts";
import { Choice } from "../../../parts/choice.tsx";
import { Change } from "../../../parts/figure.tsx";
import { Table } from "../../../parts/table/table.tsx";
import type { Column } from "../../../parts/table/table-column.ts";
import type { AccountSession } from "../../../session/account/account-session.ts";
import { words } from "../../../texts/words.ts";
import { Size } from "../../figures/market-figure.tsx";
import { Readable } from "../reading/readable.tsx";
import { useRead } from "../reading/use-read.ts";
import { ValueCurve } from "../statistics/value-curve.tsx";

const texts = words.account.vaults.performance;

type Vaults = Client["strategyVaults"];
type Span = Awaited<ReturnType<Vaults["getVaultPerformance"]>>["rows"][number];
type Held = Awaited<ReturnType<Vaults["getVaultPositions"]>>["rows"][number];
type Range = Span["time_range"];
type Kind = "PNL" | "TVL";

const RANGES: readonly Range[] = ["24h", "7d", "30d", "all_time"];
const KINDS: readonly Kind[] = ["PNL", "TVL"];

interface VaultPerformanceProps {
  readonly session: AccountSession;
  readonly vaultId: string;
}

export function VaultPerformance({ session, vaultId }: VaultPerformanceProps) {
  const { strategyVaults } = session.client;
  const read = useRead(
    session,
    useCallback(async () => {
      const [spans, held] = await Promise.all([
        strategyVaults.getVaultPerformance({ vault_id: vaultId }),
        strategyVaults.getVaultPositions({ vault_id: vaultId }),
      ]);
      return { spans: spans.rows, held: held.rows };
    }, [strategyVaults, vaultId]),
  );
  return (
    <div className="account-part">
      <VaultCurve session={session} vaultId={vaultId} />
      <Readable read={read}>
        {({ spans, held }) => (
          <>
            <Table
              caption={texts.spans}
              columns={SPANS}
              rows={spans}
              keyOf={(row) => row.time_range}
              empty={texts.young}
            />
            <section>
              <h3>{texts.held}</h3>
              <Table
                caption={texts.held}
                columns={HELD}
                rows={held}
                keyOf={(row) => row.symbol}
                empty={texts.holdsNothing}
              />
            </section>
          </>
        )}
      </Readable>
    </div>
  );
}

function VaultCurve({ session, vaultId }: VaultPerformanceProps) {
  const { strategyVaults } = session.client;
  const [type, setType] = useState<Kind>("PNL");
  const [range, setRange] = useState<Range>("30d");
  const read = useRead(
    session,
    useCallback(async () => {
      const { rows } = await strategyVaults.getVaultPerformanceChart({ vault_id: vaultId, type, time_range: range });
      const name = range === "all_time" ? day : dayAndTime;
      return { type, values: rows.map(({ timestamp, value }) => ({ at: name(timestamp), value })) };
    }, [strategyVaults, vaultId, type, range]),
  );
  return (
    <>
      <div className="account-choices">
        <Choice label={texts.kind} value={type} options={KINDS.map((id) => [id, texts.kinds[id]])} onChoose={setType} />
        <Choice
          label={texts.range}
          value={range}
          options={RANGES.map((id) => [id, texts.ranges[id]])}
          onChoose={setRange}
        />
      </div>
      <Readable read={read}>
        {({ values, type: shown }) =>
          values.length === 0 ? (
            <p className="empty">{texts.young}</p>
          ) : (
            <ValueCurve caption={texts.captions[shown]} values={values} isGain={shown === "PNL"} />
          )
        }
      </Readable>
    </>
  );
}

const SPANS: readonly Column<Span>[] = [
  { id: "range", name: texts.range, cell: (row) => texts.ranges[row.time_range] },
  { id: "gain", name: texts.gain, isFigure: true, cell: (row) => <Change value={row.incremental_net_pnl} /> },
  { id: "fall", name: texts.fall, isFigure: true, cell: (row) => percent(row.max_drawdown) },
  { id: "fallUsdc", name: texts.fallUsdc, isFigure: true, cell: (row) => decimal(row.pnl_max_drawdown) },
  { id: "fees", name: texts.fees, isFigure: true, cell: (row) => decimal(row.fees) },
  { id: "volume", name: texts.volume, isFigure: true, cell: (row) => decimal(row.volume) },
];

const HELD: readonly Column<Held>[] = [
  { id: "market", name: texts.market, cell: (row) => marketName(row.symbol) },
  {
    id: "size",
    name: texts.size,
    isFigure: true,
    cell: (row) => (
      <Change value={row.position_qty} text={<Size symbol={row.symbol} value={row.position_qty} isSigned />} />
    ),
  },
  { id: "entry", name: texts.entry, isFigure: true, cell: (row) => decimal(row.average_open_price) },
  { id: "mark", name: texts.mark, isFigure: true, cell: (row) => decimal(row.mark_price) },
  {
    id: "liquidation",
    name: texts.liquidation,
    isFigure: true,
    cell: (row) => (row.est_liq_price === null ? "—" : decimal(row.est_liq_price)),
  },
];
