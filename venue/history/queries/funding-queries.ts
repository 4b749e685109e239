// Reads of funding: rates and payments, newest first. Rules 6.6, `GET /v1/public/funding_rate_history`,
// `GET /v1/funding_fee/history`.

import type { Row } from "../schema/schema.ts";
import type { Reads } from "../tables/history-store.ts";
import { given, type Span, sql, within } from "../tables/query-builder.ts";
import { type Page, type PageFilter, paged, pageOf } from "../tables/row-pages.ts";
import { selectAll } from "../tables/selection.ts";
import { filtered, statement } from "../tables/statement.ts";

export type FundingRateRow = Row<"funding_rates">;

/** With the time of the next settlement, null while there is none: the market's period may have changed in between. */
interface FundingRateInTurn extends FundingRateRow {
  readonly nextAt: number | null;
}

const RATE = selectAll("funding_rates");
const RATES = paged(
  (builder, { market, ...span }: PageFilter & { readonly market: number }) =>
    builder.selectFrom("funding_rates").where("market", "=", market).where(within("at", span)),
  (found) =>
    found
      .select(RATE.columns)
      .select((rate) =>
        rate
          .selectFrom("funding_rates as next")
          .select(sql<number | null>`min(next.at)`.as("nextAt"))
          .whereRef("next.market", "=", "funding_rates.market")
          .whereRef("next.at", ">", "funding_rates.at")
          .as("nextAt"),
      )
      .orderBy("at", "desc"),
);

export function fundingRates(tables: Reads, filter: PageFilter & { readonly market: number }): Page<FundingRateInTurn> {
  return pageOf(tables, RATES, filter);
}

interface RatesBefore extends Span {
  readonly market: number;
  readonly before?: number | undefined;
  readonly limit: number;
}

const RATES_BEFORE = filtered((builder, { market, before, limit, ...span }: RatesBefore) =>
  builder
    .selectFrom("funding_rates")
    .select(RATE.columns)
    .where("market", "=", market)
    .where(within("at", span))
    .$if(before !== undefined, (found) => found.where("at", "<", before!))
    .orderBy("at", "desc")
    .limit(limit),
);

/** The rates before a time, newest first. */
export function fundingRatesBefore(tables: Reads, filter: RatesBefore): FundingRateRow[] {
  return tables.all(RATES_BEFORE, filter);
}

const RATES_SINCE = statement((builder, { since }: { since: number }) =>
  builder.selectFrom("funding_rates").select(RATE.columns).where("at", ">=", since).orderBy("at").orderBy("market"),
);

/** The rates of every market, oldest first. */
export function fundingRatesSince(tables: Reads, since: number): FundingRateRow[] {
  return tables.all(RATES_SINCE, { since });
}

export const PAYMENT = selectAll("funding_payments");

export type FundingPaymentRow = Row<"funding_payments">;

const PAYMENTS = paged(
  (
    builder,
    { account, market, ...span }: PageFilter & { readonly account: number; readonly market?: number | undefined },
  ) =>
    builder
      .selectFrom("funding_payments")
      .where(given("funding_payments", { account, market }))
      .where(within("at", span)),
  (found) => found.select(PAYMENT.columns).orderBy("at", "desc").orderBy("payment_id", "desc"),
);

export function fundingPayments(
  tables: Reads,
  filter: PageFilter & { readonly account: number; readonly market?: number | undefined },
): Page<FundingPaymentRow> {
  return pageOf(tables, PAYMENTS, filter);
}
