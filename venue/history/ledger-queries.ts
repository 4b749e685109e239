// Reads of the ledger: every change of an account's balance, newest first.

import type { LedgerFilter, LedgerRow, Page } from "./reader.ts";
import type { Tables } from "./tables.ts";

const COLUMNS = `
  entry_id AS entryId, account, kind, amount, holding_after AS holdingAfter, reference, market, at`;

/** Deposits by transfer to an account's receiver address. Interface 4.8. */
const RECEIVED = "reference >= 'receiver:' AND reference < 'receiver;'";
const RECEIVED_MAX = 500;

/** Few accounts have any, and their other entries may be millions. */
export const RECEIVED_INDEX = `
CREATE INDEX ledger_received ON ledger (account) WHERE ${RECEIVED};`;

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

  /** Newest first, the latest 500. */
  received(account: number): LedgerRow[] {
    return this.#tables.all<LedgerRow>(
      `SELECT ${COLUMNS} FROM ledger INDEXED BY ledger_received WHERE account = ? AND ${RECEIVED}
       ORDER BY entry_id DESC LIMIT ${RECEIVED_MAX}`,
      account,
    );
  }
}
