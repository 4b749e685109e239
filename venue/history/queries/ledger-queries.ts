// Reads of the ledger: every change of an account's balance, newest first.

import type { Tables } from "../tables/tables.ts";
import type { LedgerFilter, LedgerRow, Page } from "./rows.ts";

const COLUMNS = `
  entry_id AS entryId, account, kind, amount, holding_after AS holdingAfter, reference, market, at`;

export class LedgerQueries {
  readonly #tables: Tables;

  constructor(tables: Tables) {
    this.#tables = tables;
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
    const from = `ledger INDEXED BY ledger_by_account WHERE ${conditions.join(" AND ")}`;
    const rows = this.#tables.all<LedgerRow>(
      `SELECT ${COLUMNS} FROM ${from} ORDER BY at DESC, entry_id DESC LIMIT ? OFFSET ?`,
      ...values,
      filter.size,
      (filter.page - 1) * filter.size,
    );
    return { rows, total: this.#tables.count(from, ...values) };
  }
}
