// When funding is paid: at fixed hours of the UTC day, every 1, 4 or 8 hours. Rules 6.5.

import type { Millis } from "../units.ts";

const HOUR_MS = 3_600_000;

/** The first settlement instant at or after `at`; at the instant itself it is that instant. */
export function nextFundingTime(at: number, periodHours: number): Millis {
  const period = periodHours * HOUR_MS;
  return (Math.ceil(at / period) * period) as Millis;
}
