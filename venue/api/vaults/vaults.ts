// Strategy vaults as they are public. Current figures are read from the engine, past ones from history. Rules 10, Appendix C.6.

import { type VaultView, worthOfShares } from "@evermark/engine";
import { strategyVaults } from "@evermark/interface/funds/strategy-vaults.ts";
import type { DataOf } from "@evermark/interface/rows/endpoint.ts";
import type { InvestorRow, VaultFigures } from "../../history/index.ts";
import { listed, pageOf } from "../../http/envelope/list.ts";
import { type Binding, bind } from "../../http/routes/binding.ts";
import { DAY_MS, HOUR_MS } from "../../sums/candle-sums.ts";
import type { Venue } from "../../venue.ts";
import { fromE8, fromMicros, priceOf, quantityOf } from "../../wire/decimals.ts";
import {
  lifetimeGrowth,
  lifetimePerformance,
  lifetimeProfit,
  lifetimeYearly,
  type Performance,
  recoveryYearly,
  rounded,
  spanPerformance,
  spanYearly,
  totalsOf,
} from "./vault-figures.ts";
import { unknownVault } from "./vault-requests.ts";

const SPANS = { "24h": DAY_MS, "7d": 7 * DAY_MS, "30d": 30 * DAY_MS } as const;
const MONTH = SPANS["30d"];

/** @throws {ApiError} -1006 */
function vaultOf({ engine }: Venue, vaultId: string): VaultView {
  const vault = engine.vaults.vault(vaultId.toLowerCase());
  if (vault === undefined) throw unknownVault(vaultId);
  return vault;
}

function figuresOf(venue: Venue, vaultId: string, spans: readonly number[]): Promise<VaultFigures> {
  const now = venue.clock.now();
  const sinces = spans.map((ms) => now - ms);
  return venue.history.vaultFigures(vaultId, sinces, venue.sequencer.appliedPosition);
}

const getVaults = bind(strategyVaults.getVaults, async ({ venue, query }) => {
  const { engine } = venue;
  const brokers = query.broker_ids?.split(",");
  const vaultIds = query.vault_id === undefined ? engine.vaults.vaultIds : [vaultOf(venue, query.vault_id).vaultId];
  const shown = vaultIds
    .map((vaultId) => vaultOf(venue, vaultId))
    .filter(({ state }) => query.status === undefined || state === query.status)
    .filter(({ provider }) => brokers === undefined || brokers.includes(engine.account(provider).brokerId));
  return { rows: await Promise.all(shown.map(({ vaultId }) => vaultRow(venue, vaultId))) };
});

type VaultRow = DataOf<typeof strategyVaults.getVaults>["rows"][number];

async function vaultRow(venue: Venue, vaultId: string): Promise<VaultRow> {
  const figures = await figuresOf(venue, vaultId, [MONTH]);
  // Read after history has caught up, so that both show the same moment.
  const vault = vaultOf(venue, vaultId);
  const totals = totalsOf(figures);
  const now = venue.clock.now();
  const month = figures.spans[0]!;
  const provider = venue.engine.account(vault.provider);
  const { terms } = vault;
  return {
    vault_id: vaultId,
    vault_address: vault.address,
    vault_type: vault.kind,
    vault_name: vault.name,
    description: vault.description,
    broker_id: provider.brokerId,
    sp_address: provider.wallet,
    sp_name: vault.providerName === "" ? null : vault.providerName,
    asset: "USDC",
    status: vault.state,
    vault_start_time: totals.firstPeriodAt === 0 ? null : totals.firstPeriodAt,
    vault_age: totals.firstPeriodAt === 0 ? 0 : Math.floor((now - totals.firstPeriodAt) / DAY_MS),
    performance_fee_rate: vault.performanceFeePercent / 100,
    supported_chains: [],
    tvl: fromMicros(vault.now.value + vault.queuedDeposits),
    valid_hpr: lifetimeGrowth(vault),
    "30d_apy": spanYearly(vault, totals, month, now),
    recovery_30d_apy: recoveryYearly(vault, month, now),
    lifetime_apy: lifetimeYearly(vault, totals, now),
    vault_lifetime_net_pnl: fromMicros(lifetimeProfit(vault, totals)),
    lp_counts: vault.holderCount,
    total_main_shares: fromMicros(vault.mainShares),
    lock_duration: terms.lockupMs,
    min_deposit_amount: fromMicros(terms.minDeposit),
    min_withdrawal_amount: fromMicros(terms.minWithdrawal),
    gate_threshold_pct: terms.gatePercent,
    gate_triggered: vault.gateTriggered,
  };
}

const getVaultPerformance = bind(strategyVaults.getVaultPerformance, async ({ venue, query }) => {
  const { vaultId } = vaultOf(venue, query.vault_id);
  const figures = await figuresOf(venue, vaultId, Object.values(SPANS));
  const vault = vaultOf(venue, vaultId);
  const totals = totalsOf(figures);
  const spans = (Object.keys(SPANS) as (keyof typeof SPANS)[]).map((name, i) =>
    performanceRow(name, spanPerformance(vault, totals, figures.spans[i]!)),
  );
  return { rows: [...spans, performanceRow("all_time", lifetimePerformance(vault, totals))] };
});

function performanceRow(time_range: "24h" | "7d" | "30d" | "all_time", of: Performance) {
  return {
    time_range,
    incremental_net_pnl: fromMicros(of.profit),
    max_drawdown: rounded(of.drawdown),
    pnl_max_drawdown: fromMicros(of.profitDrawdown),
    fees: fromMicros(of.fees),
    volume: fromMicros(of.volume),
  };
}

