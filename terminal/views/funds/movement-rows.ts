// The rows of recent movements: the venue's records of deposits and withdrawals, preceded by sent deposits without a record yet.

import type { Client } from "@evermark/client";
import type { SentDeposit } from "./sent-deposits.ts";

export type AssetRow = Awaited<ReturnType<Client["funds"]["getAssetHistory"]>>["rows"][number];

export interface MovementRow {
  readonly id: string;
  readonly side: "DEPOSIT" | "WITHDRAW";
  readonly amount: number | string;
  readonly state: AssetRow["trans_status"] | "sent";
  readonly transaction: string;
  readonly at: number;
}

export function movementRows(history: readonly AssetRow[], sent: readonly SentDeposit[]): readonly MovementRow[] {
  const known = new Set(history.map((row) => row.tx_id.toLowerCase()));
  const unknown = sent
    .filter(({ transaction }) => !known.has(transaction.toLowerCase()))
    .map(({ transaction, amount, sentAtMs }) => {
      return { id: transaction, side: "DEPOSIT", amount, state: "sent", transaction, at: sentAtMs } as const;
    });
  const recorded = history.map(({ id, side, amount, trans_status, tx_id, created_time }) => {
    return { id: `${side}-${id}`, side, amount, state: trans_status, transaction: tx_id, at: created_time };
  });
  return [...unknown, ...recorded];
}
