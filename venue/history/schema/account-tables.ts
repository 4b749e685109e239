// The tables of accounts: balances, sums by minute and day, positions, and inboxes.

import { type LedgerKind, MARGIN_MODES } from "@evermark/engine";
import type { NoticeContent } from "../../notifications/notices.ts";
import {
  COUNTS_ON,
  type Column,
  counted,
  flag,
  json,
  orNull,
  since,
  table,
  text,
  unique,
  whole,
  word,
} from "./column.ts";

/** Stand in for a day: for an account that has not traded yet, and for sums since the beginning. */
export const [NEVER, ALL_TIME] = [-1, -1];

export const NOTIFICATION_TYPES = ["TRADE", "SYSTEM"] as const;

/** How a position lost a part without its owner's order. */
type PositionKind = "normal" | "liquidated" | "adl" | "delisted";

/** The sums of the fills, transfers and funding of a span of time. */
const sums = {
  quantity: whole("lots", "bought less sold"),
  cost: whole("micros", "amount paid less amount received, plus the fee"),
  fee: whole("micros"),
};
const trading = {
  volume: whole("micros", "traded value"),
  trades: whole("count"),
  closes: whole("count", "number of trades that closed something with a gain or a loss"),
  wins: whole("count", "number of those with a gain"),
};

/** The same columns, added to a table in a later version. */
function later<Columns extends Record<string, Column<number>>>(version: number, columns: Columns): Columns {
  return Object.fromEntries(
    Object.entries(columns).map(([name, column]) => [name, since(version, column, 0)]),
  ) as Columns;
}

export const accountTables = {
  ledger: table({
    meaning: "Every change of an account's balance.",
    columns: {
      entry_id: counted("number of the entry among all entries of the venue"),
      account: whole("number"),
      kind: text<LedgerKind>(),
      amount: whole("micros", "signed change of the holding"),
      holding_after: whole("micros"),
      reference: text("what caused it, for instance the deposit's reference"),
      market: whole("number", "-1 when it belongs to no market"),
      at: whole("ms"),
    },
    key: ["entry_id"],
    indices: { ledger_by_account: { on: ["account", "at"] } },
  }),

  account_minutes: table({
    meaning: "Sums of the fills of an account, by minute: a day has at most 1440 rows for each market.",
    columns: {
      account: whole("number"),
      start: whole("ms"),
      market: whole("number"),
      margin_mode: word(MARGIN_MODES),
      ...sums,
      ...later(7, trading),
    },
    // Keeps the rows of the running minute, which change all the time, next to each other.
    key: ["start", "account", "market", "margin_mode"],
    leaves: { group: "trades", begun: "start" },
  }),

  account_market_days: table({
    meaning: "The same by day and market, for lists of wallets over a week or a month.",
    since: 7,
    columns: { account: whole("number"), day: whole("days"), market: whole("number"), ...sums, ...trading },
    key: ["account", "day", "market"],
  }),

  account_days: table({
    meaning: "Value of an account at the end of each day, and what it traded on that day.",
    since: 7,
    columns: {
      account: whole("number"),
      day: whole("days"),
      volume: whole("micros", "traded on the day"),
      fee: whole("micros", "fees of the day"),
      trades: whole("count"),
      volume_total: whole("micros", "traded since the account was opened"),
      moved_total: whole("micros", "money that came in from outside since then, less money that went out"),
      value: orNull(whole("micros", "value of the account at the end of the day; null for the current day")),
      frozen: orNull(whole("micros", "amount being withdrawn, in addition")),
    },
    key: ["account", "day"],
    indices: { account_days_running: { on: ["account"], where: "value IS NULL" } },
  }),

  positions: table({
    meaning:
      "Positions from their opening until they are flat; a fill that reverses a position ends it and opens the next one.",
    since: 7,
    columns: {
      position_id: whole("number"),
      account: whole("number"),
      market: whole("number"),
      margin_mode: word(MARGIN_MODES),
      direction: whole("count", "1 for a long, -1 for a short") as Column<1 | -1>,
      kind: text<PositionKind>('how it was reduced without an order of its owner; "normal" when it was not'),
      leverage: whole("count"),
      opened: whole("lots", "total size that was opened"),
      opened_notional: whole("micros"),
      closed: whole("lots"),
      closed_notional: whole("micros"),
      largest: whole("lots", "largest size of the position"),
      trading_fee: whole("micros"),
      funding_fee: whole("micros"),
      insurance_fee: whole("micros"),
      liquidator_fee: whole("micros"),
      realized_pnl: whole("micros"),
      liquidation_id: whole("number", "the last liquidation that it was part of; 0 for none"),
      opened_at: whole("ms"),
      closed_at: whole("ms", "0 while it is open"),
      updated_at: whole("ms"),
    },
    key: ["position_id"],
    indices: {
      positions_by_account: { on: ["account"] },
      positions_by_market: { on: ["account", "market", "margin_mode"] },
    },
    leaves: { group: "positions", begun: "opened_at", once: "closed_at > 0", over: "closed_at", newest: COUNTS_ON },
  }),

  notifications: table({
    meaning: "The inbox of each account: the newest notifications of each type.",
    since: 7,
    columns: {
      account: whole("number"),
      type: word(NOTIFICATION_TYPES),
      number: whole("number", "number among those of the account and type; the last one determines which are kept"),
      notification_id: whole("number"),
      at: whole("ms"),
      is_read: flag(),
      content: json<NoticeContent>("content of the notification"),
    },
    key: ["account", "type", "number"],
    indices: { notifications_by_id: { on: ["account", "notification_id", "is_read"] } },
  }),

  announcements: table({
    meaning: "Notifications to every account, stored once and read as part of each inbox.",
    since: 7,
    columns: {
      notification_id: whole("number"),
      announcement_id: unique(whole("number")),
      accounts: whole("count", "number of accounts at that time: accounts with a lower number were notified"),
      at: whole("ms"),
      withdrawn_at: whole("ms", "0 while it is active"),
      content: json<object>("content of the announcement"),
    },
    key: ["notification_id"],
  }),

  announcements_read: table({
    meaning: "Which accounts have read an announcement.",
    since: 7,
    columns: { notification_id: whole("number"), account: whole("number") },
    key: ["notification_id", "account"],
  }),

  referees: table({
    meaning: "Accounts that are bound to a referral code.",
    since: 7,
    columns: {
      account: whole("number"),
      referrer: whole("number"),
      code: text(),
      bound_day: whole("days"),
      traded_day: whole("days", `last day on which it traded; ${NEVER} for an account that never traded`),
    },
    key: ["account"],
    indices: {
      referees_by_binding: { on: ["referrer", "bound_day"] },
      referees_by_trade: { on: ["referrer", "traded_day"] },
    },
  }),

  referral_days: table({
    meaning: "What the referees of an account traded on a day, and the rebates that the account was paid.",
    since: 7,
    columns: {
      account: whole("number"),
      day: whole("days", `${ALL_TIME} for all since the beginning`),
      volume: whole("micros"),
      referrer_rebate: whole("micros", "paid to the account as referrer"),
      referee_rebate: whole("micros", "paid to the account as referee"),
    },
    key: ["account", "day"],
  }),

  referral_codes: table({
    meaning: "Number of accounts bound to a code, and how many of them have traded.",
    since: 7,
    columns: { code: text(), referrer: whole("number"), invites: whole("count"), traded: whole("count") },
    key: ["code"],
    indices: { referral_codes_by_referrer: { on: ["referrer"] } },
  }),
};