const getVaultPerformanceChart = bind(strategyVaults.getVaultPerformanceChart, async ({ venue, query }) => {
  const { vaultId } = vaultOf(venue, query.vault_id);
  const { time_range: range, type } = query;
  // The value an hour before the span is the base of its gain.
  const since = range === "all_time" ? 0 : venue.clock.now() - SPANS[range] - HOUR_MS;
  const values = await venue.history.vaultValues(
    { vaultId, since, daily: range === "all_time" },
    venue.sequencer.appliedPosition,
  );
  const first = range === "all_time" ? undefined : values[0];
  const before = first === undefined ? 0 : first.value - first.flow;
  const rows = values.map(({ at, value, flow }) => ({
    timestamp: at,
    value: fromMicros(type === "TVL" ? value : value - flow - before),
  }));
  return { rows };
});

const getVaultPositions = bind(strategyVaults.getVaultPositions, ({ venue, query }) => {
  const { engine, configuration } = venue;
  const { fund } = vaultOf(venue, query.vault_id);
  const rows = [fund, ...engine.subAccounts(fund)].flatMap((account) =>
    engine.positions(account).map((position) => {
      const { parameters } = engine.market(position.market);
      return {
        exchange: configuration.brand,
        symbol: parameters.symbol,
        position_qty: quantityOf(parameters, position.quantity),
        average_open_price: fromE8(position.averageOpenPrice),
        mark_price: priceOf(parameters, position.mark),
        est_liq_price: position.estLiqPrice === 0 ? null : fromE8(position.estLiqPrice),
      };
    }),
  );
  return { rows };
});

const getVaultInvestor = bind(strategyVaults.getVaultInvestor, async ({ venue, query }) => {
  const { engine } = venue;
  const wanted = query.vault_id === undefined ? undefined : vaultOf(venue, query.vault_id).vaultId;
  const accounts = engine.accountsOfWallet(query.wallet_address);
  if (accounts.length === 0) return { rows: [] };
  const kept = await venue.history.vaultInvestors(accounts, venue.sequencer.appliedPosition);
  const rows = engine.vaults.vaultIds
    .filter((vaultId) => wanted === undefined || vaultId === wanted)
    .map((vaultId) => investorRow(venue, vaultId, accounts, kept));
  return { rows: rows.filter(({ lp_tvl, total_main_shares }) => lp_tvl > 0 || total_main_shares > 0) };
});

function investorRow(venue: Venue, vaultId: string, accounts: readonly number[], kept: readonly InvestorRow[]) {
  const { engine } = venue;
  const { now } = vaultOf(venue, vaultId);
  const held = accounts.map((account) => engine.vaults.shares(vaultId, account));
  const own = kept.filter((row) => row.vaultId === vaultId);
  const total = sumOf(held, ({ total }) => total);
  const nav = worthOfShares(total, now.mainPrice);
  return {
    vault_id: vaultId,
    lp_nav: fromMicros(nav),
    lp_tvl: fromMicros(nav + sumOf(own, ({ waiting }) => waiting)),
    total_main_shares: fromMicros(total),
    available_main_shares: fromMicros(sumOf(held, ({ available }) => available)),
    potential_pnl: fromMicros(nav - sumOf(own, ({ cost }) => cost)),
    total_performance_fees: fromMicros(sumOf(own, ({ fees }) => fees)),
  };
}

function sumOf<Each>(list: readonly Each[], of: (each: Each) => number): number {
  return list.reduce((sum, each) => sum + of(each), 0);
}

const getFundPeriods = bind(strategyVaults.getFundPeriods, async ({ venue, query }) => {
  const page = pageOf(query);
  const { vaultId, period: running, createdAt, nextPeriodAt } = vaultOf(venue, query.vault_id);
  const { period_number: only } = query;
  const newest = only ?? running - (page.page - 1) * page.size;
  const oldest = only ?? Math.max(0, newest - page.size + 1);
  const isKnown = only === undefined || only <= running;
  const total = only === undefined ? running + 1 : Number(isKnown);
  if (newest < 0 || !isKnown || (only !== undefined && page.page > 1)) return listed({ rows: [], total }, page);
  const accounts = venue.engine.accountsOfWallet(query.wallet_address);
  const { starts, flows } = await venue.history.vaultPeriods(
    { vaultId, accounts, from: oldest, to: newest + 1 },
    venue.sequencer.appliedPosition,
  );
  const startOf = new Map(starts.map(({ period, at }) => [period, at]));
  const rows = Array.from({ length: newest - oldest + 1 }, (_, n) => {
    const number = newest - n;
    // Requests made in a period are settled at the start of the next.
    const ended = startOf.get(number + 1);
    const settled = flows.filter(({ period }) => period === number + 1);
    return {
      period_number: number,
      start_time: startOf.get(number) ?? createdAt,
      end_time: ended ?? nextPeriodAt,
      total_deposit_amount: ended === undefined ? null : fromMicros(sumOf(settled, ({ deposited }) => deposited)),
      total_withdrawal_amount: ended === undefined ? null : fromMicros(sumOf(settled, ({ withdrawn }) => withdrawn)),
    };
  });
  return listed({ rows, total }, page);
});

export const vaultBindings: readonly Binding[] = [
  getVaults,
  getVaultPerformance,
  getVaultPerformanceChart,
  getVaultPositions,
  getVaultInvestor,
  getFundPeriods,
];
