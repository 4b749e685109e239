// Converts days, as date inputs write them, to spans of time in the trader's time zone.

const DAY = /^(\d{4})-(\d{2})-(\d{2})$/;

/** The first millisecond of a day; undefined for an empty or incomplete field. */
export function startOfDay(text: string): number | undefined {
  return midnight(text, 0);
}

/** The last millisecond of a day. A day can have 23 or 25 hours. */
export function endOfDay(text: string): number | undefined {
  const next = midnight(text, 1);
  return next === undefined ? undefined : next - 1;
}

function midnight(text: string, daysLater: number): number | undefined {
  const [, year, month, day] = DAY.exec(text) ?? [];
  if (year === undefined) return undefined;
  const ms = new Date(Number(year), Number(month) - 1, Number(day) + daysLater).getTime();
  return Number.isNaN(ms) || ms < 0 ? undefined : ms;
}
