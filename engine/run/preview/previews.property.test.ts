// What is previewed of orders that meet many others happens, to the last micro. Where hidden orders may take part, nothing worse
// happens, and no less unless margin ends an order.

import { expect, test } from "bun:test";
import fc from "fast-check";
import { feeE5, micros, priceE8, quantityE8 } from "../../base/units.ts";
import { ORDER_TYPES, SIDES } from "../../base/vocabulary.ts";
import { silent } from "../../language/events/events.ts";
import { INSURANCE } from "../../memory/account/accounts.ts";
import { PreviewingEngine, type Tally } from "../../testing/previewing-engine.ts";
import { patient, settingsFor } from "../../testing/property-runs.ts";
import { openAccount, placeOrder, START } from "../../testing/setup.ts";
import { A, B, C, D, ONE, type SmallExchange, USDC } from "../../testing/small-exchange.ts";
import { thin, thinExchange } from "../../testing/thin-exchange.ts";

/** A sub-account of the first user: its orders count as that user's own. */
const SUB = 9;
const TAG = "enum:builder:DEAR";

function withSubAccountAndTag(market: SmallExchange): SmallExchange {
  const { accountId } = openAccount(SUB, "builder");
  market.apply({ type: "add_sub_account", at: START, account: A, number: 1, accountId, description: "" });
  const { accounts } = market.state;
  accounts.setHolding(SUB, 20_000 * USDC);
  accounts.setHolding(INSURANCE, accounts.holding(INSURANCE) - 20_000 * USDC);
  const named = { broker: 0, enumId: "DEAR", name: "dear", description: "" };
  market.apply({ type: "create_fee_tag", at: START, ...named, rate: feeE5(100), overrides: [] });
  return market;
}

const placement = fc.record({
  account: fc.constantFrom(A, B, C, D, SUB, SUB, SUB),
  side: fc.constantFrom(...SIDES),
  orderType: fc.constantFrom(...ORDER_TYPES),
  price: fc.constantFrom(147, 149, 150, 151, 153),
  size: fc.integer({ min: 1, max: 25 }),
  byAmount: fc.boolean(),
  reduceOnly: fc.oneof({ weight: 4, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.constant(true) }),
  hides: fc.boolean(),
  isTagged: fc.boolean(),
  isolated: fc.boolean(),
});

function placementOf({
  account,
  side,
  orderType,
  reduceOnly,
  ...of
}: typeof placement extends fc.Arbitrary<infer T> ? T : never) {
  const takesPrice = orderType !== "MARKET" && orderType !== "ASK" && orderType !== "BID";
  const amount = micros(takesPrice || !of.byAmount ? 0 : of.size * 150 * USDC + 7);
  return placeOrder({
    account,
    side,
    orderType,
    reduceOnly,
    price: priceE8(takesPrice ? of.price * ONE : 0),
    quantity: quantityE8(amount > 0 ? 0 : of.size * ONE),
    amount,
    visible: quantityE8(of.hides && orderType !== "POST_ONLY" ? 0 : -1),
    tag: of.isTagged ? TAG : "",
    marginMode: of.isolated ? "ISOLATED" : "CROSS",
  });
}

test(
  "what is previewed of an order that meets many happens",
  () => {
    const tally: Tally = {};
    fc.assert(
      fc.property(thin, fc.array(placement, { minLength: 1, maxLength: 12 }), (world, placements) => {
        const { state } = withSubAccountAndTag(thinExchange(world));
        const engine = new PreviewingEngine(tally, state);
        for (const each of placements) engine.apply({ ...placementOf(each), at: state.now }, silent);
      }),
      settingsFor(120),
    );
    for (const type of ORDER_TYPES) {
      expect(Object.keys(tally).filter((kind) => kind.startsWith(`${type} `))).not.toEqual([]);
    }
    for (const kind of ["several fills", "isolated fills", "tag fees", "cancels others", "hidden, and better"]) {
      expect([kind, tally[kind] ?? 0]).not.toEqual([kind, 0]);
    }
  },
  patient,
);
