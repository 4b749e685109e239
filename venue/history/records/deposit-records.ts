// Deposits in history: each that was seen, in its last state, and the list of what came and went. Rules 9.2, 9.8.

import type { Statement } from "bun:sqlite";
import type { DepositState, FundsEvent, WithdrawalState } from "@evermark/engine";
import type { Page } from "../queries/rows.ts";
import { type PageFilter, Where } from "../tables/page-of.ts";
import type { Tables } from "../tables/tables.ts";

const ON_ITS_WAY = "state IN ('PENDING', 'PROCESSED')";

export const DEPOSIT_TABLES = `
CREATE TABLE deposits (
  deposit_id INTEGER PRIMARY KEY,
  account INTEGER NOT NULL,
  amount INTEGER NOT NULL,
  source TEXT NOT NULL,
  -- Where it is on its chain; '' where no chain is behind it.
  chain_key TEXT NOT NULL,
  reference TEXT NOT NULL,
  -- 0 where it is not known.
  chain_id INTEGER NOT NULL,
  tx_id TEXT NOT NULL,
  state TEXT NOT NULL,
  -- Why it failed.
  reason TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;
CREATE INDEX deposits_by_account ON deposits (account, created_at, state);
CREATE INDEX deposits_on_their_way ON deposits (chain_key) WHERE ${ON_ITS_WAY};
-- From an entry of the ledger to its transaction: a reference is credited once.
CREATE INDEX deposits_credited ON deposits (reference) WHERE state = 'COMPLETED';
`;

/** What was credited before deposits were kept is known by the ledger alone. */
export const DEPOSITS_OF_LEDGER = `
INSERT INTO deposits
  SELECT NULL, account, amount, CASE WHEN reference LIKE 'faucet:%' THEN 'faucet' WHEN reference LIKE 'receiver:%'
    THEN 'receiver' ELSE 'chain' END, '', reference, 0, '', 'COMPLETED', '', at, at
  FROM ledger WHERE kind = 'deposit' ORDER BY entry_id;
`;

type DepositEvent = Extract<FundsEvent, { type: "deposit" }>;

export class DepositRecords {
  readonly #insert: Statement;
  readonly #update: Statement;

  constructor(tables: Tables) {
    this.#insert = tables.prepare(`INSERT INTO deposits VALUES (NULL, ${"?, ".repeat(10)}?)`);
    this.#update = tables.prepare(
      `UPDATE deposits SET amount = ?, reference = ?, tx_id = ?, state = ?, reason = ?, updated_at = ?
       WHERE chain_key = ? AND ${ON_ITS_WAY}`,
    );
  }

  /** One that comes again after it was gone is another one. */
  put(event: DepositEvent): void {
    const { account, amount, source, key, reference, chainId, transaction, state, reason, createdAt, at } = event;
    if (key !== "" && this.#update.run(amount, reference, transaction, state, reason, at, key).changes > 0) return;
    this.#insert.run(account, amount, source, key, reference, chainId, transaction, state, reason, createdAt, at);
  }
}

/** A deposit or a withdrawal, as one list has them. */
export interface AssetRow {
  readonly side: "DEPOSIT" | "WITHDRAW";
  /** Of a withdrawal its own; of a deposit the place in the table. */
  readonly id: number;
  readonly amount: number;
  readonly fee: number;
  /** 0 of a deposit without a chain. */
  readonly chainId: number;
  readonly transaction: string;
  readonly state: DepositState | WithdrawalState;
  readonly createdAt: number;
  readonly updatedAt: number;
  /** Of a deposit, else "". */
  readonly chainKey: string;
  readonly reference: string;
}

export interface AssetFilter extends PageFilter {
  readonly account: number;
  readonly side?: AssetRow["side"] | undefined;
  readonly states?: readonly AssetRow["state"][] | undefined;
}

/** Newest first. Each side lies in that order already: a page of both is no work of sorting. */
export function assets(tables: Tables, filter: AssetFilter): Page<AssetRow> {
  const { account, page, size } = filter;
  const lists = [
    { side: "DEPOSIT", from: "deposits INDEXED BY deposits_by_account", columns: DEPOSIT_COLUMNS },
    { side: "WITHDRAW", from: "withdrawals INDEXED BY withdrawals_by_account", columns: WITHDRAWAL_COLUMNS },
  ].filter(({ side }) => filter.side === undefined || filter.side === side);
  const where = new Where().and("account = ?", account).within("created_at", filter).oneOf("state", filter.states);
  const { text, values } = where;
  const selects = lists.map(({ columns, from }) => `SELECT ${columns} FROM ${from} WHERE ${text}`);
  const rows = tables.all<AssetRow>(
    `${selects.join(" UNION ALL ")} ORDER BY createdAt DESC, id DESC LIMIT ? OFFSET ?`,
    ...lists.flatMap(() => values),
    size,
    (page - 1) * size,
  );
  const total = lists.reduce((sum, { from }) => sum + tables.count(`${from} WHERE ${text}`, ...values), 0);
  return { rows, total };
}

const SHARED_COLUMNS = `amount, chain_id AS chainId, tx_id AS "transaction", state, created_at AS createdAt,
  updated_at AS updatedAt`;
const DEPOSIT_COLUMNS = `'DEPOSIT' AS side, deposit_id AS id, 0 AS fee, ${SHARED_COLUMNS}, chain_key AS chainKey, reference`;
const WITHDRAWAL_COLUMNS = `'WITHDRAW' AS side, withdrawal_id AS id, fee, ${SHARED_COLUMNS}, '' AS chainKey, '' AS reference`;
