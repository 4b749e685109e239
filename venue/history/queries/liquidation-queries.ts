// Reads of liquidations, newest first. Rules 7, `GET /v1/liquidations`, `GET /v1/client/liquidator_liquidations`,
// `GET /v1/public/liquidated_positions`.

import type { Row } from "../schema/schema.ts";
import type { Reads } from "../tables/history-store.ts";
import { given, sql, within } from "../tables/query-builder.ts";
import { type Page, type PageFilter, paged, pageOf } from "../tables/row-pages.ts";
import { select } from "../tables/selection.ts";
import { statement } from "../tables/statement.ts";

type Transfer = Row<"liquidation_transfers">;

interface LiquidationFilter extends PageFilter {
  /** The account that gave up the positions. */
  readonly account?: number | undefined;
  /** The account that took them. */
  readonly taker?: number | undefined;
  readonly market?: number | undefined;
  readonly liquidationId?: number | undefined;
  readonly kinds?: readonly Transfer["kind"][] | undefined;
}

/** The event, with the number of the transfer, which counts all transfers of the venue. */
export type LiquidationRow = Transfer["event"] & { readonly transferId: number };

const TRANSFER = select("liquidation_transfers", ["transfer_id", "event"]);

const LIST = paged(
  (builder, { account, taker, market, liquidationId, kinds, ...span }: LiquidationFilter) =>
    builder
      .selectFrom("liquidation_transfers")
      .where(given("liquidation_transfers", { account, taker, kind: kinds, liquidation_id: liquidationId }))
      .where(within("at", span))
      // Checked for each transfer along the list: the market's transfers are not collected first.
      .$if(market !== undefined, (found) =>
        found.where((transfer) =>
          transfer.exists(
            transfer
              .selectFrom("liquidation_markets")
              .select(sql.lit(1).as("one"))
              .whereRef("liquidation_markets.transfer_id", "=", "liquidation_transfers.transfer_id")
              .where("liquidation_markets.market", "=", market!),
          ),
        ),
      ),
  (found) => found.select(TRANSFER.columns).orderBy("at", "desc").orderBy("transfer_id", "desc"),
);

/** Newest first. */
export function liquidations(tables: Reads, filter: LiquidationFilter): Page<LiquidationRow> {
  const { rows, total } = pageOf(tables, LIST, filter);
  return { rows: TRANSFER.rows(rows).map(rowOf), total };
}

interface FromTransfer {
  readonly market?: number | undefined;
  /** This transfer and earlier ones. */
  readonly upTo?: number | undefined;
  readonly limit: number;
}

const TAKEN = statement((builder, { upTo, limit }: { upTo: number; limit: number }) =>
  builder
    .selectFrom("liquidation_transfers")
    .select(TRANSFER.columns)
    .where("kind", "in", ["liquidated", "takeover"])
    .where("transfer_id", "<=", upTo)
    .orderBy("transfer_id", "desc")
    .limit(limit),
);

const TAKEN_OF_MARKET = statement((builder, values: { market: number; upTo: number; limit: number }) =>
  builder
    .selectFrom("liquidation_markets")
    .crossJoin("liquidation_transfers")
    .select(TRANSFER.columns)
    .whereRef("liquidation_transfers.transfer_id", "=", "liquidation_markets.transfer_id")
    .where("market", "=", values.market)
    .where("kind", "in", ["liquidated", "takeover"])
    .where("liquidation_markets.transfer_id", "<=", values.upTo)
    .orderBy("liquidation_markets.transfer_id", "desc")
    .limit(values.limit),
);

/** Transfers of positions away from users, to liquidators or to the insurance fund, newest first. */
export function liquidationsFrom(tables: Reads, filter: FromTransfer): LiquidationRow[] {
  const { market, upTo = Number.MAX_SAFE_INTEGER, limit } = filter;
  const found =
    market === undefined ? tables.all(TAKEN, { upTo, limit }) : tables.all(TAKEN_OF_MARKET, { market, upTo, limit });
  return TRANSFER.rows(found).map(rowOf);
}

function rowOf({ transferId, event }: Pick<Transfer, "transferId" | "event">): LiquidationRow {
  return { transferId, ...event };
}
