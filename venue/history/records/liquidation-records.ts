// Liquidations in history: each time positions changed hands without a trade, who gave and who took them. Rules 7.

import type { LiquidationEvent } from "@evermark/engine";
import type { NewRow } from "../schema/schema.ts";
import { sql } from "../tables/query-builder.ts";
import { statement } from "../tables/statement.ts";
import type { Tables, Write } from "../tables/tables.ts";
import { insertInto } from "../tables/writing.ts";

const INSERT = insertInto("liquidation_transfers");
/** Of the transfer that was inserted last. */
const INSERT_MARKET = statement((builder, { market }: { market: number }) =>
  builder
    .insertInto("liquidation_markets")
    .values({ transfer_id: sql<number>`last_insert_rowid()`, market })
    .onConflict((conflict) => conflict.doNothing()),
);

export class LiquidationRecords {
  readonly #insert: Write<NewRow<"liquidation_transfers">>;
  readonly #insertMarket: Write<{ market: number }>;

  constructor(tables: Tables) {
    this.#insert = tables.prepare(INSERT);
    this.#insertMarket = tables.prepare(INSERT_MARKET);
  }

  put(event: LiquidationEvent): void {
    if (event.type !== "transferred") return;
    const { liquidationId, kind, account, taker, at } = event;
    this.#insert.run({ liquidationId, kind, account, taker, at, event: JSON.stringify(event) });
    for (const market of new Set(event.positions.map((position) => position.market)))
      this.#insertMarket.run({ market });
  }
}
