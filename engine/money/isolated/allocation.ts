// How much margin an isolated row gets for a notional that it opens: the notional over its leverage, plus the highest
// taker fee. Rules 5.9.

import { mulDivCeil } from "../../base/numbers/arithmetic.ts";
import type { Leverage, Micros } from "../../base/units.ts";

/** A larger notional could not be paid by any account, and its allocation might exceed the countable range. */
const NOTIONAL_MAX = 4_503_599_627_370_496;

/** alloc(n, L) = ⌈n × (1 ÷ L + 0.0006)⌉, micros. */
export function allocation(notional: Micros, leverage: Leverage): number {
  if (notional > NOTIONAL_MAX) return Number.MAX_SAFE_INTEGER;
  return mulDivCeil(notional, 10_000 + 6 * leverage, 10_000 * leverage);
}
