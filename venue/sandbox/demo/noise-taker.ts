// Small orders without a view, for a tape: now here, now there, now this way, now that, leaning against the position so
// that it stays bounded. Pure but for the draws it is given.

import type { MarketRules } from "@evermark/client/market-rules.ts";
import type { Random } from "../../prices/random.ts";
import { quantityFor } from "./maker-quotes.ts";

export interface TakerOrder {
  readonly side: "BUY" | "SELL";
  /** In base currency. */
  readonly quantity: number;
  readonly reduceOnly: boolean;
}

/** Orders are worth this much, in USDC; small ones are more frequent. */
const NOTIONAL_MIN = 25;
const NOTIONAL_MAX = 600;
/** A position worth this much is always traded towards zero, in USDC. */
const POSITION_MAX = 4_000;

interface TakerView {
  readonly rules: MarketRules;
  readonly price: number;
  /** Signed, in base currency. */
  readonly position: number;
}

export function noiseOrder(random: Random, { rules, price, position }: TakerView): TakerOrder {
  const fullness = Math.min(Math.max((position * price) / POSITION_MAX, -1), 1);
  const side = random.chance((1 - fullness) / 2) ? "BUY" : "SELL";
  const size = random.fraction();
  const notional = NOTIONAL_MIN + (NOTIONAL_MAX - NOTIONAL_MIN) * size * size * size;
  return { side, quantity: quantityFor(rules, notional, price), reduceOnly: false };
}
