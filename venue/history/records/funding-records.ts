// Funding in history: the rate of every settlement, and what every position paid or received in it. A payment is accrued
// until its row is marked as settled. Rules 6.6.

import type { FundingEvent, FundsEvent } from "@evermark/engine";
import type { NewRow } from "../schema/schema.ts";
import type { Store, Write } from "../tables/history-store.ts";
import { indexed } from "../tables/query-builder.ts";
import { statement } from "../tables/statement.ts";
import { insertInto } from "../tables/writing.ts";

interface Settled {
  readonly account: number;
  readonly at: number;
}

const INSERT_RATE = insertInto("funding_rates");
const INSERT_PAYMENT = insertInto("funding_payments");
const SETTLE = statement((builder, { account, at }: Settled) =>
  builder
    .updateTable(indexed("funding_payments", "funding_payments_unsettled"))
    .set({ settled_at: at })
    .where("account", "=", account)
    .where("settled_at", "=", 0),
);

export class FundingRecords {
  readonly #insertRate: Write<NewRow<"funding_rates">>;
  readonly #insertPayment: Write<NewRow<"funding_payments">>;
  readonly #settle: Write<Settled>;

  constructor(tables: Store) {
    this.#insertRate = tables.prepare(INSERT_RATE);
    this.#insertPayment = tables.prepare(INSERT_PAYMENT);
    this.#settle = tables.prepare(SETTLE);
  }

  put(event: FundingEvent): void {
    if (event.type === "applied") this.#insertRate.run(event);
    if (event.type === "paid") this.#insertPayment.run({ ...event, settledAt: 0 });
  }

  settled({ account, at }: Extract<FundsEvent, { type: "settled" }>): void {
    this.#settle.run({ account, at });
  }
}
