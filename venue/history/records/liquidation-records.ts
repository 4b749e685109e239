// Liquidations in history: each transfer of positions without a trade, with the account that gave them up and the one that
// took them. Rules 7.

import type { LiquidationEvent } from "@evermark/engine";
import type { NewRow } from "../schema/schema.ts";
import type { Store, Write } from "../tables/history-store.ts";
import { insertInto, insertNewInto } from "../tables/writing.ts";

const INSERT = insertInto("liquidation_transfers");
const INSERT_MARKET = insertNewInto("liquidation_markets");

export class LiquidationRecords {
  readonly #insert: Write<NewRow<"liquidation_transfers">>;
  readonly #insertMarket: Write<NewRow<"liquidation_markets">>;

  constructor(tables: Store) {
    this.#insert = tables.prepare(INSERT);
    this.#insertMarket = tables.prepare(INSERT_MARKET);
  }

  put(event: LiquidationEvent): void {
    if (event.type !== "transferred") return;
    const { liquidationId, kind, account, taker, at } = event;
    const row = { liquidationId, kind, account, taker, at, event: JSON.stringify(event) };
    const transferId = Number(this.#insert.run(row).lastInsertRowid);
    for (const market of new Set(event.positions.map((position) => position.market)))
      this.#insertMarket.run({ transferId, market });
  }
}
