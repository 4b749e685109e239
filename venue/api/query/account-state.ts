// Handlers of the queries about what a wallet's accounts hold. Interface 4.3, rules 5.2 and 5.3.

import type { QueryAnswer } from "@evermark/interface/queries/public-query.ts";
import { JsonText } from "../../http/envelope/envelope.ts";
import type { Venue } from "../../venue.ts";
import { e8Text, feeRateText, moneyText } from "../../wire/decimal-text.ts";
import { marketOf } from "../named/named-market.ts";
import { accountTypeOf, HeldAccount } from "./account-text.ts";
import { accountsIn, findPrimary, namesOf } from "./address-scope.ts";
import { spanOfDays, volumesOf, worthAtMidnights } from "./daily-worth.ts";
import { fillsOf } from "./lists.ts";
import { changePercent, summaryOf } from "./market-summary.ts";
import { clamped } from "./markets.ts";
import { openRows } from "./orders.ts";
import { type Handlers, pageOf } from "./query-context.ts";
import { addressNotFound } from "./refusal.ts";
import { WorkSlices } from "./work-slices.ts";

const OPEN_ORDERS_MAX = 100;
const RECENT_TRADES = { fallback: 20, max: 50 };
const DAYS_DEFAULT = 90;
const TIERS = ["PUBLIC", "SILVER", "GOLD", "PLATINUM", "DIAMOND"] as const;

type Names =
  | "accountState"
  | "positionContext"
  | "agentContext"
  | "whaleContext"
  | "accounts"
  | "portfolio"
  | "feeRate";

export const accountHandlers: Handlers<Names> = {
  async accountState({ venue, request }) {
    const accounts = accountsIn(venue.engine, request);
    if (request.account_id !== undefined) return new HeldAccount(venue, accounts[0]!).state();
    const turns = new WorkSlices();
    const states = [];
    for (const account of accounts) {
      states.push(new HeldAccount(venue, account).state());
      await turns.yield();
    }
    return { address: request.address, accounts: states };
  },

  positionContext({ venue, request }) {
    const { engine } = venue;
    const market = marketOf(venue, request.symbol);
    const { mark_price, index_price, bid_price, ask_price, last_funding_rate, ...rest } = summaryOf(venue, market);
    const { est_funding_rate, next_funding_time, open_interest } = rest;
    const context = {
      ...{ mark_price, index_price, bid_price, ask_price, last_funding_rate, est_funding_rate, next_funding_time },
      ...{ "24h_volume": rest["24h_volume"], open_interest },
    };
    const account = findPrimary(engine, request);
    if (account === undefined) return { position: null, open_orders: [], market: context, account_summary: null };
    const held = new HeldAccount(venue, account);
    const own = held.positions().filter(({ symbol }) => symbol === request.symbol);
    return {
      // The cross position where both exist.
      position: own[0] ?? null,
      open_orders: openRows(engine, [account], market).slice(0, OPEN_ORDERS_MAX),
      market: context,
      account_summary: {
        free_collateral: moneyText(held.margin.freeCollateral),
        margin_ratio: e8Text(held.margin.marginRatioE8),
      },
    };
  },

  agentContext({ venue, request }) {
    const { engine, statistics } = venue;
    const account = findPrimary(engine, request);
    if (account === undefined) throw addressNotFound();
    const held = new HeldAccount(venue, account);
    const markets = [...new Set(held.views.map(({ market }) => market))];
    const open = engine.openOrders(account, EVERY_MARKET).length + engine.algoOrders.open(account, EVERY_MARKET).length;
    return {
      account: { ...held.context(), open_order_count: open },
      positions: held.positions(),
      markets: markets.map((market) => ({
        ...summaryOf(venue, market),
        "24h_change_pct": changePercent(statistics.rollingDay(market)),
      })),
    };
  },

  async whaleContext({ venue, request }) {
    const account = findPrimary(venue.engine, request);
    if (account === undefined) return { account: null, positions: [], recent_trades: [] };
    const limit = clamped(request.recent_trades_limit, RECENT_TRADES);
    const { rows } = await fillsOf(venue, [account], { limit });
    const held = new HeldAccount(venue, account);
    const text = JSON.stringify({ account: held.context(), positions: held.positions() });
    return new JsonText(`${text.slice(0, -1)},"recent_trades":[${rows}]}`);
  },

  async accounts({ venue, request }) {
    const { engine } = venue;
    const turns = new WorkSlices();
    const accounts = [];
    for (const account of accountsIn(engine, request)) {
      accounts.push({
        ...named(venue, account),
        account_value: moneyText(engine.margin(account).accountValue),
      });
      await turns.yield();
    }
    return { address: request.address, accounts };
  },

  async portfolio({ venue, request, cursors }) {
    const { limit = DAYS_DEFAULT, end_time: endTime, start_time: startTime } = request;
    const accounts = accountsIn(venue.engine, request);
    const place = cursors.read(["last_date", "from", "to"]);
    // Later pages cover the same days as the first, even if a day ends in between.
    const { from, to } = place ?? spanOfDays(venue.engine.now, { startTime, endTime });
    const days = await worthAtMidnights(venue, accounts, { from, to });
    const found = days.filter(({ timestamp }) => place === undefined || timestamp < place.last_date);
    return pageOf(cursors, found, limit, ({ timestamp }) => ({ last_date: timestamp, from, to }));
  },

  async feeRate({ venue, request }) {
    const accounts = accountsIn(venue.engine, request);
    const volumes = await volumesOf(venue, accounts);
    const rates = accounts.map((account) => ratesOf(venue, account, volumes.get(account) ?? 0n));
    if (request.account_id !== undefined) return rates[0]!;
    const rows = accounts.map((account, i) => ({ ...named(venue, account), ...rates[i]! }));
    return request.broker_id === undefined ? { accounts: rows } : { sub_accounts: rows };
  },
};

const EVERY_MARKET = -1;

function named({ engine }: Venue, account: number) {
  return { ...namesOf(engine, account), account_type: accountTypeOf(engine.account(account), engine) };
}

function ratesOf(
  { engine }: Venue,
  account: number,
  volume: bigint,
): Extract<QueryAnswer<"feeRate">, { readonly tier: string }> {
  const { takerFee, makerFee } = engine.fees.rates(account);
  const broker = engine.findBroker(engine.account(account).brokerId);
  const tier = TIERS[engine.fees.broker(broker).tier] ?? "PUBLIC";
  return {
    tier,
    futures_tier: tier,
    maker_fee_rate: feeRateText(makerFee),
    taker_fee_rate: feeRateText(takerFee),
    "30d_volume": moneyText(volume),
  };
}
