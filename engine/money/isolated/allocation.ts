// How much margin an isolated row is given for what it opens: the notional over its leverage, and the highest taker fee.
// Rules 5.9.

import { mulDivCeil } from "../../base/numbers/arithmetic.ts";
import type { Leverage, Micros } from "../../base/units.ts";

/** Above this no account can pay, and the sum might not be counted. */
const NOTIONAL_MAX = 4_503_599_627_370_496;

/** alloc(n, L) = ⌈n × (1 ÷ L + 0.0006)⌉, micros. */
export function allocation(notional: Micros, leverage: Leverage): number {
  if (notional > NOTIONAL_MAX) return Number.MAX_SAFE_INTEGER;
  return mulDivCeil(notional, 10_000 + 6 * leverage, 10_000 * leverage);
}
