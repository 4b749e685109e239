// When funding is paid: at fixed hours of the UTC day, every 1, 4 or 8 hours. Rules 6.5.

import type { Hours, Millis } from "../../base/units.ts";

const HOUR_MS = 3_600_000;

/** The first funding time after a moment; for a funding time itself, the next one. */
export function nextFundingTime(after: Millis, periodHours: Hours): Millis {
  const period = periodHours * HOUR_MS;
  return (Math.floor(after / period) + 1) * period;
}
