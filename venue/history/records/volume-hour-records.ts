// What was traded since the venue began, by hour. Each row holds the total up to the end of its hour.

import { HOUR_MS } from "../../sums/candle-sums.ts";
import { WHOLE_VENUE } from "../schema/market-tables.ts";
import type { Store, Write } from "../tables/history-store.ts";
import { sql } from "../tables/query-builder.ts";
import { statement } from "../tables/statement.ts";

interface Traded {
  readonly brokerId: string;
  readonly hour: number;
  readonly amount: number;
}

const ADD = statement((builder, { brokerId, hour, amount }: Traded) => {
  // A large number would be bound as floating point, which would make the sum floating point too.
  const added = sql<number>`cast(${amount} as bigint)`;
  const last = builder
    .selectFrom("volume_hours as earlier")
    .select("earlier.total")
    .where("earlier.broker_id", "=", brokerId)
    .where("earlier.start", "<", hour)
    .orderBy("earlier.start", "desc")
    .limit(1);
  return builder
    .insertInto("volume_hours")
    .values({ broker_id: brokerId, start: hour, total: sql`${added} + coalesce(${last}, 0)` })
    .onConflict((conflict) =>
      conflict
        .columns(["broker_id", "start"])
        .doUpdateSet(({ eb }) => ({ total: eb("volume_hours.total", "+", added) })),
    );
});

export class VolumeHourRecords {
  readonly #add: Write<Traded>;

  constructor(tables: Store) {
    this.#add = tables.prepare(ADD);
  }

  /** Adds the volume of one hour. @param legs by builder, in micros; both legs of each match count */
  write(at: number, legs: ReadonlyMap<string, number>): void {
    const hour = Math.floor(at / HOUR_MS) * HOUR_MS;
    let both = 0;
    for (const [brokerId, amount] of legs) {
      both += amount;
      this.#add.run({ brokerId, hour, amount });
    }
    if (both > 0) this.#add.run({ brokerId: WHOLE_VENUE, hour, amount: both / 2 });
  }
}
