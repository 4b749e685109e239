// Answers about the account itself: balance, fees and limits, margin figures. Interface 4.1 and 4.5, rules 5.2.

import { account as accountRows } from "@evermark/interface/accounts/account.ts";
import { type Binding, bind } from "../../http/routes/binding.ts";
import { AccountDay } from "../../statistics/day-result.ts";
import type { Venue } from "../../venue.ts";
import { feeInBasisPoints, fromE10, fromMicros } from "../../wire/decimals.ts";
import { allMarkets } from "../named/named-market.ts";
import { presentMargin } from "./present-margin.ts";

const getHolding = bind(accountRows.getHolding, async ({ venue, caller, query }) => {
  const row = await presentHolding(venue, caller.account);
  const isEmpty = row.holding === 0 && row.frozen === 0 && row.isolated_margin === 0;
  return { holding: isEmpty && query.all !== true ? [] : [row] };
});

/** The account's balance, in the venue's only token. */
export async function presentHolding(venue: Venue, account: number) {
  const changedAt = await balanceChangedAt(venue, account);
  const { engine } = venue;
  const margin = engine.margin(account);
  const isolated = engine.positions(account).filter((position) => position.marginMode === "ISOLATED");
  const isolatedMargin = isolated.reduce((sum, position) => sum + position.margin, 0);
  return {
    token: "USDC",
    holding: fromMicros(margin.holding),
    frozen: fromMicros(margin.frozen),
    // Always 0, because the venue trades only perpetuals.
    pending_short: 0,
    isolated_margin: fromMicros(isolatedMargin),
    isolated_order_frozen: fromMicros(margin.isolatedOrderFrozen),
    withdrawable: fromMicros(margin.withdrawable),
    updated_time: changedAt,
  };
}

async function balanceChangedAt(venue: Venue, account: number): Promise<number> {
  const newest = await venue.history.ledger({ account, page: 1, size: 1 }, venue.sequencer.appliedPosition);
  return newest.rows[0]?.at ?? venue.engine.account(account).openedAt;
}

const getClientInfo = bind(accountRows.getClientInfo, ({ venue, caller }) => {
  const { engine } = venue;
  const account = engine.account(caller.account);
  const takerFee = feeInBasisPoints(account.takerFee);
  const makerFee = feeInBasisPoints(account.makerFee);
  const markets = allMarkets(venue);
  const parameters = markets.map((market) => engine.market(market).parameters);
  return {
    account_id: account.accountId,
    // An account belongs to a wallet; the venue knows no email address of it.
    email: "",
    account_mode: "FUTURES" as const,
    max_leverage: Math.max(1, ...markets.map((market) => engine.maxLeverage(market))),
    taker_fee_rate: takerFee,
    maker_fee_rate: makerFee,
    futures_taker_fee_rate: takerFee,
    futures_maker_fee_rate: makerFee,
    rwa_taker_fee_rate: takerFee,
    rwa_maker_fee_rate: makerFee,
    maintenance_cancel_orders: account.maintenanceCancel,
    imr_factor: Object.fromEntries(parameters.map((market) => [market.symbol, fromE10(market.imrFactor)])),
    max_notional: Object.fromEntries(parameters.map((market) => [market.symbol, fromMicros(market.maxNotional)])),
  };
});

const getAccountInfo = bind(accountRows.getAccountInfo, ({ venue, caller }) => {
  const day = new AccountDay(venue, caller.account);
  return { ...presentMargin(venue.engine.margin(caller.account)), total_pnl_24h: fromMicros(day.total().pnl) };
});

const setMaintenanceConfig = bind(accountRows.setMaintenanceConfig, async (context) => {
  const { caller, body } = context;
  const cancels = body.maintenance_cancel_order_flag;
  await context.submit({ type: "set_maintenance_cancel", account: caller.account, cancels });
  return { success_alter: "true" };
});

export const accountBindings: readonly Binding[] = [getHolding, getClientInfo, setMaintenanceConfig, getAccountInfo];
