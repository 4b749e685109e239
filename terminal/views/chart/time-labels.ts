// Times under a chart: of candles within a day in the zone of the trader, of whole days as the venue counts them, in UTC.

import { day, timeOfDay } from "../../format/time.ts";
import { words } from "../../texts/words.ts";

/** What a mark under the chart begins. */
export type TimeMark = "year" | "month" | "day" | "time";

/** The label of a mark. Midnight of the zone is a day, wherever the chart thinks that days begin. */
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

/** When a candle begins, in full. */
export function candleLabel(start: number, isOfDays: boolean): string {
  if (isOfDays) return new Date(start).toISOString().slice(0, 10);
  return `${day(start)} ${timeOfDay(start).slice(0, 5)}`;
}
