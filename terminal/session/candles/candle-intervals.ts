// Candle lengths, named as in the venue's history and streams, and the start of a neighbouring candle. Days, weeks and
// months begin at 00:00 UTC, weeks on Monday.

export const CANDLE_INTERVALS = ["1m", "5m", "15m", "30m", "1h", "4h", "12h", "1d", "1w", "1mon"] as const;
export type CandleInterval = (typeof CANDLE_INTERVALS)[number];

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

const LENGTHS: Readonly<Record<Exclude<CandleInterval, "1mon">, number>> = {
  "1m": MINUTE_MS,
  "5m": 5 * MINUTE_MS,
  "15m": 15 * MINUTE_MS,
  "30m": 30 * MINUTE_MS,
  "1h": HOUR_MS,
  "4h": 4 * HOUR_MS,
  "12h": 12 * HOUR_MS,
  "1d": DAY_MS,
  "1w": 7 * DAY_MS,
};

/** Start of the candle that is `steps` after the one that begins at `start`; before it when `steps` is negative. */
export function startBeside(interval: CandleInterval, start: number, steps: number): number {
  if (interval !== "1mon") return start + steps * LENGTHS[interval];
  const day = new Date(start);
  return Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + steps, 1);
}

/** Whether candles last whole days, so that the time of day is meaningless for them. */
export function isOfDays(interval: CandleInterval): boolean {
  return interval === "1mon" || LENGTHS[interval] >= DAY_MS;
}
