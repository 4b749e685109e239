// Migrates tables from one version to the next. New tables and columns come from the declarations; their data is derived here.

import { HOUR_MS } from "../../sums/candle-sums.ts";
import { WHOLE_VENUE } from "../schema/market-tables.ts";
import { OLDEST_VERSION } from "../schema/schema.ts";
import { createSince } from "./create-tables.ts";

/** Divided by two for the venue, because both legs of a match are in the minutes. */
export const VOLUMES_OF_MINUTES = `
INSERT INTO volume_hours
SELECT broker_id, hour, sum(amount) OVER (PARTITION BY broker_id ORDER BY hour) FROM (
  SELECT broker_id, start - start % ${HOUR_MS} AS hour, sum(amount) AS amount
  FROM broker_minutes GROUP BY broker_id, hour
  UNION ALL
  SELECT '${WHOLE_VENUE}', start - start % ${HOUR_MS} AS hour, sum(amount) / 2 FROM broker_minutes GROUP BY hour
) AS hours`;

/** SQL that fills new tables from existing ones, by the version that added them. */
const FILLED: Readonly<Record<number, string>> = {
  7: `
    ${VOLUMES_OF_MINUTES};
    -- What was credited before deposits were kept is known by the ledger alone.
    INSERT INTO deposits
      SELECT NULL, account, amount, CASE WHEN reference LIKE 'faucet:%' THEN 'faucet' WHEN reference LIKE 'receiver:%'
        THEN 'receiver' ELSE 'chain' END, '', reference, 0, '', 'COMPLETED', '', at, at
      FROM ledger WHERE kind = 'deposit' ORDER BY entry_id;`,
  8: `
    -- Before there was the table, each algo order placed one order.
    INSERT INTO algo_fills
      SELECT algo_orders.algo_order_id, fills.trade_id
      FROM algo_orders JOIN fills ON fills.order_id = json_extract(algo_orders.state, '$.orderId');`,
};

/** The migration from a version to the next; undefined for a version that can't be migrated. */
export function migrationFrom(version: number): string | undefined {
  if (version < OLDEST_VERSION) return undefined;
  return `${createSince(version + 1)}\n${FILLED[version + 1] ?? ""}`;
}
