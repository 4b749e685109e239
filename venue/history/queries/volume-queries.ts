// Volumes traded over spans of time, by each builder and by the whole venue. Each is the difference of two rows.

import { DAY_MS, HOUR_MS } from "../../sums/candle-sums.ts";
import type { Reads } from "../tables/history-store.ts";
import { statement } from "../tables/statement.ts";

/** Micros. */
interface TradedVolumes {
  readonly ever: number;
  readonly thisYear: number;
  readonly today: number;
  /** Over the last day, 7 days and 30 days, each from the whole hour before. */
  readonly lastDay: number;
  readonly last7Days: number;
  readonly last30Days: number;
}

/** @param brokerId WHOLE_VENUE for the venue */
export function tradedVolumes(tables: Reads, brokerId: string, now: number): TradedVolumes {
  const since = (hour: number): number => tables.first(SINCE, { brokerId, hour })?.amount ?? 0;
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

/** The database computes the difference: its integers are exact far beyond 2^53. */
const SINCE = statement((builder, { brokerId, hour }: { brokerId: string; hour: number }) =>
  builder
    .selectFrom("volume_hours")
    .select(({ eb, fn, lit, selectFrom }) => {
      const before = selectFrom("volume_hours as earlier")
        .select("earlier.total")
        .where("earlier.broker_id", "=", brokerId)
        .where("earlier.start", "<", hour)
        .orderBy("earlier.start", "desc")
        .limit(1);
      return eb("total", "-", fn.coalesce(before, lit(0))).as("amount");
    })
    .where("broker_id", "=", brokerId)
    .orderBy("start", "desc")
    .limit(1)
    .$castTo<{ amount: number }>(),
);
