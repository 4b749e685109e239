// Dates from venue time, in whole-number arithmetic (the proleptic Gregorian calendar, UTC).

import type { Millis } from "../units.ts";

export const DAY_MS = 86_400_000;

/** Whole months since January 1970. */
export function monthOf(at: Millis): Millis {
  const { year, month } = dateOf(at);
  return (year - 1970) * 12 + month - 1;
}

/** A time in readable form, such as 2026-05-20 09:00:00 UTC. */
export function utcText(at: Millis): string {
  const { year, month, day } = dateOf(at);
  const seconds = Math.floor(at / 1_000) - Math.floor(at / DAY_MS) * 86_400;
  const time = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60].map(twoDigits).join(":");
  return `${year}-${twoDigits(month)}-${twoDigits(day)} ${time} UTC`;
}

function twoDigits(n: number): string {
  return String(n).padStart(2, "0");
}

interface CalendarDate {
  readonly year: number;
  /** From 1 on. */
  readonly month: number;
  readonly day: number;
}

function dateOf(at: Millis): CalendarDate {
  // Days are counted from 1 March of year 0, so that a leap day is the last of its year; 719,468 of them precede 1970.
  const days = Math.floor(at / DAY_MS) + 719_468;
  const era = Math.floor(days / 146_097);
  const dayOfEra = days - era * 146_097;
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1_460) + Math.floor(dayOfEra / 36_524) - Math.floor(dayOfEra / 146_096)) / 365,
  );
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const monthFromMarch = Math.floor((5 * dayOfYear + 2) / 153);
  const year = yearOfEra + era * 400 + (monthFromMarch >= 10 ? 1 : 0);
  const day = dayOfYear - Math.floor((153 * monthFromMarch + 2) / 5) + 1;
  return { year, month: ((monthFromMarch + 2) % 12) + 1, day };
}

/**
 * Whether a multiple of `period` lies after `since` and not after `at`. A tick that never ran, because the disk was full or
 * the venue stopped, thus leaves nothing undone: the next tick does its work. With no `since` (0), only `at` counts.
 */
export function hasPassed(period: Millis, since: Millis, at: Millis): boolean {
  if (since === 0) return at % period === 0;
  return Math.floor(at / period) > Math.floor(since / period);
}
