// Labels of the time axis: for candles within a day in the trader's time zone, for whole days in UTC, as the venue counts them.

import { day, timeOfDay } from "../../format/time.ts";
import { words } from "../../texts/words.ts";

/** The unit of time that begins at a label. */
export type TimeMark = "year" | "month" | "day" | "time";

/** The text of a label. Local midnight begins a day, wherever the chart assumes that days begin. */
export function markLabel(at: Date, mark: TimeMark, isOfDays: boolean): string {
  const { months } = words.chart;
  if (isOfDays) {
    if (mark === "year") return String(at.getUTCFullYear());
    return mark === "month" ? months[at.getUTCMonth()]! : String(at.getUTCDate());
  }
  if (at.getHours() !== 0 || at.getMinutes() !== 0) return timeOfDay(at.getTime()).slice(0, 5);
  if (at.getDate() !== 1) return String(at.getDate());
  return at.getMonth() === 0 ? String(at.getFullYear()) : months[at.getMonth()]!;
}

/** The start of a candle, in full. */
export function candleLabel(start: number, isOfDays: boolean): string {
  if (isOfDays) return new Date(start).toISOString().slice(0, 10);
  return `${day(start)} ${timeOfDay(start).slice(0, 5)}`;
}
