// What the journal keeps of a command is the whole of it: every type, every field, whatever the values.

import { expect, test } from "bun:test";
import fc from "fast-check";
import { decodeCommand, encodeCommand } from "./codec.ts";
import type { Command } from "./commands.ts";
import { defaultMarkets } from "./testing/vectors.ts";
import { MARGIN_MODES, ORDER_TYPES, SIDES } from "./vocabulary.ts";

const text = fc.oneof(fc.string({ maxLength: 130 }), fc.string({ unit: "grapheme", maxLength: 20 }));
const whole = fc.oneof(fc.maxSafeNat(), fc.nat({ max: 300 }), fc.constantFrom(0, 2 ** 31, 2 ** 32, 2 ** 53 - 1));
const signed = fc.oneof(fc.maxSafeInteger(), fc.constantFrom(-1, 0, -(2 ** 31), -(2 ** 53) + 1));
const at = whole;
const account = fc.nat({ max: 2 ** 31 - 1 });
const market = fc.integer({ min: -1, max: 65_535 });
const side = fc.constantFrom(...SIDES);
const orderType = fc.constantFrom(...ORDER_TYPES);
const is = <Type extends string>(type: Type) => fc.constant(type);

/** Every command there is, by type; a new one that is missing here does not type-check. */
const commands = {
  list_market: {
    type: is("list_market"),
    at,
    parameters: fc
      .tuple(fc.constantFrom(...defaultMarkets), fc.array(text, { maxLength: 5 }), signed)
      .map(([parameters, sources, floorFunding]) => ({ ...parameters, sources, floorFunding })),
    price: whole,
  },
  add_broker: { type: is("add_broker"), at, brokerId: text, takerFee: signed, makerFee: signed },
  open_account: { type: is("open_account"), at, accountId: text, wallet: text, brokerId: text },
  bind_key: { type: is("bind_key"), at, account, key: text, scope: text, expiration: whole },
  credit_deposit: {
    type: is("credit_deposit"),
    at,
    account,
    amount: whole,
    source: fc.constantFrom("faucet", "chain"),
    reference: text,
  },
  set_leverage: {
    type: is("set_leverage"),
    at,
    account,
    market,
    leverage: fc.integer({ min: -1, max: 1_000 }),
    marginMode: fc.constantFrom(...MARGIN_MODES),
  },
  place_order: {
    type: is("place_order"),
    at,
    account,
    market,
    side,
    orderType,
    price: whole,
    quantity: whole,
    amount: whole,
    visible: fc.oneof(fc.constant(-1), whole),
    reduceOnly: fc.boolean(),
    clientOrderId: text,
    slippage: fc.nat({ max: 100_000_000 }),
    level: fc.integer({ min: -1, max: 4 }),
    postOnlyAdjust: fc.boolean(),
    tag: text,
    marginMode: fc.constantFrom("", ...MARGIN_MODES),
    inBatch: fc.boolean(),
  },
  amend_order: {
    type: is("amend_order"),
    at,
    account,
    orderId: whole,
    market,
    side,
    orderType,
    price: whole,
    quantity: whole,
  },
  cancel_order: { type: is("cancel_order"), at, account, market, orderId: whole, clientOrderId: text },
  cancel_all_orders: { type: is("cancel_all_orders"), at, account, market },
  cancel_all_after: { type: is("cancel_all_after"), at, account, triggerAfterMs: fc.nat({ max: 900_000 }) },
  settle_pnl: { type: is("settle_pnl"), at, account },
  oracle_prices: {
    type: is("oracle_prices"),
    at,
    prices: fc.array(fc.record({ market, source: fc.nat({ max: 200 }), price: whole, volume: whole }), {
      maxLength: 40,
    }),
  },
  set_index_prices: {
    type: is("set_index_prices"),
    at,
    prices: fc.array(fc.record({ market, price: whole }), { maxLength: 40 }),
  },
  tick: { type: is("tick"), at },
} satisfies Record<Command["type"], object>;

for (const [type, fields] of Object.entries(commands)) {
  test(`${type} comes back from its bytes as it was`, () => {
    fc.assert(
      fc.property(fc.record(fields as Record<string, fc.Arbitrary<unknown>>), (record) => {
        const command = record as unknown as Command;
        const bytes = encodeCommand(command);
        expect(decodeCommand(bytes)).toEqual(command);
        // Bytes of a longer buffer, as a journal segment is one.
        const within = new Uint8Array(bytes.length + 16).fill(255);
        within.set(bytes, 7);
        expect(decodeCommand(within.subarray(7, 7 + bytes.length))).toEqual(command);
      }),
      { numRuns: Number(process.env.PROPERTY_RUNS ?? 100), includeErrorInReport: true },
    );
  });
}
