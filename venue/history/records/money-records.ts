// Money in history: ledger entries, settlements, transfers between accounts, the latest state of deposits and withdrawals,
// and what the daily job paid out. Rules 4.5, 8.5, 9.

import type { FundsEvent, LedgerEntry } from "@evermark/engine";
import type { NewRow } from "../schema/schema.ts";
import type { Store, Write } from "../tables/history-store.ts";
import { insertInto, putInto } from "../tables/writing.ts";
import { DepositRecords } from "./deposit-records.ts";

const INSERT_ENTRY = insertInto("ledger");
const INSERT_SETTLEMENT = insertInto("settlements");
const INSERT_TRANSFER = insertInto("transfers");
const PUT_WITHDRAWAL = putInto("withdrawals");
const INSERT_DISTRIBUTION = insertInto("distributions");

export class MoneyRecords {
  readonly #insertEntry: Write<NewRow<"ledger">>;
  readonly #insertSettlement: Write<NewRow<"settlements">>;
  readonly #insertTransfer: Write<NewRow<"transfers">>;
  readonly #putWithdrawal: Write<NewRow<"withdrawals">>;
  readonly #insertDistribution: Write<NewRow<"distributions">>;
  readonly #deposits: DepositRecords;

  constructor(tables: Store) {
    this.#insertEntry = tables.prepare(INSERT_ENTRY);
    this.#insertSettlement = tables.prepare(INSERT_SETTLEMENT);
    this.#insertTransfer = tables.prepare(INSERT_TRANSFER);
    this.#putWithdrawal = tables.prepare(PUT_WITHDRAWAL);
    this.#insertDistribution = tables.prepare(INSERT_DISTRIBUTION);
    this.#deposits = new DepositRecords(tables);
  }

  enter(entry: LedgerEntry): void {
    this.#insertEntry.run(entry);
  }

  put(event: FundsEvent): void {
    switch (event.type) {
      case "settled":
        this.#insertSettlement.run({ ...event, symbols: JSON.stringify(event.symbols) });
        break;
      case "transferred":
        this.#insertTransfer.run({ ...event, sender: event.from, receiver: event.to });
        break;
      case "withdrawal":
        this.#putWithdrawal.run({ ...event, txId: event.transaction, updatedAt: event.at });
        break;
      case "distributed":
        this.#insertDistribution.run(event);
        break;
      case "deposit":
        this.#deposits.put(event);
        break;
      case "deposit_parked":
        // It belongs to no account yet: the operator reads it from the engine.
        break;
    }
  }
}
