// Reads of the ledger: every change of an account's balance, newest first.

import type { Database } from "bun:sqlite";
import type { LedgerFilter, LedgerRow, Page } from "./reader.ts";

const COLUMNS = `
  entry_id AS entryId, account, kind, amount, holding_after AS holdingAfter, reference, market, at`;

export class LedgerQueries {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  ledger(filter: LedgerFilter): Page<LedgerRow> {
    const conditions = ["account = ?"];
    const values: (number | string)[] = [filter.account];
    if (filter.startTime !== undefined) {
      conditions.push("at >= ?");
      values.push(filter.startTime);
    }
    if (filter.endTime !== undefined) {
      conditions.push("at <= ?");
      values.push(filter.endTime);
    }
    if (filter.kinds !== undefined) {
      conditions.push(`kind IN (${filter.kinds.map(() => "?").join(", ")})`);
      values.push(...filter.kinds);
    }
    const from = `FROM ledger INDEXED BY ledger_by_account WHERE ${conditions.join(" AND ")}`;
    const { total } = this.#database.query(`SELECT count(*) AS total ${from}`).get(...values) as { total: number };
    const rows = this.#database
      .query(`SELECT ${COLUMNS} ${from} ORDER BY at DESC, entry_id DESC LIMIT ? OFFSET ?`)
      .all(...values, filter.size, (filter.page - 1) * filter.size) as LedgerRow[];
    return { rows, total };
  }
}
