// One market whose users can hardly carry their open positions and orders, in both margin modes: there an order meets many
// others that fail their cover, or that end with another's fill.

import fc from "fast-check";
import { quantityE8 } from "../base/units.ts";
import { INSURANCE } from "../memory/account/accounts.ts";
import { A, B, C, D, ONE, SmallExchange, USDC } from "./small-exchange.ts";

/** The exchange with these balances and open orders, after the mark has moved. */
export function thinExchange({ balances, orders, mark }: Thin): SmallExchange {
  const market = new SmallExchange();
  for (const [i, account] of [A, B, C, D].entries()) {
    const spare = market.state.accounts.holding(account) - balances[i]! * USDC;
    market.state.accounts.setHolding(account, balances[i]! * USDC);
    market.state.accounts.setHolding(INSURANCE, market.state.accounts.holding(INSURANCE) + spare);
    for (const marginMode of ["CROSS", "ISOLATED"] as const) {
      market.apply({ type: "set_leverage", at: market.engine.now, account, market: 0, marginMode, leverage: 50 });
    }
  }
  for (const { account, side, price, size, shown, reduceOnly, isolated } of orders) {
    const marginMode = isolated ? "ISOLATED" : "CROSS";
    const visible = quantityE8(Math.min(shown, size) * ONE);
    market.order(account, side, "LIMIT", price, size, { visible, reduceOnly, marginMode });
  }
  market.pin(mark);
  return market;
}

export const thinOrder = fc.record({
  account: fc.constantFrom(A, B, C, D),
  side: fc.constantFrom("BUY" as const, "SELL" as const),
  price: fc.constantFrom(147, 149, 150, 151, 153),
  size: fc.integer({ min: 1, max: 4 }),
  shown: fc.constantFrom(0, 1, 4),
  reduceOnly: fc.boolean(),
  isolated: fc.boolean(),
});
export const thin = fc.record({
  balances: fc.array(fc.constantFrom(4, 8, 12, 20, 40, 1_000), { minLength: 4, maxLength: 4 }),
  orders: fc.array(thinOrder, { minLength: 8, maxLength: 40 }),
  mark: fc.constantFrom(148, 149, 150, 151, 152),
});
type Thin = typeof thin extends fc.Arbitrary<infer T> ? T : never;
