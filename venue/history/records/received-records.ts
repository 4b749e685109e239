// Deposits by plain transfer in history, each with its last state, as `receiver_events` tells them. One that is no longer on
// its chain and comes back is the same deposit. Interface 4.8, rules 9.2.

import type { Statement } from "bun:sqlite";
import type { DepositState, FundsEvent } from "@evermark/engine";
import type { Tables } from "../tables/tables.ts";

export const RECEIVED_TABLE = `
CREATE TABLE received (
  key TEXT PRIMARY KEY,
  account INTEGER NOT NULL,
  -- receiver:<chain>:<transaction>:<log>:<token>
  reference TEXT NOT NULL,
  amount INTEGER NOT NULL,
  state TEXT NOT NULL,
  reason TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;
CREATE INDEX received_by_account ON received (account, created_at);
CREATE INDEX received_by_reference ON received (reference);
`;

const PREFIX = "receiver:";
const NEWEST_MAX = 500;

export class ReceivedRecords {
  readonly #put: Statement;
  readonly #keyOf: Statement;

  constructor(tables: Tables) {
    this.#put = tables.prepare(`INSERT INTO received VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (key) DO UPDATE SET
      reference = excluded.reference, amount = excluded.amount, state = excluded.state, reason = excluded.reason,
      updated_at = excluded.updated_at`);
    this.#keyOf = tables.prepare("SELECT key FROM received WHERE reference = ?");
  }

  put(event: Extract<FundsEvent, { type: "deposit" }>): void {
    const { reference, account, amount, state, reason, createdAt, at } = event;
    if (!reference.startsWith(PREFIX)) return;
    this.#put.run(this.#key(event), account, reference, amount, state, reason, createdAt, at);
  }

  /** What an operator credits by hand names no place on a chain: it is what was shown under the reference. */
  #key({ key, reference }: Extract<FundsEvent, { type: "deposit" }>): string {
    if (key !== "") return key;
    const known = this.#keyOf.get(reference) as { readonly key: string } | null;
    return known?.key ?? reference;
  }
}

export interface ReceivedRow {
  readonly reference: string;
  readonly amount: number;
  readonly state: DepositState;
  /** Why it failed, else "". */
  readonly reason: string;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** Newest first, the latest 500. */
export function received(tables: Tables, account: number): ReceivedRow[] {
  return tables.all<ReceivedRow>(
    `SELECT reference, amount, state, reason, created_at AS createdAt, updated_at AS updatedAt
     FROM received INDEXED BY received_by_account WHERE account = ? ORDER BY created_at DESC, rowid DESC LIMIT ${NEWEST_MAX}`,
    account,
  );
}
