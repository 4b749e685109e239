// What was traded since the venue began, by hour: of each builder with every leg of its accounts, of the venue with each
// match once. A row holds all that was traded up to the end of its hour, so what any span of whole hours comes to is the
// difference of two rows, however long it is.

import type { Statement } from "bun:sqlite";
import { DAY_MS, HOUR_MS } from "../../statistics/candles.ts";
import type { Tables } from "../tables/tables.ts";

/** In place of a builder. */
export const WHOLE_VENUE = "";

export const VOLUME_TABLES = `
CREATE TABLE volume_hours (
  broker_id TEXT NOT NULL,
  start INTEGER NOT NULL,
  -- Micros: a whole number of 64 bits, which many years of trading do not exceed.
  total INTEGER NOT NULL,
  PRIMARY KEY (broker_id, start)
) STRICT, WITHOUT ROWID;
`;

/** Fills the table from what is kept by minute: both legs of a match are in there. */
export const VOLUMES_OF_MINUTES = `
INSERT INTO volume_hours
SELECT broker_id, hour, sum(amount) OVER (PARTITION BY broker_id ORDER BY hour) FROM (
  SELECT broker_id, start - start % ${HOUR_MS} AS hour, sum(amount) AS amount
  FROM broker_minutes GROUP BY broker_id, hour
  UNION ALL
  SELECT '${WHOLE_VENUE}', start - start % ${HOUR_MS} AS hour, sum(amount) / 2 FROM broker_minutes GROUP BY hour
);
`;

// A large number is bound as one with a point, which would make the sum such a one.
const ADD = `
INSERT INTO volume_hours (broker_id, start, total) VALUES (?, ?, CAST(? AS INTEGER) + coalesce(
  (SELECT total FROM volume_hours WHERE broker_id = ? AND start < ? ORDER BY start DESC LIMIT 1), 0))
ON CONFLICT (broker_id, start) DO UPDATE SET total = total + CAST(? AS INTEGER)`;

export class VolumeHours {
  readonly #add: Statement;

  constructor(tables: Tables) {
    this.#add = tables.prepare(ADD);
  }

  /** Adds what was traded within one hour. @param legs by builder, micros: both of each match */
  write(at: number, legs: ReadonlyMap<string, number>): void {
    const hour = Math.floor(at / HOUR_MS) * HOUR_MS;
    let both = 0;
    for (const [brokerId, amount] of legs) {
      both += amount;
      this.#put(brokerId, hour, amount);
    }
    if (both > 0) this.#put(WHOLE_VENUE, hour, both / 2);
  }

  #put(brokerId: string, hour: number, amount: number): void {
    this.#add.run(brokerId, hour, amount, brokerId, hour, amount);
  }
}

/** Micros. */
interface TradedVolumes {
  readonly ever: number;
  readonly thisYear: number;
  readonly today: number;
  /** Up to now from so many days ago, to the whole hour before. */
  readonly lastDay: number;
  readonly last7Days: number;
  readonly last30Days: number;
}

/** @param brokerId WHOLE_VENUE for the venue */
export function tradedVolumes(tables: Tables, brokerId: string, now: number): TradedVolumes {
  const since = (time: number): number => volumeSince(tables, brokerId, time);
  const hoursOf = (days: number): number => Math.floor((now - days * DAY_MS) / HOUR_MS) * HOUR_MS;
  return {
    ever: since(0),
    thisYear: since(Date.UTC(new Date(now).getUTCFullYear(), 0, 1)),
    today: since(Math.floor(now / DAY_MS) * DAY_MS),
    lastDay: since(hoursOf(1)),
    last7Days: since(hoursOf(7)),
    last30Days: since(hoursOf(30)),
  };
}

/** The difference is made by SQLite, whose whole numbers are exact far beyond 2^53. */
function volumeSince(tables: Tables, brokerId: string, hour: number): number {
  const row = tables.first<{ amount: number }>(
    `SELECT total - coalesce(
         (SELECT total FROM volume_hours WHERE broker_id = ? AND start < ? ORDER BY start DESC LIMIT 1), 0) AS amount
       FROM volume_hours WHERE broker_id = ? ORDER BY start DESC LIMIT 1`,
    brokerId,
    hour,
    brokerId,
  );
  return row?.amount ?? 0;
}
