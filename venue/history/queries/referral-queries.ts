// Referral figures. Windows are whole UTC days, including today. Rules 8.5.

import { dayOf } from "../../sums/candle-sums.ts";
import { ALL_TIME } from "../schema/account-tables.ts";
import type { Reads } from "../tables/history-store.ts";
import { sql } from "../tables/query-builder.ts";
import { counted } from "../tables/row-pages.ts";
import { statement } from "../tables/statement.ts";

/** Figures of one window; money in micros. */
export interface ReferralWindow {
  readonly invites: number;
  readonly traded: number;
  readonly volume: number;
  readonly referrerRebate: number;
  readonly refereeRebate: number;
}

interface ReferralFigures {
  /** In the order in which they were asked for. */
  readonly windows: readonly ReferralWindow[];
  readonly total: ReferralWindow;
  readonly codes: readonly { readonly code: string; readonly invites: number; readonly traded: number }[];
}

interface WindowAsked {
  readonly account: number;
  readonly from: number;
}

const CODES = statement((builder, { account }: { account: number }) =>
  builder
    .selectFrom("referral_codes")
    .select(["code", "invites", "traded"])
    .where("referrer", "=", account)
    .orderBy("code"),
);
const INVITED = statement((builder, { account, from }: WindowAsked) =>
  counted(builder.selectFrom("referees").where("referrer", "=", account).where("bound_day", ">=", from)),
);
const TRADED = statement((builder, { account, from }: WindowAsked) =>
  counted(builder.selectFrom("referees").where("referrer", "=", account).where("traded_day", ">=", from)),
);

/** Sums over the days from `from` to `to`, both included. */
const SUMS = statement((builder, { account, from, to }: WindowAsked & { readonly to: number }) =>
  builder
    .selectFrom("referral_days")
    .select([
      sql<number>`coalesce(sum(volume), 0)`.as("volume"),
      sql<number>`coalesce(sum(referrer_rebate), 0)`.as("referrerRebate"),
      sql<number>`coalesce(sum(referee_rebate), 0)`.as("refereeRebate"),
    ])
    .where("account", "=", account)
    .where("day", ">=", from)
    .where("day", "<=", to),
);

/** @param days the length of each window in days, including today */
export function referralFigures(tables: Reads, account: number, now: number, days: readonly number[]): ReferralFigures {
  const codes = tables.all(CODES, { account });
  const sum = (of: "invites" | "traded") => codes.reduce((total, each) => total + each[of], 0);
  const ever = tables.first(SUMS, { account, from: ALL_TIME, to: ALL_TIME })!;
  return {
    windows: days.map((count) => windowOf(tables, account, dayOf(now) - count + 1)),
    total: { invites: sum("invites"), traded: sum("traded"), ...ever },
    codes,
  };
}

function windowOf(tables: Reads, account: number, from: number): ReferralWindow {
  return {
    invites: tables.first(INVITED, { account, from })!.count,
    traded: tables.first(TRADED, { account, from })!.count,
    ...tables.first(SUMS, { account, from, to: Number.MAX_SAFE_INTEGER })!,
  };
}
