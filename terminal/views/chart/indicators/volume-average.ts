// The volume-weighted average price since 00:00 UTC: the volume in USDC ÷ the volume in base currency. It has no value for a
// day whose beginning was not read; a candle of a day or more is a session of its own.

import { DAY_MS } from "../../../session/candles/candle-intervals.ts";
import type { Indicator } from "./indicator.ts";

interface Session {
  /** Number of the day; undefined when its beginning is unknown. */
  readonly day: number | undefined;
  readonly amount: number;
  readonly volume: number;
}

export const volumeAverage: Indicator<Session> = {
  next(candles, at, before, isBeginning) {
    const { start, amount, volume } = candles[at]!;
    const day = Math.floor(start / DAY_MS);
    if (before !== undefined && before.day === day) {
      return { day, amount: before.amount + amount, volume: before.volume + volume };
    }
    const isWhole = start % DAY_MS === 0 || (at === 0 && isBeginning);
    return isWhole ? { day, amount, volume } : { day: undefined, amount: 0, volume: 0 };
  },
  value: ({ day, amount, volume }) => (day === undefined || volume === 0 ? undefined : amount / volume),
};
