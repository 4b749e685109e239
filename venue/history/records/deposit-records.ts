// Deposits in history, each in its latest state: all of them as `GET /v1/asset/history` lists them, and deposits by plain
// transfer as `receiver_events` shows them. A deposit that disappears from its chain and comes back is a second deposit in
// the list, but the same one in the events. Interface 4.8, rules 9.2, 9.8.

import type { FundsEvent } from "@evermark/engine";
import type { NewRow } from "../schema/schema.ts";
import type { Store, Write } from "../tables/history-store.ts";
import { statement } from "../tables/statement.ts";
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

/** The prefix of references of deposits by plain transfer. */
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

  /** A deposit that an operator credits by hand has no key on a chain: it belongs to the deposit shown under its reference. */
  #keyOf({ key, reference }: DepositEvent): string {
    return key !== "" ? key : (this.#tables.first(KEY_OF_RECEIVED, { reference })?.key ?? reference);
  }
}
