// Deposits in history, each in its last state: all of them as `GET /v1/asset/history` lists them, and those by plain transfer
// as `receiver_events` shows them. One that is no longer on its chain and comes back is another deposit of the list, and the
// same of the events. Interface 4.8, rules 9.2, 9.8.

import type { FundsEvent } from "@evermark/engine";
import type { NewRow } from "../schema/schema.ts";
import { statement } from "../tables/statement.ts";
import type { Store, Write } from "../tables/store.ts";
import { insertInto, putInto } from "../tables/writing.ts";

type DepositEvent = Extract<FundsEvent, { type: "deposit" }>;
type Changed = Pick<
  NewRow<"deposits">,
  "chainKey" | "amount" | "reference" | "txId" | "state" | "reason" | "updatedAt"
>;

const INSERT = insertInto("deposits");
const UPDATE = statement((builder, { chainKey, amount, reference, txId, state, reason, updatedAt }: Changed) =>
  builder
    .updateTable("deposits")
    .set({ amount, reference, tx_id: txId, state, reason, updated_at: updatedAt })
    .where("chain_key", "=", chainKey)
    .where("state", "in", ["PENDING", "PROCESSED"]),
);
const PUT_RECEIVED = putInto("received", ["reference", "amount", "state", "reason", "updated_at"]);
const KEY_OF_RECEIVED = statement((builder, { reference }: { reference: string }) =>
  builder.selectFrom("received").select("key").where("reference", "=", reference),
);

/** How the references of those by plain transfer begin. */
const RECEIVED = "receiver:";

export class DepositRecords {
  readonly #tables: Store;
  readonly #insert: Write<NewRow<"deposits">>;
  readonly #update: Write<Changed>;
  readonly #putReceived: Write<NewRow<"received">>;

  constructor(tables: Store) {
    this.#tables = tables;
    this.#insert = tables.prepare(INSERT);
    this.#update = tables.prepare(UPDATE);
    this.#putReceived = tables.prepare(PUT_RECEIVED);
  }

  put(event: DepositEvent): void {
    const { account, source, key: chainKey, chainId, createdAt } = event;
    const { amount, reference, transaction: txId, state, reason, at: updatedAt } = event;
    const last = { amount, reference, state, reason, updatedAt };
    if (reference.startsWith(RECEIVED)) this.#putReceived.run({ key: this.#keyOf(event), account, createdAt, ...last });
    if (chainKey !== "" && this.#update.count({ chainKey, txId, ...last }) > 0) return;
    this.#insert.run({ account, source, chainKey, chainId, txId, createdAt, ...last });
  }

  /** What an operator credits by hand names no place on a chain: it is what was shown under the reference. */
  #keyOf({ key, reference }: DepositEvent): string {
    return key !== "" ? key : (this.#tables.first(KEY_OF_RECEIVED, { reference })?.key ?? reference);
  }
}
