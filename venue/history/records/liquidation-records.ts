// Liquidations in history: each time positions changed hands without a trade, who gave and who took them. Rules 7,
// `GET /v1/liquidations`, `GET /v1/client/liquidator_liquidations`, `GET /v1/public/liquidated_positions`.

import type { Statement } from "bun:sqlite";
import type { LiquidationEvent } from "@evermark/engine";
import type { Page } from "../queries/rows.ts";
import { type PageFilter, pageOf, Where } from "../tables/page-of.ts";
import type { Tables } from "../tables/tables.ts";

export const LIQUIDATION_TABLES = `
CREATE TABLE liquidation_transfers (
  transfer_id INTEGER PRIMARY KEY,
  liquidation_id INTEGER NOT NULL,
  kind TEXT NOT NULL,
  account INTEGER NOT NULL,
  taker INTEGER NOT NULL,
  at INTEGER NOT NULL,
  -- The event as the engine told it: JSON.
  event TEXT NOT NULL
) STRICT;
CREATE INDEX liquidation_transfers_by_account ON liquidation_transfers (account, at, kind);
CREATE INDEX liquidation_transfers_by_taker ON liquidation_transfers (taker, at, kind);
CREATE INDEX liquidation_transfers_by_time ON liquidation_transfers (at, kind);
-- Which markets a transfer was of, for lists that ask for one.
CREATE TABLE liquidation_markets (
  transfer_id INTEGER NOT NULL,
  market INTEGER NOT NULL,
  PRIMARY KEY (transfer_id, market)
) STRICT, WITHOUT ROWID;
`;

/** For the liquidations of one market, newest first. */
export const LIQUIDATION_MARKET_INDEXES = `
CREATE INDEX liquidation_markets_by_market ON liquidation_markets (market, transfer_id);
`;

export const LIQUIDATION_INDEXES = `
CREATE INDEX liquidation_transfers_by_liquidation ON liquidation_transfers (liquidation_id, at);
`;

type LiquidationTransfer = Extract<LiquidationEvent, { type: "transferred" }>;

export class LiquidationRecords {
  readonly #insert: Statement;
  readonly #insertMarket: Statement;

  constructor(tables: Tables) {
    this.#insert = tables.prepare("INSERT INTO liquidation_transfers VALUES (NULL, ?, ?, ?, ?, ?, ?)");
    this.#insertMarket = tables.prepare("INSERT OR IGNORE INTO liquidation_markets VALUES (last_insert_rowid(), ?)");
  }

  put(event: LiquidationEvent): void {
    if (event.type !== "transferred") return;
    const { liquidationId, kind, account, taker, at } = event;
    this.#insert.run(liquidationId, kind, account, taker, at, JSON.stringify(event));
    for (const market of new Set(event.positions.map((position) => position.market))) this.#insertMarket.run(market);
  }
}

interface LiquidationFilter extends PageFilter {
  /** The side that gave the positions away. */
  readonly account?: number | undefined;
  /** The side that took them. */
  readonly taker?: number | undefined;
  readonly market?: number | undefined;
  readonly liquidationId?: number | undefined;
  readonly kinds?: readonly LiquidationTransfer["kind"][] | undefined;
}

export interface LiquidationRow extends LiquidationTransfer {
  /** Counts all transfers of the venue. */
  readonly transferId: number;
}

/** Asked of each transfer on the way through the list: those of a market are not gathered first. */
const OF_MARKET = `EXISTS (
  SELECT 1 FROM liquidation_markets WHERE transfer_id = liquidation_transfers.transfer_id AND market = ?
)`;

/** Newest first. */
export function liquidations(tables: Tables, filter: LiquidationFilter): Page<LiquidationRow> {
  const where = new Where()
    .and("account = ?", filter.account)
    .and("taker = ?", filter.taker)
    .within("at", filter)
    .oneOf("kind", filter.kinds)
    .and("liquidation_id = ?", filter.liquidationId)
    .and(OF_MARKET, filter.market);
  const select = {
    columns: "transfer_id AS transferId, event",
    from: "liquidation_transfers",
    time: "at",
    key: "transfer_id",
  };
  const { rows, total } = pageOf<{ transferId: number; event: string }>(tables, select, where, filter);
  return { rows: rows.map(({ transferId, event }) => ({ transferId, ...JSON.parse(event) })), total };
}

/** Takeovers from users and by liquidators, newest first: those before a transfer, itself included. */
export function liquidationsFrom(
  tables: Tables,
  filter: { readonly market?: number | undefined; readonly upTo?: number | undefined; readonly limit: number },
): LiquidationRow[] {
  const { market, upTo = Number.MAX_SAFE_INTEGER, limit } = filter;
  const rows =
    market === undefined
      ? tables.all<{ transferId: number; event: string }>(
          `SELECT transfer_id AS transferId, event FROM liquidation_transfers
           WHERE kind IN ('liquidated', 'takeover') AND transfer_id <= ? ORDER BY transfer_id DESC LIMIT ?`,
          upTo,
          limit,
        )
      : tables.all<{ transferId: number; event: string }>(
          `SELECT transfer_id AS transferId, event FROM liquidation_markets CROSS JOIN liquidation_transfers USING (transfer_id)
           WHERE market = ? AND kind IN ('liquidated', 'takeover') AND transfer_id <= ? ORDER BY transfer_id DESC LIMIT ?`,
          market,
          upTo,
          limit,
        );
  return rows.map(({ transferId, event }) => ({ transferId, ...JSON.parse(event) }));
}
