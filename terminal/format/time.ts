// Times as shown on the screen: in the trader's time zone, to the second, always in the same format.

const twoDigits = (value: number): string => String(value).padStart(2, "0");

/** 14:05:09 */
export function timeOfDay(ms: number): string {
  const at = new Date(ms);
  return [at.getHours(), at.getMinutes(), at.getSeconds()].map(twoDigits).join(":");
}

/** 2026-05-21 */
export function day(ms: number): string {
  const at = new Date(ms);
  return [at.getFullYear(), twoDigits(at.getMonth() + 1), twoDigits(at.getDate())].join("-");
}

/** 2026-05-21 14:05:09 */
export function dayAndTime(ms: number): string {
  return `${day(ms)} ${timeOfDay(ms)}`;
}

/** The time remaining: 07:59:12, or 2 d 03:10:00. */
export function remaining(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1_000));
  const days = Math.floor(seconds / 86_400);
  const rest = [Math.floor(seconds / 3_600) % 24, Math.floor(seconds / 60) % 60, seconds % 60].map(twoDigits).join(":");
  return days === 0 ? rest : `${days} d ${rest}`;
}
